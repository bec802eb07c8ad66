import { describe, expect, it } from 'vitest'
import { isValidPhone, needsPhoneUpdate } from './phone.rules'

describe('phone numbers', () => {
  it.each(['+972501234567', '972501234567', '12', '+123456789012345'])('[5-06] [9-15] accepts %s', (phone) =>
    expect(isValidPhone(phone)).toBe(true),
  )
  it.each(['', '+', '1', '0501234567', '+0501234567', '+1234567890123456', '+97250-123', ' 12', '++12', '١٢٣'])(
    '[5-06] [9-15] refuses "%s"',
    (phone) => expect(isValidPhone(phone)).toBe(false),
  )
  it('[5-07] [9-14] refuses the placeholder', () => expect(isValidPhone('+972000000000')).toBe(false))
  it('[4-23] asks for an update when the phone is missing, the placeholder or invalid', () => {
    expect([null, undefined, '', '+972000000000', '050-1234567'].every(needsPhoneUpdate)).toBe(true)
    expect(needsPhoneUpdate('+972501234567')).toBe(false)
  })
})
