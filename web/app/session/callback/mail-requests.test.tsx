import { afterEach, expect, it, vi } from 'vitest'
import { beginWaiting, endWaiting, findWaiting, rememberMailRequest, returnQuery } from './mail-requests'

afterEach(() => void vi.restoreAllMocks())

const HASH = 'a'.repeat(64)
/** What a project lists as the address of the callback page, where `*` stands for anything but a dot and a slash. */
const LISTED = [/^\?n=[^./]*&for=[^./]*$/, /^\?n=[^./]*&for=signin$/]
/** What the embedded server lists, to the letter. */
const TO_THE_LETTER =
  /^\?n=[0-9a-f]{64}(&on=[A-Za-z_]{0,20}-[A-Za-z]{0,20})?&for=(signup|signin|verification|email_change)$/

it.each([
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36', '&on=Chrome-Windows'],
  [
    'Mozilla/5.0 (Linux; Android 14) SamsungBrowser/25.0 Chrome/121.0 Mobile Safari/537.36',
    '&on=Samsung_Internet-Android',
  ],
  ['Mozilla/5.0 (iPhone) <b>', '&on=-iOS'],
  ['curl/8', ''],
])('[7-03] a mailed link leads back with its nonce and the device that asked: %s', (userAgent, on) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
  const query = returnQuery(HASH, 'signin')
  expect(query).toBe(`?n=${HASH}${on}&for=signin`)
  for (const pattern of [...LISTED, TO_THE_LETTER]) expect(query).toMatch(pattern)
})

it('a wait is there for its page alone, for as long as its link, until a mail is used; then its secret is gone', () => {
  const now = Date.now()
  const hour = 3_600_000
  rememberMailRequest('dana@example.com', '/dashboard', now, HASH, true)
  expect(findWaiting('signup', now)).toBeUndefined()
  beginWaiting({ key: 'secret', hash: HASH }, 'signup', now)
  expect(findWaiting('signup', now + hour)).toMatchObject({ email: 'dana@example.com', key: 'secret', registers: true })
  expect(findWaiting('signin', now)).toBeUndefined()
  expect(findWaiting('signup', now + 24 * hour)).toBeUndefined()
  rememberMailRequest('noa@example.com', '/dashboard', now, 'b'.repeat(64))
  beginWaiting({ key: 'other', hash: 'b'.repeat(64) }, 'signin', now)
  expect([findWaiting('signup', now), findWaiting('signin', now)?.email]).toEqual([undefined, 'noa@example.com'])
  endWaiting(now)
  expect(findWaiting('signin', now)).toBeUndefined()
  expect(localStorage.getItem('mail-requests')).not.toMatch(/secret|other|waits/)
  expect(localStorage.getItem('mail-requests')).toContain('"registers":true')
})
