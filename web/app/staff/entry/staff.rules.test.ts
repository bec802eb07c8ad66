import { expect, it } from 'vitest'
import { type StaffDemand, type StaffRole, staffDenial } from './staff.rules'

const superAdmin: StaffRole = { name: 'super_admin', level: 1, permissions: [] }
const admin: StaffRole = { name: 'admin', level: 2, permissions: ['courses.manage', 'users.manage'] }
const analyst: StaffRole = { name: 'analyst', level: 3, permissions: ['analytics.view'] }

it.each<[string, StaffRole | null, StaffDemand, unknown]>([
  ['[6-06] super_admin needs no permission', superAdmin, { permission: 'settings.manage' }, null],
  ['[6-13] a permission of the role opens', admin, { permission: 'users.manage' }, null],
  [
    '[2.12-24] a missing permission is named',
    analyst,
    { permission: 'users.manage' },
    { reason: 'permission', name: 'users.manage' },
  ],
  ['[6-23] a role of the list opens', admin, { roles: ['super_admin', 'admin'] }, null],
  [
    '[2.12-25] a role outside the list is named',
    analyst,
    { roles: ['super_admin', 'admin'] },
    { reason: 'role', name: 'analyst' },
  ],
  ['[6-11] the same level opens', admin, { minimumLevel: 2 }, null],
  ['[6-11] [2.12-26] a higher number does not', analyst, { minimumLevel: 2 }, { reason: 'level', name: '2' }],
  ['[6-10] without a role nothing opens', null, { minimumLevel: 4 }, { reason: 'level', name: '4' }],
  ['[6-24] without a demand everybody of the staff is let in', null, {}, null],
])('%s', (_, role, demand, expected) => expect(staffDenial(role, demand)).toEqual(expected))
