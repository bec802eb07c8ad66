import { describe, expect, it } from 'vitest'
import { isOpenWithoutPhone } from './phone-gate.rules'

describe('[2.11-07] pages without a phone number', () => {
  it.each(['/profile', '/auth/callback', '/auth/verify-email', '/email-verification', '/login', '/register'])(
    '%s stays open',
    (path) => expect(isOpenWithoutPhone(path)).toBe(true),
  )
  it.each([
    '/terms',
    '/privacy',
    '/cookies',
    '/accessibility',
    '/contact',
    '/terms/',
    '/admin/students',
    '/profile/security',
  ])('%s stays open, for nobody may be kept from it', (path) => expect(isOpenWithoutPhone(path)).toBe(true))
  it.each(['/', '/dashboard', '/courses', '/courses/1/lessons/2', '/news', '/profile-x', '/authx'])(
    '%s is closed',
    (path) => expect(isOpenWithoutPhone(path)).toBe(false),
  )
})
