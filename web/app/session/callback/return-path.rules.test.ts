import { describe, expect, it } from 'vitest'
import { safeReturnPath } from './return-path.rules'

describe('[2.11-02] the address to return to after signing in', () => {
  it.each([
    '/dashboard',
    '/profile',
    '/profile/security',
    '/courses/1/lessons/2',
    '/courses/1/start',
    '/news/x?page=2',
    '/',
    '/auth/verify-email',
  ])('keeps %s', (path) => expect(safeReturnPath(path)).toBe(path))
  it.each([
    'https://evil.example/dashboard',
    '//evil.example/dashboard',
    '/\\evil.example',
    '/\t/evil.example',
    '/dashboard\n',
    'javascript:alert(1)',
    '/courses//evil.example',
    '/%2F%2Fevil.example',
    '/@evil.example',
    '/..//evil.example',
    '/login',
    '/auth/callback?token=1',
    '/admin',
    '',
    null,
    undefined,
    42,
    {},
  ])('refuses %j', (path) => expect(safeReturnPath(path)).toBeNull())
})
