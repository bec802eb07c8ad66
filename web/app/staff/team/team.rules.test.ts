import { expect, it } from 'vitest'
import type { ListAddress } from '~/staff/shared/list-address.rules'
import { invitationsFound, membersFound, type TeamMember, timeLeft } from './team.rules'

const address = (changed: Partial<ListAddress> = {}): ListAddress => ({
  search: '',
  sort: 'role',
  direction: 'desc',
  filters: {},
  columns: [],
  dense: false,
  place: null,
  ...changed,
})
const member = (name: string, level: number, changed: Partial<TeamMember> = {}): TeamMember => ({
  id: name,
  sortValue: name,
  name,
  email: `${name}@academy.example`,
  role: level === 1 ? 'super_admin' : 'analyst',
  level,
  state: 'active',
  lastLoginAt: null,
  secondStep: false,
  isSelf: false,
  mayChange: false,
  ...changed,
})
const team = [member('b', 3, { state: 'closed' }), member('a', 1), member('c', 3, { lastLoginAt: '2026-11-01' })]
const names = (changed: Partial<ListAddress>) => membersFound(team, address(changed)).map(({ name }) => name)

it.each([
  [{}, ['a', 'b', 'c']],
  [{ sort: 'name', direction: 'asc' }, ['a', 'b', 'c']],
  [{ sort: 'name' }, ['c', 'b', 'a']],
  [{ sort: 'last_login_at' }, ['c', 'b', 'a']],
  [{ search: 'SUPER' }, ['a']],
  [{ search: 'c@academy' }, ['c']],
  [{ filters: { state: 'closed' } }, ['b']],
] as const)('the address %j finds %j', (changed, found) => {
  expect(names(changed).toSorted()).toEqual([...found].toSorted())
  expect(names(changed)[0]).toBe(found[0])
})

it('invitations are found by address, and those that last longest come first', () => {
  const invited = (email: string, expiresAt: string) => ({
    ...{ id: email, sortValue: email, email, firstName: '', lastName: '', role: 'admin', invitedBy: null },
    ...{ expiresAt, mayChange: true },
  })
  const rows = [invited('x@a.example', '2026-11-01'), invited('y@a.example', '2026-11-02')]
  expect(invitationsFound(rows, address({ sort: 'expires_at' })).map(({ id }) => id)).toEqual([
    'y@a.example',
    'x@a.example',
  ])
  expect(invitationsFound(rows, address({ search: 'x@' }))).toHaveLength(1)
})

it.each([
  ['2026-11-08T09:59:00Z', { unit: 'days', count: 7 }],
  ['2026-11-04T10:00:00Z', { unit: 'days', count: 3 }],
  ['2026-11-02T10:00:00Z', { unit: 'days', count: 1 }],
  ['2026-11-02T09:59:00Z', { unit: 'hours', count: 24 }],
  ['2026-11-01T10:00:01Z', { unit: 'hours', count: 1 }],
  ['2026-11-01T10:00:00Z', null],
])('[9-04] what ends at %s has left: %j', (at, left) => {
  expect(timeLeft(at, Date.parse('2026-11-01T10:00:00Z'))).toEqual(left)
})
