import { describe, expect, it } from 'vitest'
import { listCountries, readTyped, toE164, toPhoneInput } from './phone-number'

describe('the phone field [2.6-02]', () => {
  it('[9-16] starts in Israel', () => expect(toPhoneInput('')).toEqual({ country: 'IL', text: '' }))
  it.each([
    ['0501234567', '+972501234567'],
    ['050-123-4567', '+972501234567'],
    ['501234567', '+972501234567'],
    ['', ''],
    ['(', ''],
  ])('reads %s typed in Israel as %s', (typed, number) => expect(toE164(readTyped(typed, 'IL'))).toBe(number))
  it.each([
    ['\u202a+44 20 7946 0958\u202c', 'GB', '+442079460958'],
    ['\u200e+33\u00a06\u202f12 34 56 78', 'FR', '+33612345678'],
    ['\u200f050\u00a0123\u00ad4567', 'IL', '+972501234567'],
    ['٠٥٠-١٢٣٤٥٦٧', 'IL', '+972501234567'],
  ])('reads %j, as it was copied, in %s', (typed, country, number) => {
    const input = readTyped(typed, 'IL')
    expect([input.country, toE164(input)]).toEqual([country, number])
  })
  it('moves to the country of a number with its own code', () => {
    const input = readTyped('+442079460958', 'IL')
    expect(input.country).toBe('GB')
    expect(toE164(input)).toBe('+442079460958')
  })
  it('shows a stored number in its country', () => {
    expect(toPhoneInput('+972501234567')).toEqual({ country: 'IL', text: '050-123-4567' })
  })
  it('drops what is not part of a number', () => expect(readTyped('05a0x1', 'IL').text).toBe('0501'))
  it('lists the countries by Hebrew name with their dial codes', () => {
    const countries = listCountries()
    expect(countries.length).toBeGreaterThan(230)
    expect(countries.find(({ code }) => code === 'IL')).toMatchObject({ name: 'ישראל', dialCode: '+972' })
  })
})
