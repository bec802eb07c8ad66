import { expect, test } from 'vitest'
import { hasUnstorableText, nestsTooDeep } from './json-guard.ts'

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

test('depth is counted outside of strings only', () => {
  expect([nestsTooDeep(nested(32)), nestsTooDeep(nested(33))]).toEqual([false, true])
  expect(nestsTooDeep(JSON.stringify({ a: nested(100), 'b"[': '\\"[[' }))).toBe(false)
  expect(nestsTooDeep(`${'[],'.repeat(100)}`)).toBe(false)
})

test('200,000 levels take no time', () => {
  const started = process.cpuUsage()
  expect(nestsTooDeep('{"a":'.repeat(200_000))).toBe(true)
  expect(process.cpuUsage(started).user).toBeLessThan(500_000)
})

test('NUL and lone surrogates are found in keys and values', () => {
  for (const bad of ['\0', '\ud800', 'x\udfff']) {
    expect([hasUnstorableText({ a: [bad] }), hasUnstorableText({ [bad]: 1 })]).toEqual([true, true])
  }
  expect(hasUnstorableText({ a: ['😀', null, 1, true] })).toBe(false)
})
