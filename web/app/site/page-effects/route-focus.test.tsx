import { act, render, screen, waitFor } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { useRouteFocus } from './route-focus'

let arrive: () => void = () => undefined

function Frame() {
  useRouteFocus()
  return (
    <main tabIndex={-1}>
      <Outlet />
    </main>
  )
}
function Late() {
  const [title, setTitle] = useState('')
  useEffect(() => {
    arrive = () => setTitle('פנייה')
  }, [])
  return (
    <>
      <button type="button">חזרה</button>
      {title && <h1>{title}</h1>}
    </>
  )
}
function Above() {
  return (
    <>
      <button type="button">ניגון</button>
      <h1>שיעור</h1>
    </>
  )
}
function Replaced() {
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    document.querySelector<HTMLElement>('h1')?.setAttribute('tabindex', '-1')
    document.querySelector<HTMLElement>('h1')?.focus()
    arrive = () => setThere(true)
  }, [])
  return isThere ? <h1 key="lesson">שיעור</h1> : <h1 key="frame">מסגרת</h1>
}
function Chosen() {
  useEffect(() => document.querySelector('main')?.focus(), [])
  return <h1>שיעור</h1>
}
async function goToLate() {
  const router = createMemoryRouter([
    {
      element: <Frame />,
      children: [
        { path: '/', element: <h1>רשימה</h1> },
        { path: '/late', element: <Late /> },
        { path: '/above', element: <Above />, handle: { ahead: () => undefined, startsAboveHeading: true } },
        { path: '/chosen', element: <Chosen /> },
        { path: '/replaced', element: <Replaced /> },
      ],
    },
  ])
  render(<RouterProvider router={router} />)
  await act(() => router.navigate('/late'))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
  return router
}

it('a heading that comes with its data gets the focus that waits for it', async () => {
  await goToLate()
  act(() => arrive())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading')))
})

it('and takes it from nobody who went on', async () => {
  await goToLate()
  screen.getByRole('button').focus()
  act(() => arrive())
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(document.activeElement).toBe(screen.getByRole('button'))
})

it('a heading in place of the one that had the focus has it too', async () => {
  await goToLate()
  act(() => arrive())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading')))
  const [heading] = screen.getAllByRole('heading')
  const other = document.createElement('h1')
  heading?.replaceWith(other)
  await waitFor(() => expect(document.activeElement).toBe(other))
})

it('also where the page before already gave it to the first', async () => {
  const router = await goToLate()
  await act(() => router.navigate('/replaced'))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'מסגרת' })))
  await new Promise((resolve) => setTimeout(resolve, 50))
  act(() => arrive())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'שיעור' })))
})

it('a page that starts above its heading has the focus at its content', async () => {
  const router = await goToLate()
  await act(() => router.navigate('/'))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading')))
  await act(() => router.navigate('/above'))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

it('content that only waited for a heading is not what the next page has chosen', async () => {
  const router = await goToLate()
  await act(() => router.navigate('/'))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'רשימה' })))
})

it('content that the next page chose by itself keeps the focus', async () => {
  const router = await goToLate()
  await act(() => router.navigate('/chosen'))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(document.activeElement).toBe(screen.getByRole('main'))
})
