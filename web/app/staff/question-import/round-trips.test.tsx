import { describe, expect, it } from 'vitest'
import { publishedQuizzes } from '../../../../supabase/seeds/content/quizzes/index.ts'
import type { Definition, Pool } from '../question-bank/definitions.rules'
import { isTaken, poolsOfImport } from './check-import.rules'
import { withGiven } from './moodle-writer.rules'
import { idOf } from './question-rows.rules'
import { readQuestions } from './read-questions'
import { questionFile } from './write-questions'

const POOLS = publishedQuizzes.flatMap(({ pools }) => pools as unknown as Pool[])
const never = () => {
  throw new Error('an id was lost')
}

/** What the formats of Moodle have no place for: the film, the ledger beside the text, names and reasons of gaps and pairs. */
function withoutPlace(definition: Definition): object {
  const { watchAgain: _, given: __, ...rest } = definition
  const made = { ...rest, text: withGiven(definition) }
  if (made.kind === 'matching')
    return {
      ...made,
      pairs: made.pairs.map((pair, at) => ({ ...pair, id: idOf(at), why: '' })),
      ...(made.extra && { extra: made.extra.map(({ right }, at) => ({ id: idOf(at + made.pairs.length), right })) }),
    }
  if (made.kind !== 'fill-in') return made
  const text = made.gaps.reduce((words, { id }, at) => words.replace(`[[${id}]]`, `[[\0${idOf(at)}]]`), made.text)
  const gaps = made.gaps.map((gap, at) => {
    const ofOption = 'options' in gap ? gap.options.find(({ id }) => id === gap.right)?.why : undefined
    return { ...gap, id: idOf(at), why: ofOption ?? gap.why }
  })
  return { ...made, text: text.replaceAll('\0', ''), gaps }
}

describe.each(['moodle', 'gift'] as const)('questions of the academy in %s', (format) => {
  it('come back as they were, but for what the format has no place for', () => {
    let count = 0
    for (const pool of POOLS) {
      const { text, left } = questionFile([pool], format)
      const found = readQuestions(new TextEncoder().encode(text))
      if ('fault' in found) {
        expect(left).toHaveLength(pool.questions.length)
        continue
      }
      expect(found.questions.flatMap(({ reasons }) => reasons)).toEqual([])
      const back = poolsOfImport(found.questions.filter(isTaken), never)
      const leftIds = new Set(left.map(({ id }) => id))
      const kept = pool.questions.filter(({ id }) => !leftIds.has(id))
      expect(back).toEqual([
        {
          topic: pool.topic,
          draw: null,
          questions: kept.map(({ id, definition }) => ({ id, definition: withoutPlace(definition) })),
        },
      ])
      count += kept.length
    }
    expect(count).toBeGreaterThan(100)
  })

  it('name what is left out', () => {
    const kinds = new Set(
      POOLS.flatMap((pool) => questionFile([pool], format).left.map(({ definition }) => definition.kind)),
    )
    expect(kinds.has('calculated')).toBe(true)
    expect(kinds.has('single-choice')).toBe(false)
  })
})
