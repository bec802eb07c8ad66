import { expect, it } from 'vitest'
import { allCorrections, byType, type Fact, formatFact, isLinkTarget } from './facts.rules'

const fact = (id: string, changes: Partial<Fact> = {}): Fact => ({
  ...{ id, slug: id, nameHe: id, type: 'rate', value: 18, unit: 'percent', brackets: [], validFrom: null },
  ...{ validTo: null, sourceName: null, sourceUrl: null, checkedOn: null, noteHe: null, corrections: [] },
  ...changes,
})
const correction = (id: number, at: string) => ({ id, nameHe: 'א', before: '17%', after: '18%', reasonHe: null, at })

it('facts stand by what they are, and an address leads to the first of its figure', () => {
  const facts = [fact('a', { type: 'index' }), fact('b'), fact('c', { slug: 'b' }), fact('d', { type: 'bracket' })]
  expect(byType(facts).map(({ type, facts: of }) => [type, of.map(({ id }) => id)])).toEqual([
    ['rate', ['b', 'c']],
    ['bracket', ['d']],
    ['index', ['a']],
  ])
  expect(facts.map((one) => isLinkTarget(one, facts))).toEqual([true, true, false, true])
})

it('a fact says its value, or its lowest and highest rate', () => {
  const brackets = [47, 10, 20].map((rate) => ({ from: 0, to: null, rate }))
  expect(formatFact(fact('a'))).toBe('\u200f18%')
  expect(formatFact(fact('a', { value: null }))).toBe('')
  expect(formatFact(fact('a', { type: 'bracket', brackets }))).toBe('\u200f10%–\u200f47%')
  expect(formatFact(fact('a', { type: 'bracket', brackets: brackets.slice(0, 1) }))).toBe('\u200f47%')
  expect(formatFact(fact('a', { type: 'bracket' }))).toBe('')
})

it('corrections of all facts stand together, the newest first', () => {
  const facts = [
    fact('a', { corrections: [correction(1, '2026-01-01T00:00:00Z')] }),
    fact('b', { corrections: [correction(3, '2026-02-01T00:00:00Z'), correction(2, '2026-01-01T00:00:00Z')] }),
  ]
  expect(allCorrections(facts).map(({ id }) => id)).toEqual([3, 2, 1])
})
