import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { AppError } from '~/shared/errors/errors'
import { reportForbidden } from '~/staff/entry/forbidden-actions'
import { staffText as text } from '~/staff/entry/staff.he'
import type { StaffMember } from '~/staff/entry/staff.rules'
import { OpenPage } from './open-page'

const { warning } = vi.hoisted(() => ({ warning: vi.fn() }))
vi.mock('~/shared/ui/toast', () => ({ toast: { warning } }))

afterEach(cleanup)

const member = (...permissions: string[]): StaffMember => ({
  ...{ id: '1', email: 'a@academy.example', firstName: 'נועה', lastName: '', isActive: true, emailVerified: true },
  role: { name: 'analyst', level: 3, permissions },
})

let refuses = false
function Page() {
  useQuery({
    queryKey: ['staff', 'page'],
    queryFn: () => {
      if (!refuses) return 'rows'
      throw new AppError('UNKNOWN_ERROR', undefined, undefined, { cause: { code: 'FORBIDDEN' } })
    },
  })
  return <input aria-label="note" />
}

function Desk() {
  const [present, setPresent] = useState(member('students.view'))
  return <OpenPage member={present} onRefused={() => setPresent(member())} />
}

it('[2.12-24] a page whose permission is taken while it stands open hears of it at its next request, and keeps what was typed', async () => {
  refuses = false
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const router = createMemoryRouter(
    [{ element: <Desk />, children: [{ path: '/admin/students', element: <Page /> }] }],
    { initialEntries: ['/admin/students'] },
  )
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'note' })
  fireEvent.change(field, { target: { value: 'half a sentence' } })
  expect(screen.queryByRole('alert')).toBeNull()
  await waitFor(() => expect(client.getQueryData(['staff', 'page'])).toBe('rows'))
  refuses = true
  await act(() => client.invalidateQueries())
  expect(await screen.findByRole('heading', { name: text.denied.permission.title })).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toContain('students.view')
  expect(screen.getByText(text.lostLead)).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'note' }).value).toBe('half a sentence')
})

let left: string[] = []
function ActingDesk() {
  const [present, setPresent] = useState(member('students.view', 'users.manage'))
  return <OpenPage member={present} onRefused={() => setPresent(member(...left))} />
}

it('[2.12-24] an action that is refused closes the page at once, and what is lost beside it is said', async () => {
  left = ['students.view']
  const router = createMemoryRouter(
    [{ element: <ActingDesk />, children: [{ path: '/admin/students', element: <input aria-label="note" /> }] }],
    { initialEntries: ['/admin/students'] },
  )
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  const refused = (code: string) => new AppError('UNKNOWN_ERROR', undefined, undefined, { cause: { code } })
  act(() => void reportForbidden(refused('REASON_REQUIRED')))
  expect(warning).not.toHaveBeenCalled()
  act(() => void reportForbidden(refused('FORBIDDEN')))
  expect(warning).toHaveBeenCalledExactlyOnceWith(text.less)
  expect(screen.queryByRole('alert')).toBeNull()
  left = []
  act(() => void reportForbidden(refused('FORBIDDEN')))
  expect(screen.getByRole('alert').textContent).toContain('students.view')
  expect(screen.getByRole('textbox', { name: 'note' })).toBeTruthy()
  expect(warning).toHaveBeenCalledOnce()
})

it('[2.12-24] a page that was never open to the member is not drawn at all', () => {
  const router = createMemoryRouter(
    [
      {
        element: <OpenPage member={member()} onRefused={() => undefined} />,
        children: [{ path: '/admin/students', element: <Page /> }],
      },
    ],
    { initialEntries: ['/admin/students'] },
  )
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  expect(screen.getByRole('alert').textContent).toContain('students.view')
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByText(text.lostLead)).toBeNull()
})
