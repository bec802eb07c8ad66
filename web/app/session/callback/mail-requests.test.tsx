import { afterEach, expect, it, vi } from 'vitest'
import { returnQuery } from './mail-requests'

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
