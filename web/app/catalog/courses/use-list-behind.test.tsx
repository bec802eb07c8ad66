import { cleanup, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { useListBehind } from './use-list-behind'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const items = Array.from({ length: 19 }, (_, index) => String(index))
const List = ({ isCovered }: { isCovered: boolean }) => (
  <ul>
    {useListBehind(items, isCovered).map((item) => (
      <li key={item}>{item}</li>
    ))}
  </ul>
)
const shown = () => screen.getAllByRole('listitem').length

/** Puts the page of the server into the document and brings it to life; idle time comes when the returned function is called. */
function arrive(isCovered: boolean) {
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => idle.push(callback))
  vi.stubGlobal('cancelIdleCallback', () => undefined)
  const container = document.createElement('div')
  container.innerHTML = renderToString(<List isCovered={isCovered} />)
  document.body.append(container)
  const before = container.querySelectorAll('li').length
  const { rerender } = render(<List isCovered={isCovered} />, { container, hydrate: true })
  return {
    before,
    rerender,
    idle() {
      for (const callback of idle) callback()
    },
  }
}

it('a page brings six of a covered list, and the rest when it has time', async () => {
  const { before, idle } = arrive(true)
  expect([before, shown()]).toEqual([6, 6])
  idle()
  await expect.poll(shown).toBe(19)
})

it('the rest is there at once when the layer goes', () => {
  const { rerender } = arrive(true)
  rerender(<List isCovered={false} />)
  expect(shown()).toBe(19)
})

it('a list that nothing covers arrives whole, and stays so when a layer opens over it', () => {
  const { before, rerender } = arrive(false)
  expect([before, shown()]).toEqual([19, 19])
  rerender(<List isCovered />)
  expect(shown()).toBe(19)
})

it('a list that is shown later is whole from the start', () => {
  render(<List isCovered />)
  expect(shown()).toBe(19)
})
