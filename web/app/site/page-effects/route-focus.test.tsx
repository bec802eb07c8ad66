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
async function goToLate() {
  const router = createMemoryRouter([
    {
      element: <Frame />,
      children: [
        { path: '/', element: <h1>רשימה</h1> },
        { path: '/late', element: <Late /> },
      ],
    },
  ])
  render(<RouterProvider router={router} />)
  await act(() => router.navigate('/late'))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
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
