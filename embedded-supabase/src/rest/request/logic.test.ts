import { expect, test } from 'vitest'
import { RestError } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { parseLogic } from './logic.ts'

test('finds place, negation and nested groups', () => {
  const { path, logic } = parseLogic('lessons.not.or', '(a.eq.1,not.and(b.gt."x,y",c.in.(1,2)))')
  expect(path).toEqual(['lessons'])
  expect(logic).toMatchObject({
    kind: 'or',
    negated: true,
    terms: [
      { field: { name: 'a' }, operation: { value: '1' } },
      { kind: 'and', negated: true, terms: [{ operation: { value: 'x,y' } }, { operation: { values: ['1', '2'] } }] },
    ],
  })
})

test('keeps arrays whole', () => {
  expect(parseLogic('and', '(a.cs.{1,"}",2},b.is.null)').logic.terms).toMatchObject([
    { operation: { value: '{1,"}",2}' } },
    { operation: { value: 'null' } },
  ])
})

test('limits the depth', () => {
  const nested = (depth: number) => `${'(or'.repeat(depth - 1)}(a.eq.1)${')'.repeat(depth - 1)}`
  expect(() => parseLogic('or', nested(LIMITS.logicDepth))).not.toThrow()
  expect(() => parseLogic('or', nested(LIMITS.logicDepth + 1))).toThrow(RestError)
})

test.each(['', '()', '(a)', '(a.eq.1', '(a.eq.1)x', '(or)', '(a.eq.1,)'])('refuses %s', (value) => {
  expect(() => parseLogic('or', value)).toThrow(RestError)
})
