import { describe, expect, test } from 'vitest'
import { RestError } from '../errors.ts'
import { parseNames, parseSelect } from './select.ts'

const field = (name: string, more: object = {}) => ({ kind: 'field', field: { name, path: [] }, ...more })

describe('fields', () => {
  test('names with spaces, dashes, quotes and letters of any script', () => {
    expect(parseSelect('a b,c-d,"e,f(","say \\"hi\\"",שם')).toEqual(
      ['a b', 'c-d', 'e,f(', 'say "hi"', 'שם'].map((name) => field(name)),
    )
  })

  test('aliases, casts and aggregates', () => {
    expect(parseSelect('x:a::text, a.sum()::int, count(), n:count()')).toEqual([
      field('a', { alias: 'x', cast: 'text' }),
      field('a', { aggregate: 'sum', aggregateCast: 'int' }),
      field('*', { aggregate: 'count' }),
      field('*', { aggregate: 'count', alias: 'n' }),
    ])
  })

  test('paths into JSON', () => {
    expect(parseSelect('a->b->-1->>c')).toEqual([
      {
        kind: 'field',
        field: {
          name: 'a',
          path: [
            { arrow: '->', key: 'b', index: false },
            { arrow: '->', key: '-1', index: true },
            { arrow: '->>', key: 'c', index: false },
          ],
        },
      },
    ])
  })
})

describe('resources', () => {
  test('alias, hint and kind of join in any order', () => {
    const expected = {
      kind: 'embed',
      relation: 'r',
      alias: 'x',
      hint: 'fk',
      join: 'inner',
      spread: false,
      select: [field('id')],
    }
    expect(parseSelect('x:r!fk!inner(id)')).toEqual([expected])
    expect(parseSelect('x:r!inner!fk(id)')).toEqual([expected])
  })

  test('spread, nested and empty', () => {
    expect(parseSelect('...a(b(c)),d()')).toEqual([
      {
        kind: 'embed',
        relation: 'a',
        spread: true,
        select: [{ kind: 'embed', relation: 'b', spread: false, select: [field('c')] }],
      },
      { kind: 'embed', relation: 'd', spread: false, select: [] },
    ])
  })
})

test.each(['a(', 'a)', 'a,,b', 'a::', 'a b!', ',', 'a.total()', '(', 'a(b', '*x', '->a', 'a->'])(
  'refuses %s',
  (text) => {
    expect(() => parseSelect(text)).toThrow(RestError)
  },
)

test('lists of names drop repetitions', () => {
  expect(parseNames('"a b", c,"a b"', 'columns')).toEqual(['a b', 'c'])
  expect(() => parseNames('a,', 'columns')).toThrow(RestError)
})
