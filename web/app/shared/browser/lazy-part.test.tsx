import { act, cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { lazyPart, prefetchPart } from './lazy-part'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const Part = () => <p>the part</p>

it('[1-04] [2.1-20] a part stands in with what it is told to, and is asked for again until it comes', async () => {
  vi.useFakeTimers()
  const load = vi
    .fn<() => Promise<typeof Part>>()
    .mockRejectedValueOnce(new TypeError('dropped'))
    .mockResolvedValue(Part)
  const Lazy = lazyPart(load)
  render(
    <Suspense fallback="טוען...">
      <Lazy />
    </Suspense>,
  )
  await act(() => vi.advanceTimersByTimeAsync(2_900))
  expect(screen.getByText('טוען...')).toBeTruthy()
  expect(load).toHaveBeenCalledOnce()
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(screen.getByText('the part')).toBeTruthy()
})

it('fetching ahead fails in silence', async () => {
  const load = vi.fn().mockRejectedValue(new TypeError('dropped'))
  prefetchPart(load)
  await Promise.resolve()
  expect(load).toHaveBeenCalledOnce()
})
