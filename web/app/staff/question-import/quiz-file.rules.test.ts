import { describe, expect, it } from 'vitest'
import { publishedQuizzes } from '../../../../supabase/seeds/content/quizzes/index.ts'
import type { Pool } from '../question-bank/definitions.rules'
import { isTaken, poolsOfImport } from './check-import.rules'
import { withPoolsOfFile, writeQuizFile } from './quiz-file.rules'
import { readQuestions } from './read-questions'

let made = 0
const newId = () => {
  made += 1
  return `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`
}
function read(text: string) {
  const found = readQuestions(new TextEncoder().encode(text))
  if ('fault' in found) return found
  const refused = found.questions.filter((question) => !isTaken(question))
  return { pools: poolsOfImport(found.questions, newId), refused }
}
const ID = '5f0c8f3e-0000-4000-8000-000000000001'
const QUESTION = {
  kind: 'true-false',
  topic: 'מס',
  text: 'מס הוא חובה.',
  right: true,
  why: { true: 'כן', false: 'לא' },
}
const pool = (...definitions: unknown[]) => ({
  ...{ topic: 'מס', draw: null },
  questions: definitions.map((definition) => ({ id: ID, definition })),
})
const file = (pools: unknown, changes = {}) => JSON.stringify({ format: 'academy-quiz', version: 1, pools, ...changes })

describe('a file of questions', () => {
  it('gives back every test of the academy as it was, byte by byte', () => {
    const kinds = new Set<string>()
    for (const { pools } of publishedQuizzes) {
      const whole = pools as unknown as Pool[]
      for (const { questions } of whole) for (const { definition } of questions) kinds.add(definition.kind)
      const written = writeQuizFile(whole)
      const back = read(written)
      if (!('pools' in back)) throw new Error(JSON.stringify(back))
      expect(writeQuizFile(back.pools)).toBe(written)
    }
    expect(kinds.size).toBe(8)
  })

  it('begins with a mark of its encoding or not, and gives ids where they are missing or stand twice', () => {
    const back = read(
      `\uFEFF${file([pool(QUESTION, QUESTION), { topic: 'ב', questions: [{ definition: QUESTION }] }])}`,
    )
    if (!('pools' in back)) throw new Error(JSON.stringify(back))
    const ids = back.pools.flatMap(({ questions }) => questions.map(({ id }) => id))
    expect([ids[0], new Set(ids).size]).toEqual([ID, 3])
    expect(back.pools[1]?.draw).toBeNull()
  })

  it('with wrong questions gives the others, and says of these which they are and why', () => {
    const back = read(file([pool(QUESTION), pool(QUESTION, { ...QUESTION, text: '' }, { kind: '__proto__' }, null)]))
    if (!('pools' in back)) throw new Error(JSON.stringify(back))
    expect(back.pools.flatMap(({ questions }) => questions)).toHaveLength(2)
    expect(back.refused.map(({ place }) => place)).toEqual([{ number: 3 }, { number: 4 }, { number: 5 }])
    for (const { reasons } of back.refused) expect(reasons[0]?.value).not.toBe('')
  })

  it.each([
    ['NOT_JSON', '{'],
    ['COLUMNS', ''],
    ['NOT_JSON', '['.repeat(100_000)],
    ['NOT_A_QUIZ', '[]'],
    ['COLUMNS', 'null'],
    ['NOT_A_QUIZ', file([], { format: 'other' })],
    ['NOT_A_QUIZ', file({})],
    ['VERSION', file([], { version: 2 })],
    ['POOL', file([null])],
    ['POOL', file([{ topic: 5, questions: [] }])],
    ['POOL', file([{ topic: 'א'.repeat(61), questions: [] }])],
    ['POOL', file([{ topic: 'א', draw: 0, questions: [] }])],
    ['POOL', file([{ topic: 'א', draw: null, questions: [7] }])],
    ['TOO_MANY', file([pool(...Array(301).fill(QUESTION))])],
    ['TOO_MANY', file(Array(101).fill(pool(QUESTION)))],
    ['EMPTY', file([pool()])],
  ])('is %s', (fault, text) => expect(read(text)).toEqual({ fault }))

  it('leaves nothing of its own around questions, and harms no object', () => {
    const text = file([{ ...pool(QUESTION), onclick: 'x' }]).replace('"topic"', '"__proto__":{"admin":true},"topic"')
    const back = read(text)
    if (!('pools' in back)) throw new Error(JSON.stringify(back))
    expect(Object.keys(back.pools[0] ?? {}).sort()).toEqual(['draw', 'questions', 'topic'])
    expect(Reflect.get({}, 'admin')).toBeUndefined()
  })
})

it('questions of a file come behind those of the test, as new ones where they stand there already', () => {
  const own = [pool(QUESTION)] as Pool[]
  const both = withPoolsOfFile(own, own, newId)
  expect(both).toHaveLength(2)
  expect(both[0]).toBe(own[0])
  expect(both[1]?.questions[0]?.id).not.toBe(ID)
  expect(both[1]?.questions[0]?.definition).toBe(own[0]?.questions[0]?.definition)
})
