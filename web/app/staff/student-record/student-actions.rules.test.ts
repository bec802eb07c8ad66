import { expect, it } from 'vitest'
import { allowedActions } from './student-actions.rules'

const role = (level: number, ...permissions: string[]) => ({ name: 'admin', level, permissions })

it('[6-07] [6-14] a role finds the actions that the database lets it do', () => {
  expect(allowedActions(role(2, 'students.view', 'users.manage'), 'active', true)).toEqual([
    'view',
    'sessions',
    'secondStep',
    'data',
    'deletion',
    'close',
  ])
  expect(allowedActions(role(2, 'students.view'), 'active')).toEqual(['view'])
  expect(allowedActions(role(3, 'students.view'), 'active')).toEqual([])
  expect(allowedActions(null, 'active')).toEqual([])
})

it('a closed account is reopened and not viewed; one that leaves is not asked to leave again', () => {
  const manager = role(1, 'students.view', 'users.manage')
  expect(allowedActions(manager, 'closed')).toEqual(['sessions', 'data', 'reopen'])
  expect(allowedActions(manager, 'leaving')).not.toContain('deletion')
})

it('help with a second step is offered where there is one', () => {
  const manager = role(1, 'users.manage')
  expect([allowedActions(manager, 'closed', true), allowedActions(role(1), 'closed', true)]).toEqual([
    ['sessions', 'secondStep', 'data', 'reopen'],
    [],
  ])
})
