import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as plans from './phone-number'
import { plainPhone } from './plain-phone.rules'

const typedAs = (reading: plans.PhoneReading, typed: string) => reading.toE164(reading.readTyped(typed, 'IL'))

describe('a phone field without numbering plans', () => {
  it('[9-16] starts in Israel', () => {
    expect(plainPhone.toPhoneInput('')).toEqual({ country: 'IL', text: '' })
    expect(plainPhone.dialCodeOf('IL')).toBe(plans.dialCodeOf('IL'))
  })

  it('shows a stored number as it is dialled there, and another as it is', () => {
    expect(plainPhone.toPhoneInput('+972501234567').text).toBe('0501234567')
    expect(plainPhone.toPhoneInput('+442079460958').text).toBe('+442079460958')
  })

  it('reads an Israeli number as the plans do, however it is written', () => {
    const separator = fc.constantFrom('', '-', ' ', ') ')
    const line = fc.integer({ min: 2_000_000, max: 9_999_999 })
    fc.assert(
      fc.property(fc.constantFrom('050', '052', '054', '058', '02', '03', '09'), separator, line, (area, gap, end) => {
        const typed = `${area}${gap}${end}`
        expect(typedAs(plainPhone, typed)).toBe(typedAs(plans, typed))
      }),
    )
  })

  it.each([
    '+442079460958',
    '+33 6 12 34 56 78',
    '+972-50-123-4567',
    '',
    '(',
    'abc',
    '٣',
    '\u202a+44 20 7946 0958\u202c',
    '\u200f050\u00a01234567',
  ])('reads %j as the plans do', (typed) => {
    expect(typedAs(plainPhone, typed)).toBe(typedAs(plans, typed))
  })
})
