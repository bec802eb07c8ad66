import { describe, expect, it } from 'vitest'
import type { Definition, Pool } from './definitions.rules'
import { askedOf, readPools, withMoved, withoutQuestion, withPool, withQuestion } from './pools.rules'

const question = (id: string) => ({ id, definition: { kind: 'true-false', text: `שאלה ${id}` } as Definition })
const POOLS: Pool[] = [
  { topic: 'מס', draw: 1, questions: [question('a'), question('b')] },
  { topic: 'ריבית', draw: null, questions: [question('c')] },
]
const ids = (pools: readonly Pool[]) => pools.map(({ questions }) => questions.map(({ id }) => id).join(''))

describe('pools', () => {
  it('are read from what the form holds', () => {
    expect(readPools('')).toEqual([])
    expect(readPools(JSON.stringify(POOLS))).toEqual(POOLS)
  })

  it('count what one attempt is asked', () => {
    expect(askedOf(POOLS)).toBe(2)
    expect(askedOf(withPool(POOLS, 0, { draw: 9 }))).toBe(3)
    expect(askedOf([])).toBe(0)
  })

  it('take questions in, out and elsewhere, and back', () => {
    expect(ids(withQuestion(POOLS, { pool: 0, at: 1 }, question('x')))).toEqual(['axb', 'c'])
    expect(ids(withoutQuestion(POOLS, { pool: 0, at: 0 }))).toEqual(['b', 'c'])
    const moved = withMoved(POOLS, { pool: 0, at: 0 }, { pool: 1, at: 1 })
    expect(ids(moved)).toEqual(['b', 'ca'])
    expect(withMoved(moved, { pool: 1, at: 1 }, { pool: 0, at: 0 })).toEqual(POOLS)
    expect(withMoved(POOLS, { pool: 0, at: 7 }, { pool: 1, at: 0 })).toEqual(POOLS)
  })
})
