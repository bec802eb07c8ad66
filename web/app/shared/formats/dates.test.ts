import { describe, expect, test } from 'vitest'
import { formatDay, formatMoment, formatShortMoment } from './dates'

const JUST_AFTER_MIDNIGHT = '2026-11-22T22:07:00Z'

describe('days and times', () => {
  test('are those of Israel, the hour always with two digits', () => {
    expect(formatDay(JUST_AFTER_MIDNIGHT)).toBe('23 בנובמבר 2026')
    expect(formatMoment(JUST_AFTER_MIDNIGHT)).toBe('23 בנובמבר 2026 בשעה 00:07')
    expect(formatShortMoment(JUST_AFTER_MIDNIGHT)).toBe('23 בנוב׳ 2026, 00:07')
  })
})
