import { expect, it } from 'vitest'
import { userLabel } from './user-label.rules'

it.each([
  [{ firstName: 'דנה', email: 'dana@example.com' }, 'דנה'],
  [{ firstName: '  ', email: 'dana@example.com' }, 'dana'],
  [{ email: 'dana@example.com' }, 'dana'],
  [{ email: '' }, 'משתמש'],
  [{}, 'משתמש'],
])('[2.2-04] calls %o %s', (user, label) => expect(userLabel(user, 'משתמש')).toBe(label))
