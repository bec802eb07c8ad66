import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isValidPhone } from './phone.rules'

const CASES_FILE = new URL('../../../../supabase/tests/phone-cases.json', import.meta.url)
const CASES = JSON.parse(readFileSync(CASES_FILE, 'utf8')) as { phone: string; valid: boolean; why: string }[]

describe('phone numbers', () => {
  it.each(CASES)('[5-06] [5-07] [9-14] [9-15] $phone is a phone: $valid, $why', ({ phone, valid }) =>
    expect(isValidPhone(phone)).toBe(valid),
  )
  it.each(['', ' 12', ' +972501234567'])('[5-06] refuses "%s"', (phone) => expect(isValidPhone(phone)).toBe(false))
})
