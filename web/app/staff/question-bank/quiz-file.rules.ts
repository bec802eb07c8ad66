import { type Definition, type Pool, type PoolQuestion, validateQuestion } from './definitions.rules'
import { readQuizTable } from './quiz-table.rules'

/** The format of files of questions, and its only version (docs/quiz-format.md). */
const FORMAT = 'academy-quiz'
const VERSION = 1
export const MOST_FILE_BYTES = 5_000_000
const MOST_QUESTIONS = 500
const MOST_POOLS = 100
const LONGEST_TOPIC = 60
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What a question of a file gets wrong: its pool and place, counted from 1, and the words for the author. */
export type FileProblem = { pool: number; place: number; text: string; message: string }

export type QuizFile =
  | { fault: 'NOT_JSON' | 'NOT_A_QUIZ' | 'VERSION' | 'COLUMNS' | 'POOL' | 'TOO_MANY' | 'EMPTY' }
  | { problems: FileProblem[] }
  | { pools: Pool[]; questions: number }

/** The questions of a test as a file: whole, with keys and reasons. */
export const writeQuizFile = (pools: readonly Pool[]): string =>
  `${JSON.stringify({ format: FORMAT, version: VERSION, pools }, null, 2)}\n`

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A pool of a file with nothing but what a pool has; undefined for what is none. */
function poolOf(
  given: unknown,
): { topic: string; draw: number | null; questions: Record<string, unknown>[] } | undefined {
  if (!isObject(given) || typeof given.topic !== 'string' || !Array.isArray(given.questions)) return undefined
  const { draw = null, questions } = given
  const topic = given.topic.trim()
  const drawFits = draw === null || (Number.isInteger(draw) && Number(draw) > 0 && Number(draw) <= 100)
  if (!drawFits || topic.length > LONGEST_TOPIC || !questions.every(isObject)) return undefined
  return { topic, draw: draw as number | null, questions }
}

/**
 * Reads a file of questions, JSON or a table: whole or not at all.
 * @param newId gives an id to a question that has none, or one that stands in the file already
 */
export function readQuizFile(text: string, newId: () => string): QuizFile {
  const words = text.replace(/^\uFEFF/, '')
  const file = readJson(words)
  if (file === undefined) {
    if (/^\s*[{[]/.test(words)) return { fault: 'NOT_JSON' }
    const pools = readQuizTable(words)
    return pools ? takePools(pools, newId) : { fault: 'COLUMNS' }
  }
  if (!isObject(file) || file.format !== FORMAT || !Array.isArray(file.pools)) return { fault: 'NOT_A_QUIZ' }
  if (file.version !== VERSION) return { fault: 'VERSION' }
  return takePools(file.pools, newId)
}

function takePools(pools: readonly unknown[], newId: () => string): QuizFile {
  const given = pools.map(poolOf)
  if (!given.every((pool) => pool !== undefined)) return { fault: 'POOL' }
  const questions = given.reduce((sum, pool) => sum + pool.questions.length, 0)
  if (questions > MOST_QUESTIONS || given.length > MOST_POOLS) return { fault: 'TOO_MANY' }
  if (questions === 0) return { fault: 'EMPTY' }
  const problems = given.flatMap((pool, poolAt) =>
    pool.questions.flatMap(({ definition }, at) =>
      validateQuestion(definition).map(({ message }) => ({
        ...{ pool: poolAt + 1, place: at + 1, message },
        text: isObject(definition) && typeof definition.text === 'string' ? definition.text : '',
      })),
    ),
  )
  if (problems.length > 0) return { problems }
  const taken = new Set<string>()
  const idOf = (id: unknown) => {
    const own = typeof id === 'string' && UUID.test(id) && !taken.has(id) ? id : newId()
    taken.add(own)
    return own
  }
  const made = given.map(({ topic, draw, questions: asked }) => ({
    ...{ topic, draw },
    questions: asked.map(
      ({ id, definition }): PoolQuestion => ({ id: idOf(id), definition: definition as Definition }),
    ),
  }))
  return { pools: made, questions }
}

/** The pools with those of a file behind them. A question that stands in the test already comes as a new one. */
export function withPoolsOfFile(pools: readonly Pool[], added: readonly Pool[], newId: () => string): Pool[] {
  const known = new Set(pools.flatMap(({ questions }) => questions.map(({ id }) => id)))
  return [
    ...pools,
    ...added.map((pool) => ({
      ...pool,
      questions: pool.questions.map((question) => (known.has(question.id) ? { ...question, id: newId() } : question)),
    })),
  ]
}
