import { expect, test } from 'vitest'
import { migrationName } from './migration-name.mjs'

const NOON = new Date('2026-12-01T12:00:00Z')

test.each([
  [[], '20261201120000_course_colour.sql'],
  [['20261120000010_first.sql'], '20261201120000_course_colour.sql'],
  [['20261120000010_first.sql', '20261220000020_short_words.sql'], '20261220000030_course_colour.sql'],
  [['20261120000010_one_course_colour.sql', 'README.md'], '20261201120000_course_colour.sql'],
])('a new migration sorts after %j', (names, expected) => {
  const name = migrationName(names, 'course_colour', NOON)
  expect(name).toBe(expected)
  expect([...names.filter((other) => other.endsWith('.sql')), name].sort().at(-1)).toBe(name)
})

test.each([undefined, '', 'Course', 'a-b', '../x', '_a', 'a_', 'קורס'])('%j is no name', (words) => {
  expect(() => migrationName([], words as string, NOON)).toThrow('npm run db:new')
})

test('a name that another one has is refused with the other', () => {
  expect(() => migrationName(['20261120000010_first.sql'], 'first', NOON)).toThrow('20261120000010_first.sql')
})
