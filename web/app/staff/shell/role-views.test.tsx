import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it, vi } from 'vitest'
import { paths } from '~/shared/config/paths'
import { stubListLayout } from '~/shared/testing/list-layout'
import { type StaffMember, type StaffRole, staffDenial } from '~/staff/entry/staff.rules'
import { staffPageText } from '~/staff/shared/staff-pages.he'
import { STAFF_PAGES } from '~/staff/shared/staff-pages.rules'
import { OpenPage } from './open-page'
import { Palette } from './palette'
import { ShellNavigation } from './shell-navigation'

vi.mock('~/staff/today/today.calls', () => ({
  waitingQuery: () => ({ queryKey: ['waiting'], queryFn: () => ({}) }),
}))
stubListLayout()

const PERMISSIONS = [
  ...new Set(STAFF_PAGES.flatMap(({ demand: { permission, anyPermission = [] } }) => [permission, ...anyPermission])),
].filter((name) => name !== undefined)

/** Beside those of the academy one for every permission that opens a page, since roles may become any other. */
const ROLES: [string, StaffRole][] = [
  { name: 'super_admin', level: 1, permissions: [] },
  { name: 'admin', level: 2, permissions: PERMISSIONS },
  { name: 'unknown', level: 999, permissions: [] },
  ...PERMISSIONS.map((name) => ({ name: `only ${name}`, level: 5, permissions: [name] })),
].map((role) => [role.name, role])

const memberOf = (role: StaffRole): StaffMember => ({
  ...{ id: '1', email: 'a@academy.example', firstName: 'נועה', lastName: '', isActive: true, emailVerified: true },
  role,
})

function show(element: ReactNode) {
  const children = STAFF_PAGES.map(({ path, name }) => ({ path, element: <p>{`the page ${name}`}</p> }))
  const router = createMemoryRouter([{ element, children }], { initialEntries: [paths.admin] })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return router
}
const wordsIn = (selector: string) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent)

/** That the database gives just as much, supabase/tests/staff-call-permissions.test.ts holds for every role. */
it.each(ROLES)('[6-12] [6-13] %s is shown one and the same in pages, navigation and search', async (_, role) => {
  const given = STAFF_PAGES.filter(({ demand }) => staffDenial(role, demand) === null).map(({ name }) => name)
  const words = given.map((name) => staffPageText[name]).sort()

  const router = show(<OpenPage member={memberOf(role)} onRefused={() => undefined} />)
  for (const { name, path } of STAFF_PAGES) {
    await act(() => router.navigate(path))
    const isGiven = given.includes(name)
    expect([name, wordsIn('p').includes(`the page ${name}`)]).toEqual([name, isGiven])
    expect([name, wordsIn('[role=alert]').length]).toEqual([name, isGiven ? 0 : 1])
  }
  cleanup()

  show(<ShellNavigation member={memberOf(role)} />)
  expect(wordsIn('nav a').sort()).toEqual(words)
  cleanup()

  show(<Palette role={role} onClose={() => undefined} />)
  const pages: string[] = Object.values(staffPageText)
  expect(
    wordsIn('[role=option]')
      .filter((found) => pages.includes(found))
      .sort(),
  ).toEqual(words)
})
