import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { staffDenial } from '~/staff/entry/staff.rules'
import { openPages, STAFF_PAGES, staffPageAt } from './staff-pages.rules'

const role = (name: string, permissions: string[]) => ({ name, level: 3, permissions })

it.each([
  ['/admin', 'desk'],
  ['/admin/', 'desk'],
  ['/admin/students', 'students'],
  ['/admin/analytics/x', 'analytics'],
  ['/admin/students/1', 'students'],
  ['/admin/support/1', 'support'],
  ['/admin/audit/7', 'audit'],
  ['/admin/settings', 'settings'],
  ['/admin/studentsx', undefined],
  ['/admin/mails', 'mails'],
  ['/admin/approvals', 'approvals'],
  ['/admin/operations', 'operations'],
  ['/admin/media', 'media'],
  ['/admin/legal/terms', 'legal'],
  ['/admin/news/x', 'news'],
  ['/admin/facts/x', 'facts'],
  ['/admin/essays', 'essays'],
  ['/admin/courses/1', 'courses'],
  ['/admin/categories', 'categories'],
  ['/admin/quizzes/1', 'quizzes'],
  ['/admin/authors/1', 'authors'],
  ['/admin/users', 'users'],
  ['/admin/users/invitations', 'users'],
  ['/admin/users/roles', 'roles'],
  ['/admin/nothing', undefined],
  ['/', undefined],
])('%s belongs to %s', (path, name) => {
  expect(staffPageAt(path)?.name).toBe(name)
})

it('[6-06] [6-14] [6-16] [6-24] a role finds the pages that it may open, super_admin all', () => {
  const names = (permissions: string[]) => openPages(role('analyst', permissions)).map(({ name }) => name)
  expect(names([])).toEqual(['desk', 'audit'])
  expect(names(['students.view'])).toEqual(['desk', 'students', 'audit'])
  expect(names(['users.view'])).toEqual(['desk', 'users', 'audit'])
  expect(openPages(role('super_admin', []))).toEqual(STAFF_PAGES)
  expect(openPages(null).map(({ name }) => name)).toEqual(['desk', 'audit'])
})

it('[6-20] [6-22] lessons open to whoever writes lessons, and tests to whoever writes courses, as the database has it', () => {
  const opens = (path: string, permission: string) =>
    staffDenial(role('analyst', [permission]), staffPageAt(path)?.demand ?? {}) === null
  for (const path of ['/admin/courses/1/lessons', '/admin/courses/1/lessons/2', '/admin/courses/1/lessons/']) {
    expect([path, opens(path, 'lessons.manage'), opens(path, 'courses.manage')]).toEqual([path, true, true])
    expect(opens(path, 'quizzes.manage')).toBe(false)
  }
  expect([opens('/admin/courses/1', 'lessons.manage'), opens('/admin/courses', 'lessons.manage')]).toEqual([
    false,
    false,
  ])
  expect([opens('/admin/quizzes', 'courses.manage'), opens('/admin/quizzes/1', 'quizzes.manage')]).toEqual([true, true])
})

it('[2.12-24] every page behind the guard stands in the list', () => {
  const table = readFileSync(new URL('../../routes.ts', import.meta.url), 'utf8')
  const shell = /shell\.route\.tsx', \[([\s\S]*?)\n {4}\]\)/.exec(table)?.[1] ?? ''
  const paths = [...shell.matchAll(/\broute\('([^']+)'/g)].map(([, path]) => `/admin/${path}`)
  expect(paths.length).toBeGreaterThan(0)
  expect(paths.filter((path) => staffPageAt(path.replaceAll(/:\w+/g, 'x')) === undefined)).toEqual([])
})
