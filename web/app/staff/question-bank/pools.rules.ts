import type { Pool, PoolQuestion } from './definitions.rules'

/** The pools of a form field, which holds them as JSON. */
export const readPools = (json: string): Pool[] => (json === '' ? [] : (JSON.parse(json) as Pool[]))

/** Where a question lies: its pool and its place in it. */
export type Place = { pool: number; at: number }

/** The pools with one of them made anew. */
export const withPool = (pools: readonly Pool[], index: number, changes: Partial<Pool>): Pool[] =>
  pools.map((pool, at) => (at === index ? { ...pool, ...changes } : pool))

const withQuestions = (pools: readonly Pool[], index: number, make: (questions: PoolQuestion[]) => PoolQuestion[]) =>
  pools.map((pool, at) => (at === index ? { ...pool, questions: make(pool.questions) } : pool))

/** The pools with a question put in at a place, behind the last one where it lies beyond. */
export const withQuestion = (pools: readonly Pool[], { pool, at }: Place, question: PoolQuestion): Pool[] =>
  withQuestions(pools, pool, (questions) => questions.toSpliced(at, 0, question))

/** The pools without the question at a place. */
export const withoutQuestion = (pools: readonly Pool[], { pool, at }: Place): Pool[] =>
  withQuestions(pools, pool, (questions) => questions.toSpliced(at, 1))

/** The pools with the question at a place made anew. */
export const withDefinition = (pools: readonly Pool[], { pool, at }: Place, definition: PoolQuestion['definition']) =>
  withQuestions(pools, pool, (questions) =>
    questions.map((question, index) => (index === at ? { ...question, definition } : question)),
  )

/** The pools with a question moved to another place, in its pool or in another. */
export function withMoved(pools: readonly Pool[], from: Place, to: Place): Pool[] {
  const question = pools[from.pool]?.questions[from.at]
  return question ? withQuestion(withoutQuestion(pools, from), to, question) : [...pools]
}

/** How many questions one attempt is asked. */
export const askedOf = (pools: readonly Pool[]): number =>
  pools.reduce((sum, { draw, questions }) => sum + Math.min(draw ?? questions.length, questions.length), 0)
