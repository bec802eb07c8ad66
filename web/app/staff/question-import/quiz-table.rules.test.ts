import { describe, expect, it } from 'vitest'
import { publishedQuizzes } from '../../../../supabase/seeds/content/quizzes/index.ts'
import type { Pool } from '../question-bank/definitions.rules'
import { isTaken, poolsOfImport } from './check-import.rules'
import { writeQuizTable } from './quiz-table.rules'
import { readQuestions } from './read-questions'

const ID = '5f0c8f3e-0000-4000-8000-00000000000'
let made = 1
const newId = () => `${ID}${made++}`
function read(text: string) {
  const found = readQuestions(new TextEncoder().encode(text))
  if ('fault' in found) return found
  const refused = found.questions.filter((question) => !isTaken(question))
  return refused.length > 0 ? { refused } : { pools: poolsOfImport(found.questions, newId) }
}

describe('questions as a table', () => {
  it('come back as they were, of every kind', () => {
    const whole = new Map<string, number>()
    for (const { pools } of publishedQuizzes) {
      const written = pools as unknown as Pool[]
      expect(read(writeQuizTable(written))).toMatchObject({ pools: written })
      for (const { questions } of written)
        for (const { definition } of questions) {
          const [, row = ''] = writeQuizTable([
            { topic: 'א', draw: null, questions: [{ id: `${ID}1`, definition }] },
          ]).split('\r\n')
          if (row.includes('{')) whole.set(definition.kind, (whole.get(definition.kind) ?? 0) + 1)
        }
    }
    // Only what is no row of a table is kept as a whole.
    expect([...whole.keys()].filter((kind) => !['calculated', 'fill-in'].includes(kind)).length).toBeLessThanOrEqual(2)
  })

  it('are written by hand in any spreadsheet, with commas, semicolons or tabs, quotes and lines of their own', () => {
    const rows = [
      ['kind', 'text', 'topic', 'right', 'part1', 'why1', 'part2', 'why2'],
      ['single-choice', '"מה ""נכון"", כאן;\nועכשיו?"', 'מס', '2', 'זה', 'לא', 'וזה', 'כן'],
      ['true-false', 'מס הוא חובה.', 'מס', 'TRUE', '', 'כן', '', 'לא'],
    ]
    for (const separator of [',', ';', '\t']) {
      const read_ = read(`\uFEFF${rows.map((row) => row.join(separator)).join('\r\n')}`)
      expect(read_).toMatchObject({
        pools: [
          {
            ...{ topic: 'מס', draw: null },
            questions: [
              {
                definition: {
                  text: 'מה "נכון", כאן;\nועכשיו?',
                  right: 'b',
                  options: [{ id: 'a', why: 'לא' }, { id: 'b' }],
                },
              },
              { definition: { kind: 'true-false', right: true, why: { true: 'כן', false: 'לא' } } },
            ],
          },
        ],
      })
    }
  })

  it('are no live formulas in a spreadsheet, and come back without the sign that prevents it', () => {
    const definition = {
      ...{ kind: 'true-false' as const, topic: 'מס', text: '=HYPERLINK("x") + 1', right: true },
      why: { true: '-1', false: '@לא' },
    }
    const pools: Pool[] = [{ topic: '+מס', draw: null, questions: [{ id: `${ID}1`, definition }] }]
    const text = writeQuizTable(pools)
    expect(text).toContain(`"'=HYPERLINK(""x"")`)
    expect(read(text)).toMatchObject({ pools })
  })

  it('that are wrong name their row; what is no table of questions is refused', () => {
    expect(read('kind,text\nsingle-choice,מה?\n')).toMatchObject({ refused: [{ place: { row: 2 } }] })
    expect(read('kind,text,definition\ncalculated,מה?,{"a\n')).toMatchObject({
      refused: [{ reasons: [{ code: 'DEFINITION', field: 'definition' }] }],
    })
    expect(read('name,phone\na,b')).toEqual({ fault: 'COLUMNS' })
    expect(read('')).toEqual({ fault: 'COLUMNS' })
    expect(read('kind,text')).toEqual({ fault: 'EMPTY' })
  })
})
