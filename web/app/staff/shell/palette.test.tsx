import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router'
import { expect, it, vi } from 'vitest'
import { stubListLayout } from '~/shared/testing/list-layout'
import type { StaffRole } from '~/staff/entry/staff.rules'
import { useActionOpen } from '~/staff/shared/use-requested-action'
import { Palette } from './palette'
import { shellText as text } from './shell.he'

const dana = {
  ...{ id: 'd1', firstName: 'דנה', lastName: 'כהן', emailMasked: 'd***@g***.com', state: 'active', sortValue: '' },
}
vi.mock('~/staff/students/students.calls', () => ({
  studentsQuery: ({ search }: { search: string }) => ({
    queryKey: ['students', search],
    queryFn: () => ({ rows: [dana], total: 1, previous: null, next: null }),
  }),
}))
stubListLayout()

const roleWith = (...permissions: string[]): StaffRole => ({ name: 'analyst', level: 2, permissions })

function Team() {
  const [open, setOpen] = useActionOpen('invite')
  const { state } = useLocation()
  return (
    <>
      <p>{open ? 'the invitation' : 'the team'}</p>
      <p>state: {JSON.stringify(state)}</p>
      <button type="button" onClick={() => setOpen(false)}>
        cancel
      </button>
    </>
  )
}

function Desk({ role }: { role: StaffRole }) {
  const [open, setOpen] = useState(true)
  return open ? <Palette role={role} onClose={() => setOpen(false)} /> : null
}

function open(role: StaffRole) {
  const routes = [
    { path: '/admin', element: <Desk role={role} /> },
    { path: '/admin/users', element: <Team /> },
    { path: '/admin/students/:id', element: <p>the record</p> },
  ]
  const router = createMemoryRouter(routes, { initialEntries: ['/admin'] })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return router
}
const type = (typed: string) => fireEvent.change(screen.getByRole('combobox'), { target: { value: typed } })
const offered = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

it('[2.12-04] an act is found by its words and begins on its page, once', async () => {
  const router = open(roleWith('users.view', 'users.manage'))
  type('הזמנה')
  expect(offered()).toEqual([text.acts.invite])
  fireEvent.click(screen.getByRole('option', { name: text.acts.invite }))
  expect(await screen.findByText('the invitation')).toBeTruthy()
  expect(router.state.location.pathname).toBe('/admin/users')
  expect(await screen.findByText('state: null')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'cancel' }))
  expect(await screen.findByText('the team')).toBeTruthy()
})

it('[2.12-04] offers only what the role may do', () => {
  open(roleWith('users.view', 'quizzes.manage'))
  type('הזמנה')
  expect(offered()).toEqual([])
  type('חדש')
  expect(offered()).toEqual([text.acts.newQuiz])
  type('ייצוא')
  expect(offered()).toEqual([])
})

it('[2.12-05] of a student who is found, the acts that are allowed are offered by name', async () => {
  const router = open(roleWith('students.view', 'users.manage'))
  type('דנה')
  const close = await screen.findByRole('option', { name: `${text.studentActs.close}דנה כהן` })
  expect(offered()).not.toContain(`${text.studentActs.reopen}דנה כהן`)
  fireEvent.click(close)
  expect(router.state.location.pathname).toBe('/admin/students/d1')
  expect(router.state.location.state).toEqual({ act: 'close' })
})

it('[2.12-05] who may only view students closes none', async () => {
  open(roleWith('students.view'))
  type('דנה')
  expect(await screen.findByRole('option', { name: `${text.studentActs.view}דנה כהן` })).toBeTruthy()
  expect(offered()).not.toContain(`${text.studentActs.close}דנה כהן`)
})
