import type { Pool, PoolQuestion } from './definitions.rules'

/** The pools of a form field, which holds them as JSON. */
export const readPools = (json: string): Pool[] => (json === '' ? [] : (JSON.parse(json) as Pool[]))

/** The pools of the form, and the way to change them by what they are by then. */
export type PoolToolsProps = { pools: readonly Pool[]; change: (make: (now: readonly Pool[]) => Pool[]) => void }

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

/** Where a question lay, with the topic of its pool, by which the pool is found after others came or went. */
export type Home = Place & { topic: string }

function placeOf(pools: readonly Pool[], id: string): Place | undefined {
  const pool = pools.findIndex(({ questions }) => questions.some((question) => question.id === id))
  return pools[pool] && { pool, at: pools[pool].questions.findIndex((question) => question.id === id) }
}

function placeIn(pools: readonly Pool[], { pool, at, topic }: Home): Place {
  if (pools[pool]?.topic === topic) return { pool, at }
  const same = pools.findIndex((other) => other.topic === topic)
  return { pool: same < 0 ? Math.min(pool, pools.length - 1) : same, at }
}

/** The pools with a question moved back to where it lay, wherever it lies by now; as they are where it is gone. */
export function withMovedBack(pools: readonly Pool[], id: string, home: Home): Pool[] {
  const place = placeOf(pools, id)
  return place ? withMoved(pools, place, placeIn(pools, home)) : [...pools]
}

/** The pools with a removed question where it lay; as they are where it is back already. */
export const withQuestionBack = (pools: readonly Pool[], question: PoolQuestion, home: Home): Pool[] =>
  placeOf(pools, question.id) ? [...pools] : withQuestion(pools, placeIn(pools, home), question)

/** The pools with a removed one at its place, less its questions that lie elsewhere by now; as they are where all do. */
export function withPoolBack(pools: readonly Pool[], index: number, removed: Pool): Pool[] {
  const questions = removed.questions.filter(({ id }) => !placeOf(pools, id))
  const isBack = questions.length === 0 && removed.questions.length > 0
  return isBack ? [...pools] : pools.toSpliced(index, 0, { ...removed, questions })
}

/** How many questions one attempt is asked. */
export const askedCount = (pools: readonly Pool[]): number =>
  pools.reduce((sum, { draw, questions }) => sum + Math.min(draw ?? questions.length, questions.length), 0)
