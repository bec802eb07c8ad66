import { expect, test } from 'vitest'
import { RestError } from '../errors.ts'
import { parseQueryString } from './query-string.ts'

test('decodes, sorts for the canonical form and keeps repeated filters', () => {
  const { filters, canonical } = parseQueryString('b=eq.x+y&a=gt.1&a=lt.%D7%90&', false)
  expect(filters.map(({ value }) => value)).toMatchObject([
    { operation: { value: 'x y' } },
    { operation: { value: '1' } },
    { operation: { value: 'א' } },
  ])
  expect(canonical).toBe('a=gt.1&a=lt.%D7%90&b=eq.x%20y')
})

test('finds levels of order, limit and offset', () => {
  const { orders, limits, offsets } = parseQueryString(
    'order=a&x.order=b.desc&x.limit=3&x.y.offset=2&limit=9&offset=nine',
    false,
  )
  expect(orders.map(({ path }) => path)).toEqual([[], ['x']])
  expect(limits).toEqual([
    { path: ['x'], value: 3 },
    { path: [], value: 9 },
  ])
  expect(offsets).toEqual([{ path: ['x', 'y'], value: 2 }])
})

test('on RPC by GET a value without an operator is an argument', () => {
  const { args, filters } = parseQueryString('a=1&b=eq.1', true)
  expect(args).toEqual([['a', '1']])
  expect(filters).toHaveLength(1)
  expect(() => parseQueryString('a=1', false)).toThrow(RestError)
})

test('a percent sign that begins no encoded byte stays', () => {
  expect(parseQueryString('a=eq.%zz%25%', false).filters[0]?.value).toMatchObject({ operation: { value: '%zz%%' } })
})

test.each(['a=eq.%00', 'a=eq.%ff', 'limit=-1', `a=eq.${'x'.repeat(8_000)}`])('refuses %s', (text) => {
  expect(() => parseQueryString(text, false)).toThrow(RestError)
})
