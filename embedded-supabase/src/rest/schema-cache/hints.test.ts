import { expect, test } from 'vitest'
import { nearest } from './hints.ts'

test('offers the nearest name, or none', () => {
  expect(nearest('course', ['courses', 'categories'])).toBe('courses')
  expect(nearest('Courses', ['courses'])).toBe('courses')
  expect(nearest('secrets', ['courses'])).toBeUndefined()
  expect(nearest('x'.repeat(10_000), ['courses'])).toBeUndefined()
  expect(nearest('(a)', ['(a, b)'], 0.33)).toBe('(a, b)')
})
