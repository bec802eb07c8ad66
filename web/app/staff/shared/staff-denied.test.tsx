import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderInRouter } from '~/shared/testing/test-router'
import { staffText as text } from '~/staff/entry/staff.he'
import { type StaffDemand, staffDenial } from '~/staff/entry/staff.rules'
import { StaffDenied } from './staff-denied'

afterEach(cleanup)

it.each<[title: string, demand: StaffDemand, heading: string, name: string]>([
  ['[2.12-24] permission', { permission: 'users.view' }, text.denied.permission.title, 'users.view'],
  ['[2.12-25] role', { roles: ['super_admin'] }, text.denied.role.title, 'analyst'],
  ['[2.12-26] level', { minimumLevel: 2 }, text.denied.level.title, '2'],
])('%s: says what is missing, with the way back', (_, demand, title, name) => {
  const denial = staffDenial({ name: 'analyst', level: 3, permissions: ['analytics.view'] }, demand)
  if (!denial) throw new Error('nothing is missing')
  renderInRouter(<StaffDenied denial={denial} />)
  expect(screen.getByRole('heading', { name: title })).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toContain(name)
  expect(screen.getByRole('link', { name: text.back }).getAttribute('href')).toBe('/admin')
})
