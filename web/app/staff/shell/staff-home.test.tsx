import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { staffText } from '~/staff/entry/staff.he'
import type { StaffMember } from '~/staff/entry/staff.rules'
import { StaffHome } from './staff-home'

const showFor = (role: { name: string; permissions: string[] } | null) => {
  const member = { firstName: 'דנה', email: 'dana@academy.example', role } as StaffMember
  render(
    <StaffHome member={member} today={null}>
      {null}
    </StaffHome>,
  )
}

it.each([
  [{ name: 'marketing', permissions: ['courses.manage', 'reports.view'] }, 'קורסים, דוחות'],
  [{ name: 'super_admin', permissions: [] }, staffText.allPermissions],
])('[2.12-04] the first page says in Hebrew what the role may do: %j', (role, words) => {
  showFor(role)
  expect(screen.getByText(words)).toBeTruthy()
})

it('[2.12-04] the first page says that an account without a role may do nothing', () => {
  showFor(null)
  expect(screen.getAllByText(staffText.noPermissions)).toHaveLength(2)
})
