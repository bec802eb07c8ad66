import { describe, expect, it } from 'vitest'
import { courseDurationInWords, formatCourseDuration } from './course-durations'
import { formatLessonDuration, isoDuration } from './durations'

describe('course duration', () => {
  it.each([
    [65, '1h 5m'],
    [60, '1h 0m'],
    [55, '0h 55m'],
    [0, '0h 0m'],
    [600, '10h 0m'],
  ])("[9-30] writes %i minutes as '%s'", (minutes, text) => expect(formatCourseDuration(minutes)).toBe(text))

  it.each([null, undefined, Number.NaN, -5])('[9-29] takes 60 minutes for %s', (minutes) =>
    expect(formatCourseDuration(minutes)).toBe('1h 0m'),
  )
})

describe('course duration in words', () => {
  it.each([
    [0, '0 דקות'],
    [1, 'דקה'],
    [6, '6 דקות'],
    [60, 'שעה'],
    [61, 'שעה ודקה'],
    [65, 'שעה ו־5 דקות'],
    [120, 'שעתיים'],
    [620, '10 שעות ו־20 דקות'],
    [null, 'שעה'],
  ])('%s minutes are %s', (minutes, text) => expect(courseDurationInWords(minutes)).toBe(text))
})

describe('lesson duration', () => {
  it.each([
    [600, '10 דק׳'],
    [659, '10 דק׳'],
    [3599, '59 דק׳'],
    [3600, '1:00'],
    [3900, '1:05'],
    [36_000, '10:00'],
    [20, '1 דק׳'],
  ])("[9-31] writes %s seconds as '%s'", (seconds, text) => expect(formatLessonDuration(seconds)).toBe(text))

  it.each([0, -5, null, undefined, Number.NaN])('says nothing of a length that is not known: %s', (seconds) =>
    expect(formatLessonDuration(seconds)).toBeNull(),
  )

  it('gives machines whole seconds', () => expect(isoDuration(61.4)).toBe('PT61S'))
})
