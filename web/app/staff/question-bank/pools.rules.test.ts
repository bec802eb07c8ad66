import { describe, expect, it } from 'vitest'
import type { Definition, Pool } from './definitions.rules'
import {
  askedCount,
  readPools,
  withMoved,
  withMovedBack,
  withoutQuestion,
  withPool,
  withPoolBack,
  withQuestion,
  withQuestionBack,
} from './pools.rules'

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
    expect(askedCount(POOLS)).toBe(2)
    expect(askedCount(withPool(POOLS, 0, { draw: 9 }))).toBe(3)
    expect(askedCount([])).toBe(0)
  })

  it('take questions in, out and elsewhere, and back', () => {
    expect(ids(withQuestion(POOLS, { pool: 0, at: 1 }, question('x')))).toEqual(['axb', 'c'])
    expect(ids(withoutQuestion(POOLS, { pool: 0, at: 0 }))).toEqual(['b', 'c'])
    const moved = withMoved(POOLS, { pool: 0, at: 0 }, { pool: 1, at: 1 })
    expect(ids(moved)).toEqual(['b', 'ca'])
    expect(withMoved(moved, { pool: 1, at: 1 }, { pool: 0, at: 0 })).toEqual(POOLS)
    expect(withMoved(POOLS, { pool: 0, at: 7 }, { pool: 1, at: 0 })).toEqual(POOLS)
  })

  it('take back a question to where it lay, or leave all as it is where that is done or gone', () => {
    const home = { pool: 0, at: 0, topic: 'מס' }
    const moved = withMoved(POOLS, { pool: 0, at: 0 }, { pool: 1, at: 0 })
    const again = withMoved(moved, { pool: 1, at: 0 }, { pool: 1, at: 1 })
    expect(withMovedBack(again, 'a', home)).toEqual(POOLS)
    expect(withMovedBack(withoutQuestion(moved, { pool: 1, at: 0 }), 'a', home)).toEqual([
      { ...POOLS[0], questions: [question('b')] },
      POOLS[1],
    ])
    const without = withoutQuestion(POOLS, { pool: 0, at: 0 })
    expect(withQuestionBack(without, question('a'), home)).toEqual(POOLS)
    expect(withQuestionBack(POOLS, question('a'), home)).toEqual(POOLS)
  })

  it('find the pool that a question lay in by its topic, and the nearest where that is gone', () => {
    const three = [{ topic: 'חוב', draw: null, questions: [] }, ...POOLS]
    const was = { pool: 1, at: 1, topic: 'מס' }
    expect(ids(withQuestionBack(three, question('x'), was))).toEqual(['', 'axb', 'c'])
    expect(ids(withQuestionBack(POOLS, question('x'), was))).toEqual(['axb', 'c'])
    expect(ids(withQuestionBack(POOLS, question('x'), { ...was, pool: 4, topic: 'אחר' }))).toEqual(['ab', 'cx'])
    expect(ids(withMovedBack(POOLS, 'a', { ...was, pool: 4, topic: 'אחר' }))).toEqual(['b', 'ca'])
  })

  it('take back a pool with what lies nowhere else by now', () => {
    const [first, second] = POOLS as [Pool, Pool]
    expect(withPoolBack([second], 0, first)).toEqual(POOLS)
    expect(withPoolBack(POOLS, 0, first)).toEqual(POOLS)
    expect(ids(withPoolBack([{ ...second, questions: [question('c'), question('b')] }], 0, first))).toEqual(['a', 'cb'])
    expect(withPoolBack([second], 1, { ...first, questions: [] })).toHaveLength(2)
  })
})
