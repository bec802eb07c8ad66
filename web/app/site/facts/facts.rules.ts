import type { KindOf } from '~/shared/config/kinds'
import { type AmountUnit, type Bracket, formatAmount } from '~/shared/formats/amounts.rules'

/** What a figure is. */
export type FactType = KindOf<'finance_facts.type'>
/** What a fact said before and after a change, in words with their unit. `at` is an ISO time, null where none that can be read is stored. */
export type Correction = {
  id: number
  nameHe: string
  before: string
  after: string
  reasonHe: string | null
  at: string | null
}

/** A figure of law or market. Days are ISO. */
export type Fact = {
  id: string
  slug: string
  nameHe: string
  type: FactType
  value: number | null
  unit: AmountUnit
  brackets: Bracket[]
  validFrom: string | null
  validTo: string | null
  sourceName: string | null
  sourceUrl: string | null
  checkedOn: string | null
  noteHe: string | null
  corrections: Correction[]
}

const TYPES: readonly FactType[] = ['rate', 'bracket', 'ceiling', 'amount', 'fee', 'index']

/** Facts by what they are, in a fixed order; kinds without any are left out. */
export const byType = (facts: readonly Fact[]): { type: FactType; facts: Fact[] }[] =>
  TYPES.map((type) => ({ type, facts: facts.filter((fact) => fact.type === type) })).filter(
    (group) => group.facts.length > 0,
  )

/** Whether an address leads to the fact: of several periods of a figure the first one in the list. */
export const isLinkTarget = (fact: Fact, facts: readonly Fact[]): boolean =>
  facts.find(({ slug }) => slug === fact.slug)?.id === fact.id

/** What a fact says in a line, and as the database says it in a text: its value, or its lowest and highest rate. */
export function formatFact({
  type,
  value,
  unit,
  brackets,
}: Pick<Fact, 'type' | 'value' | 'unit' | 'brackets'>): string {
  if (type !== 'bracket') return value === null ? '' : formatAmount(value, unit)
  const rates = brackets.map(({ rate }) => rate)
  const ends = [...new Set([Math.min(...rates), Math.max(...rates)])]
  return rates.length === 0 ? '' : ends.map((rate) => formatAmount(rate, 'percent')).join('–')
}

/** All corrections, the newest first. */
export const allCorrections = (facts: readonly Fact[]): Correction[] =>
  facts.flatMap(({ corrections }) => corrections).sort((a, b) => (b.at ?? '').localeCompare(a.at ?? '') || b.id - a.id)
