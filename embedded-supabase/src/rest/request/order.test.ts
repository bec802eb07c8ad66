import { expect, test } from 'vitest'
import { RestError } from '../errors.ts'
import { parseOrder } from './order.ts'

test('reads direction, nulls, JSON and related columns', () => {
  expect(parseOrder('a.desc.nullslast, b->>c.asc,d.nullsfirst,rel(e).desc')).toMatchObject([
    { field: { name: 'a' }, direction: 'desc', nulls: 'last' },
    { field: { name: 'b', path: [{ key: 'c' }] }, direction: 'asc' },
    { field: { name: 'd' }, nulls: 'first' },
    { relation: 'rel', field: { name: 'e' }, direction: 'desc' },
  ])
})

test.each(['', 'a.ac', 'a.asc.desc', 'a.descc', 'a,', 'r(a,b)', 'a.nullslastt'])('refuses %s', (text) => {
  expect(() => parseOrder(text)).toThrow(RestError)
})
