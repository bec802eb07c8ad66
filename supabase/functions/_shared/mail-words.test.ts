import { describe, expect, test } from 'vitest'
import { formatMoment } from './mail-words.ts'

describe('formatMoment', () => {
  test('tells the day and time in Israel, the hour always with two digits', () => {
    expect(formatMoment(new Date('2026-11-22T22:07:00Z'))).toBe('23 בנובמבר 2026 בשעה 00:07')
    expect(formatMoment(new Date('2026-07-01T06:05:00Z'))).toBe('1 ביולי 2026 בשעה 09:05')
    expect(formatMoment(new Date('2026-07-01T11:05:00Z'))).toBe('1 ביולי 2026 בשעה 14:05')
  })
})
