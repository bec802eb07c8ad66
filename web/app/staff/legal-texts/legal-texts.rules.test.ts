import { expect, it } from 'vitest'
import {
  DRAFT,
  firstComparison,
  type LegalRecord,
  type LegalVersion,
  legalVersionState,
  toLegalFields,
  toLegalValues,
} from './legal-texts.rules'

const version = (number: number, withdrawnAt: string | null = null) =>
  ({ version: number, withdrawnAt }) as LegalVersion
const record = (inForce: number | null, ...numbers: number[]) =>
  ({ inForce, versions: numbers.map((number) => version(number)) }) as LegalRecord

it('a version is in force, ahead of it, behind it, or withdrawn', () => {
  const states = [version(3), version(2), version(1), version(4, '2026-11-01')].map((one) => legalVersionState(one, 2))
  expect(states).toEqual(['coming', 'in_force', 'earlier', 'withdrawn'])
  expect(legalVersionState(version(1), null)).toBe('coming')
})

it('compares the draft with what is in force, and without one the newest two', () => {
  expect(firstComparison(record(2, 3, 2, 1), true)).toEqual(['2', DRAFT])
  expect(firstComparison(record(2, 2, 1), false)).toEqual(['1', '2'])
  expect(firstComparison(record(1, 1), false)).toEqual(['1', DRAFT])
  expect(firstComparison(record(null), false)).toEqual(['', DRAFT])
})

it('a draft goes into the form and back as it was', () => {
  const fields = { body: { type: 'doc', content: [] }, summary_he: 'מה השתנה', demands_acceptance: true }
  expect(toLegalFields(toLegalValues(fields))).toEqual(fields)
  expect(toLegalFields({ summary_he: 'א' })).toEqual({ summary_he: 'א' })
})
