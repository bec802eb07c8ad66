import { expect, test } from 'vitest'
import { parseFilter } from './filters.ts'
import { checkPatterns, regexEffort } from './patterns.ts'

const check = (...values: string[]) =>
  checkPatterns(values.map((value) => ({ path: [], value: parseFilter('a', value).filter })))

test.each([
  ['abc', 3],
  ['^a[bc]+$', 7],
  ['(ab){3}', 6],
  ['(a{10}){10}', 100],
  ['a{2,}', 6],
  ['[[:alpha:]\\]x]{5}', 5],
  ['[]a]{7}', 7],
  ['\\({9}', 9],
  ['(?=ab)', 16],
  ['((a+)+)+', 64],
  ['a{', 2],
  ['(((', 1],
  [')', 0],
  ['(a)\\1', Infinity],
])('%s takes %d steps', (pattern, effort) => {
  expect(regexEffort(pattern)).toBe(effort)
})

test('tells whether patterns may take long', () => {
  expect([check(), check('eq.a'), check('like.*a*'), check('eq.a', 'match.a{60}')]).toEqual([false, false, false, true])
})

test('refuses what is too long, too much or too many, in groups and lists too', () => {
  const refused = [
    [`imatch.${'x'.repeat(501)}`],
    ['match.(a{50}){50}'],
    ['match(any).{"(a)\\\\1"}'],
    ['match.a{200}', 'imatch.b{200}', 'not.match.c{250}'],
    [`ilike.${'*a'.repeat(200)}`],
    Array.from({ length: 13 }, () => 'like.a'),
  ]
  for (const values of refused) expect(() => check(...values), values[0]).toThrow('too complex')
})

test('a pattern of any text is measured at once', () => {
  for (const text of ['[[:'.repeat(166), '\\'.repeat(500), '('.repeat(500), '[^]'.repeat(166), '{9}'.repeat(166)]) {
    expect(regexEffort(text)).toBeGreaterThanOrEqual(0)
  }
})
