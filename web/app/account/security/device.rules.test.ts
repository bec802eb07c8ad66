import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { deviceOf } from './device.rules'

/** The words of mails are made by the same rule in the database; both run against these cases. */
const CASES_FILE = new URL('../../../../supabase/tests/device-cases.json', import.meta.url)
type Case = { user_agent: string; browser: string | null; system: string | null; kind: string }
const CASES = JSON.parse(readFileSync(CASES_FILE, 'utf8')) as Case[]

describe('[3-05] the device behind a session', () => {
  it.each(CASES)('$user_agent', ({ user_agent, ...device }) => expect(deviceOf(user_agent)).toEqual(device))

  it('claims nothing about a session without one', () =>
    expect(deviceOf(null)).toEqual({ browser: null, system: null, kind: 'unknown' }))
})
