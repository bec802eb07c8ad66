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
