import { expect, it } from 'vitest'
import { concerned, isGranted, mapChanges, marked, opposite, pagesAsking } from './roles.rules'

const role = { name: 'analyst', level: 3, permissions: ['reports.view'], members: 1, signedIn: 0, names: ['נועה לוי'] }
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

it('a preview names five people and counts the rest, those beyond the names that were told too', () => {
  expect(concerned(role)).toEqual({ named: ['נועה לוי'], further: 0 })
  const many = { ...role, members: 31, names: Array.from({ length: 20 }, (_, place) => `חבר ${place}`) }
  expect(concerned(many)).toMatchObject({ named: { length: 5 }, further: 26 })
})
