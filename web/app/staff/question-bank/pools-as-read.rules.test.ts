import { describe, expect, it } from 'vitest'
import { publishedQuizzes } from '../../../../supabase/seeds/content/quizzes/index.ts'
import type { Pool } from './definitions.rules'
import { poolDifferences, questionAsRead } from './pools-as-read.rules'

const POOLS = publishedQuizzes.flatMap(({ pools }) => pools as unknown as Pool[])
const QUESTIONS = POOLS.flatMap(({ questions }) => questions)

/** The same with one of its texts or numbers changed, for each of them; ids are no part of what is read. */
function changed(value: unknown, key = ''): unknown[] {
  if (typeof value === 'string') return key === 'id' || key === 'kind' || key === 'unit' ? [] : [`${value}!`]
  if (typeof value === 'number') return [value + 1]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) =>
    changed(part, Array.isArray(value) ? key : name).map((made) =>
      Array.isArray(value) ? value.with(Number(name), made) : { ...value, [name]: made },
    ),
  )
}

describe('what differs between two versions of questions', () => {
  it('is seen, whatever part of whatever question it is', () => {
    const kinds = new Map(QUESTIONS.map(({ definition }) => [definition.kind, definition]))
    expect(kinds.size).toBe(8)
    for (const definition of kinds.values()) {
      const others = changed(definition) as (typeof definition)[]
      expect(others.length).toBeGreaterThan(5)
      for (const other of others)
        expect(questionAsRead(other), JSON.stringify(other)).not.toBe(questionAsRead(definition))
    }
  })

  it('is the changed questions alone, whole, on either side', () => {
    const [pool] = POOLS as [Pool]
    const [first] = pool.questions
    if (!first) throw new Error('no question')
    const other = {
      ...pool,
      questions: pool.questions.with(0, { ...first, definition: { ...first.definition, topic: 'אחר' } }),
    }
    const { before, after } = poolDifferences(JSON.stringify([pool]), JSON.stringify([other]))
    expect([before, after]).toEqual([
      questionAsRead(first.definition),
      questionAsRead({ ...first.definition, topic: 'אחר' }),
    ])
    expect(poolDifferences(JSON.stringify([pool]), JSON.stringify([pool]))).toEqual({ before: '', after: '' })
  })

  it('is the order and the rules of pools, and what came or went', () => {
    const [pool] = POOLS as [Pool]
    const drawn = poolDifferences(JSON.stringify([pool]), JSON.stringify([{ ...pool, draw: 1 }]))
    expect(drawn.before).not.toBe(drawn.after)
    const turned = poolDifferences(
      JSON.stringify([pool]),
      JSON.stringify([{ ...pool, questions: pool.questions.toReversed() }]),
    )
    expect(turned.before).not.toBe(turned.after)
    const less = poolDifferences(
      JSON.stringify([pool]),
      JSON.stringify([{ ...pool, questions: pool.questions.slice(1) }]),
    )
    expect(less.before).toContain(questionAsRead(pool.questions[0]?.definition as never))
  })
})
