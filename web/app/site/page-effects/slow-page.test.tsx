import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SlowPage } from './slow-page'
import { slowPageText } from './slow-page.he'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

it('[4-47] [9-25] says after 8 seconds that a page has not come, and asks for it again', async () => {
  const load = vi.fn<() => Promise<null>>(() => new Promise(() => undefined))
  const router = createMemoryRouter([
    {
      element: [<SlowPage key="slow" />, <Outlet key="page" />],
      children: [
        { index: true, element: null },
        { path: 'courses', loader: load, element: <p>the courses</p> },
      ],
    },
  ])
  render(<RouterProvider router={router} />)
  await act(async () => void router.navigate('/courses?q=1'))
  await pass(7_999)
  expect(screen.queryByRole('alert')).toBeNull()
  await pass(1)
  expect(screen.getByRole('alert').textContent).toContain(slowPageText.late)

  load.mockImplementation(async () => null)
  fireEvent.click(screen.getByRole('button', { name: slowPageText.retry }))
  await pass(0)
  expect(load).toHaveBeenCalledTimes(2)
  expect(screen.getByText('the courses')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(router.state.location.search).toBe('?q=1')
})

it('a second try that hangs as well is given another 8 seconds', async () => {
  const load = vi.fn<() => Promise<null>>(() => new Promise(() => undefined))
  const router = createMemoryRouter([
    { path: '/', element: <SlowPage /> },
    { path: '/courses', loader: load, element: null },
  ])
  render(<RouterProvider router={router} />)
  await act(async () => void router.navigate('/courses'))
  await pass(8_000)
  fireEvent.click(screen.getByRole('button', { name: slowPageText.retry }))
  await pass(7_999)
  expect(screen.queryByRole('alert')).toBeNull()
  await pass(1)
  expect(screen.getByRole('alert')).toBeTruthy()
})
