import { describe, expect, it } from 'vitest'
import { formatClock } from '~/shared/formats/clock'
import { readMoment } from './video-moment.rules'

describe('a moment of a film', () => {
  it('is read back as it is written', () => {
    for (const second of [0, 5, 59, 60, 125, 3599, 3600, 3725, 7260])
      expect(readMoment(formatClock(second))).toBe(second)
    expect([readMoment(' 90:00 '), readMoment('00:07')]).toEqual([5400, 7])
  })

  it('is nothing else', () => {
    for (const typed of ['', '5', '1:5', '1:60', '1:60:00', '-1:00', '1:2:3', 'ab:cd', '1:00:00:00'])
      expect([typed, readMoment(typed)]).toEqual([typed, undefined])
  })
})
