import { expect, it } from 'vitest'
import {
  compareHalves,
  isAtLeast,
  isBackupOld,
  isDiskFull,
  pendingCount,
  pendingWork,
  sparkPoints,
} from './today.rules'

it('what waits is named once, the urgent first, and counted beside its page', () => {
  const waiting = { courses: 3, tickets: 2, access_requests: 100, mails: 0, facts: 4 }
  expect(pendingWork(waiting).map(({ name }) => name)).toEqual(['tickets', 'access_requests', 'facts', 'courses'])
  expect(pendingCount('students', waiting)).toBe(100)
  expect(pendingCount('facts', waiting)).toBe(4)
  expect(pendingCount('courses', waiting)).toBe(0)
  expect(pendingCount('students', undefined)).toBe(0)
  expect([isAtLeast(99), isAtLeast(100)]).toEqual([false, true])
})

it.each([
  [[1, 1, 2, 1], { present: 3, before: 2, percent: 50 }],
  [[2, 2, 1, 0], { present: 1, before: 4, percent: -75 }],
  [[0, 0, 1, 0], { present: 1, before: 0, percent: null }],
  [[], { present: 0, before: 0, percent: null }],
])('%j is compared by halves', (values, result) => {
  expect(compareHalves(values)).toEqual(result)
})

it('a line goes from right to left, and stands on the ground where nothing happened', () => {
  expect(sparkPoints([0, 2, 4], 100, 20)).toBe('100,20 50,10 0,0')
  expect(sparkPoints([0, 0], 100, 20)).toBe('100,20 0,20')
})

it('a backup of two days and a disk with less than a tenth free want somebody', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  expect([isBackupOld('2026-11-20T02:00:00Z', now), isBackupOld('2026-11-19T02:00:00Z', now)]).toEqual([false, true])
  expect(isBackupOld(null, now)).toBe(true)
  expect([9, 10].map((freeBytes) => isDiskFull({ freeBytes, totalBytes: 100 }))).toEqual([true, false])
})
