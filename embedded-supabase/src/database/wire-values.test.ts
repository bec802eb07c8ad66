import { expect, test } from 'vitest'
import { encodeValue } from './wire-values.ts'

test('encodes values in the text form of PostgreSQL', () => {
  expect([null, undefined, 'א', 7, true, 9n].map(encodeValue)).toEqual([null, null, 'א', '7', 'true', '9'])
  expect(encodeValue(new Date(0))).toBe('1970-01-01T00:00:00.000Z')
  expect(encodeValue({ a: [1] })).toBe('{"a":[1]}')
})

test('quotes every element of an array literal', () => {
  expect(encodeValue(['a,b', 'say "no"', 'back\\slash', null, 3, [true]])).toBe(
    '{"a,b","say \\"no\\"","back\\\\slash",NULL,"3",{"true"}}',
  )
})
