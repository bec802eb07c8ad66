import { describe, expect, it } from 'vitest'
import { paths } from '~/shared/config/paths'
import { staffPaths } from '~/shared/config/staff-paths'
import { safeReturnPath } from './return-path.rules'

/** Where nobody comes back to: ways in, answers to mails by their own keys, and what is no page. */
const NO_RETURN = new Set<string>([
  ...['login', 'register', 'authCallback', 'authVerify', 'twoStep', 'recoverAccount', 'lostMail'],
  ...['preview', 'unsubscribe', 'answerRating'],
  ...['sitemap', 'rss', 'manifest', 'securityTxt'],
])

const samplesOf = (addresses: Record<string, string | ((...ids: never[]) => string)>) =>
  Object.entries(addresses).map(([name, path]) => {
    const make = path as (...ids: number[]) => string
    return [name, typeof path === 'string' ? path : make(7, 8, 9)] as const
  })

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
    '/courses/1/lessons/2?x=1#t=252',
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
    '/admin/support/1',
    '/support/1/2',
    '/support/',
    '/dashboardx',
    '',
    null,
    undefined,
    42,
    {},
  ])('refuses %j', (path) => expect(safeReturnPath(path)).toBeNull())

  it.each(samplesOf(paths))('knows of %s whether one comes back to it', (name, path) => {
    const isReturned = !NO_RETURN.has(name) && !name.startsWith('admin')
    expect(safeReturnPath(path)).toBe(isReturned ? path : null)
  })
  it.each(samplesOf(staffPaths))('leads no student to the staff page %s', (_, path) => {
    expect(safeReturnPath(path)).toBeNull()
  })

  it.each(['#access_token=1', '#t=1x', '#t=1234567', '#t=', '#'])('leaves out the fragment %s', (hash) => {
    expect(safeReturnPath(`/courses/1/lessons/2${hash}`)).toBe('/courses/1/lessons/2')
  })
})
