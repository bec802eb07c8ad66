import { expect, test } from 'vitest'
import { becomeCaller } from './identity.ts'

const caller = { role: 'anon' as const, claims: { role: 'anon' } }

test('sets the role last, values only as parameters', () => {
  const { text, values } = becomeCaller(caller, { statement_timeout: '3s' }, { settings: { 'request.method': "GE'T" } })
  expect(text).toContain("set_config('statement_timeout', $1, true)")
  expect(text).not.toContain("GE'T")
  expect(values.at(-1)).toBe('anon')
  expect(values).toContain("GE'T")
  expect(values).toContain('{"role":"anon"}')
})

test('a read refuses writes', () => {
  expect(becomeCaller(caller, {}, { readOnly: true }).text).toContain("set_config('transaction_read_only'")
})

test('a setting whose name is no identifier is left out', () => {
  expect(becomeCaller(caller, { "a', 'b": 'x' }).text).not.toContain("a'")
})

test.each([
  ['3s', 1_000, '1000'],
  ['1min', 1_000, '1000'],
  ['500ms', 1_000, '500ms'],
  ['800', 1_000, '800'],
  ['0', 1_000, '1000'],
])('of the limit of the role, %s, and %i ms the shorter counts', (own, timeoutMs, expected) => {
  const { text, values } = becomeCaller(caller, { statement_timeout: own }, { timeoutMs })
  const place = Number(/'statement_timeout', \$(\d+)/.exec(text)?.[1])
  expect(values[place - 1]).toBe(expected)
})
