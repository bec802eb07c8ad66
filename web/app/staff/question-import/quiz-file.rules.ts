import type { Pool } from '../question-bank/definitions.rules'
import type { ImportRead } from './imported.rules'

/** The format of files of questions, and its only version (docs/quiz-format.md). */
const FORMAT = 'academy-quiz'
const VERSION = 1
export const MOST_FILE_BYTES = 5_000_000
const LONGEST_TOPIC = 60

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

/** The questions of a file in the academy's own format, each by its number. */
export function readQuizJson(text: string): ImportRead {
  const file = readJson(text.replace(/^\ufeff/, ''))
  if (file === undefined) return { fault: 'NOT_JSON' }
  if (!isObject(file) || file.format !== FORMAT || !Array.isArray(file.pools)) return { fault: 'NOT_A_QUIZ' }
  if (file.version !== VERSION) return { fault: 'VERSION' }
  const pools = file.pools.map(poolOf)
  if (!pools.every((pool) => pool !== undefined)) return { fault: 'POOL' }
  const questions = pools.flatMap(({ topic, draw, questions: asked }, at) =>
    asked.map(({ id, definition }) => ({
      ...{ pool: { key: String(at), topic, draw }, id, definition: definition ?? null, reasons: [], notes: [] },
      name: isObject(definition) && typeof definition.text === 'string' ? definition.text : '',
    })),
  )
  return { questions: questions.map((one, at) => ({ ...one, place: { number: at + 1 } })), warnings: [] }
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
