import { expect, it } from 'vitest'
import { isGranted, mapChanges, marked, opposite, pagesAsking } from './roles.rules'

const role = { name: 'analyst', level: 3, permissions: ['reports.view'], members: 1, signedIn: 0 }
const map = { version: 'v', permissions: ['reports.view', 'users.view'], roles: [role] }
const give = { role: 'analyst', permission: 'users.view', granted: true }
const take = { role: 'analyst', permission: 'reports.view', granted: false }

it('[6-13] a mark changes what a role will hold, and taking it back is no change', () => {
  const marks = marked(marked(new Map(), give), take)
  expect(isGranted(role, 'users.view', marks)).toBe(true)
  expect(isGranted(role, 'reports.view', marks)).toBe(false)
  expect(mapChanges(map, marks)).toEqual([give, take])
  expect(mapChanges(map, marked(marks, { ...give, granted: false }))).toEqual([take])
})

it('a map that changed meanwhile keeps the marks that still change it', () => {
  const marks = marked(marked(new Map(), give), take)
  const meanwhile = { ...map, roles: [{ ...role, permissions: ['reports.view', 'users.view'] }] }
  expect(mapChanges(meanwhile, marks)).toEqual([take])
  expect(mapChanges({ ...map, roles: [] }, marks)).toEqual([])
})

it('undo is the opposite of each change', () => {
  expect(opposite([give, take])).toEqual([
    { ...give, granted: false },
    { ...take, granted: true },
  ])
})

it('[6-14] [6-16] pages are found by what they ask for', () => {
  expect(pagesAsking('students.view')).toEqual(['students'])
  expect(pagesAsking('users.view')).toEqual(['users'])
  expect(pagesAsking('reports.view')).toEqual([])
})
