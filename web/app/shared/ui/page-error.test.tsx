import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, data, RouterProvider, useRouteError } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { PageError } from './page-error'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function Caught() {
  return <PageError error={useRouteError()} />
}

function open(loader: () => unknown) {
  const router = createMemoryRouter([{ path: '/', loader, element: <p>the page</p>, errorElement: <Caught /> }])
  vi.spyOn(console, 'error').mockReturnValue()
  render(<RouterProvider router={router} />)
}

it('a page that is not there offers ways on, and nothing to try again', async () => {
  open(() => {
    throw data(null, { status: 404 })
  })
  await screen.findByRole('heading', { name: 'העמוד הזה לא נמצא' })
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByRole('link', { name: 'לכל הקורסים' }).getAttribute('href')).toBe('/courses')
  expect(screen.getByRole('link', { name: 'לדף הבית' }).getAttribute('href')).toBe('/')
})

it.each([
  ['our fault', true, 'משהו השתבש אצלנו'],
  ['the connection', false, 'אין חיבור לאינטרנט'],
])('a page that did not come by %s comes when it is tried again', async (_, online, title) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
  const loader = vi.fn().mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue(null)
  open(loader)
  await screen.findByRole('heading', { name: title })
  await userEvent.click(screen.getByRole('button', { name: 'לנסות שוב' }))
  expect(await screen.findByText('the page')).toBeTruthy()
})
