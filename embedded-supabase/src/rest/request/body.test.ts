import { describe, expect, test } from 'vitest'
import { RestError } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { parseBody } from './body.ts'
import { parseCsv } from './csv.ts'
import { jsonDepth } from './json-depth.ts'

const parse = (text: string, type: string | null = null, isRpc = false) => parseBody(Buffer.from(text), type, isRpc)

describe('JSON', () => {
  test('keeps the text and tells its keys', () => {
    expect(parse('[{"a":1,"b":2},{"b":3,"a":12345678901234567890}]')).toEqual({
      kind: 'json',
      isWhole: true,
      text: '[{"a":1,"b":2},{"b":3,"a":12345678901234567890}]',
      shape: 'array',
      rows: 2,
      keys: ['a', 'b'],
      uniform: true,
    })
    expect(parse('[{"a":1},{"b":1}]')).toMatchObject({ uniform: false })
    expect(parse('{"__proto__":1}')).toMatchObject({ keys: ['__proto__'] })
  })

  test('an empty body is no arguments', () => {
    expect(parse('', null, true)).toMatchObject({ keys: [], shape: 'object' })
    expect(() => parse('')).toThrow(RestError)
  })

  test('depth is counted outside of strings', () => {
    expect(jsonDepth('{"a":["[[[\\"[[",[]]}')).toBe(3)
    expect(jsonDepth('"[[')).toBe(0)
    expect(() => parse(`${'['.repeat(LIMITS.jsonDepth + 1)}${']'.repeat(LIMITS.jsonDepth + 1)}`)).toThrow(RestError)
  })
})

test('texts and bytes are for functions only', () => {
  expect(parse('hi', 'text/plain;charset=UTF-8', true)).toEqual({ kind: 'text', text: 'hi' })
  expect(parse('hi', 'application/octet-stream', true)).toMatchObject({ kind: 'bytes' })
  expect(() => parse('hi', 'text/plain')).toThrow(RestError)
})

describe('CSV', () => {
  test('reads quotes, line ends and nulls', () => {
    expect(parseCsv('a,b\r\n"x, ""y""",NULL\n1,\n')).toEqual([
      { a: 'x, "y"', b: null },
      { a: '1', b: '' },
    ])
  })

  test('refuses uneven lines', () => {
    expect(parseCsv('a,b\n1')).toBeUndefined()
    expect(parseCsv('\n'.repeat(1_000_000))).toBeUndefined()
    expect(parseCsv('a\n"x')).toBeUndefined()
  })
})
