import { expect, test } from 'vitest'
import { RestError } from '../errors.ts'
import { hasOperator, parseFilter } from './filters.ts'

const operation = (value: string) => parseFilter('a', value).filter.operation

test('finds the place of a filter', () => {
  expect(parseFilter('x.y.a->b', 'not.eq.1')).toEqual({
    path: ['x', 'y'],
    filter: {
      kind: 'filter',
      field: { name: 'a', path: [{ arrow: '->', key: 'b', index: false }] },
      negated: true,
      operation: { kind: 'quantified', operator: 'eq', value: '1' },
    },
  })
})

test('takes the whole rest as the value', () => {
  expect(operation('eq.a.b,c)"')).toEqual({ kind: 'quantified', operator: 'eq', value: 'a.b,c)"' })
  expect(operation('cs.{"a","b"}')).toEqual({ kind: 'simple', operator: 'cs', value: '{"a","b"}' })
})

test('reads lists with quotes', () => {
  expect(operation('in.(a,"b,c","d\\"e",)')).toEqual({ kind: 'in', values: ['a', 'b,c', 'd"e', ''] })
  expect(operation('in.("a"b,c)')).toEqual({ kind: 'in', values: ['"a"b', 'c'] })
  expect(operation('in.()')).toEqual({ kind: 'in', values: [] })
})

test('reads quantifiers and languages', () => {
  expect(operation('like(any).{a,b}')).toEqual({
    kind: 'quantified',
    operator: 'like',
    quantifier: 'any',
    value: '{a,b}',
  })
  expect(operation('wfts(english).cat')).toEqual({ kind: 'search', search: 'wfts', language: 'english', value: 'cat' })
})

test('is knows five values, in any case', () => {
  expect(operation('is.NULL')).toEqual({ kind: 'is', value: 'null' })
  expect(() => operation('is.nullish')).toThrow(RestError)
})

test.each(['eq', 'nope.1', 'eq(some).1', 'neq(any).1', 'in.1', 'in.(1', 'toString.1', 'fts().a', 'not.not.eq.1', ''])(
  'refuses %s',
  (value) => {
    expect(() => operation(value)).toThrow(RestError)
  },
)

test('tells filters from arguments', () => {
  expect(['eq.1', 'not.is.null', 'in.(1)'].map(hasOperator)).toEqual([true, true, true])
  expect(['1', 'a.b', 'eq', '2024.5'].map(hasOperator)).toEqual([false, false, false, false])
})
