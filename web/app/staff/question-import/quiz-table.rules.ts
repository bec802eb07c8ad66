import { CSV_BEGINNING, csvLines } from '~/staff/list-export/csv.rules'
import type { Definition, Pool } from '../question-bank/definitions.rules'
import { definitionOfRow } from './question-rows.rules'

/** Columns of every row, before those of the parts: `part1`, `match1`, `why1` and so on. */
const COLUMNS = [
  ...['pool', 'topic_of_pool', 'draw', 'id', 'kind', 'topic', 'text', 'right', 'tolerance', 'unit'],
  ...['keep_order', 'lesson', 'second', 'definition'],
] as const
type Column = (typeof COLUMNS)[number]
type Part = { part?: string; match?: string; why?: string }
type Line = Partial<Record<Column, string>> & { parts: Part[] }

/** Which of the parts are right, counted from 1. */
const placesOf = (ids: readonly string[], right: readonly string[]) => right.map((id) => ids.indexOf(id) + 1).join(' ')

/** The columns of a question that a person can read and write in a table; nothing for kinds that are no table. */
function lineOf(definition: Definition): Line | undefined {
  const film = definition.watchAgain
  const common = {
    ...{ kind: definition.kind, topic: definition.topic, text: definition.text },
    ...(film && { lesson: film.lesson, second: String(film.second) }),
  }
  switch (definition.kind) {
    case 'single-choice':
    case 'multiple-choice': {
      const ids = definition.options.map(({ id }) => id)
      const parts = definition.options.map(({ text, why }) => ({ part: text, why }))
      return {
        ...common,
        ...(definition.keepOrder && { keep_order: 'true' }),
        right: placesOf(ids, [definition.right].flat()),
        parts,
      }
    }
    case 'true-false':
      return {
        ...common,
        right: String(definition.right),
        parts: [{ why: definition.why.true }, { why: definition.why.false }],
      }
    case 'number': {
      const { right, tolerance, unit, why, mistakes = [] } = definition
      const parts = [{ why }, ...mistakes.map((one) => ({ part: one.value, why: one.why }))]
      return { ...common, right, tolerance, unit, parts }
    }
    case 'ordering':
      return { ...common, parts: definition.items.map(({ text, why }) => ({ part: text, why })) }
    case 'matching': {
      const pairs = definition.pairs.map(({ left, right, why }) => ({ part: left, match: right, why }))
      return { ...common, parts: [...pairs, ...(definition.extra ?? []).map(({ right }) => ({ match: right }))] }
    }
    default:
      return undefined
  }
}

/** Whatever the order of its names. */
const asText = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

/** A line as it is read again; undefined where it says too little. */
function readAgain({ parts, ...line }: Line): unknown {
  const fields: Readonly<Record<string, string | undefined>> = {
    ...line,
    ...Object.fromEntries(
      parts.flatMap(({ part, match, why }, at) => [
        [`part${at + 1}`, part],
        [`match${at + 1}`, match],
        [`why${at + 1}`, why],
      ]),
    ),
  }
  let isRefused = false
  const read = definitionOfRow(
    (key) => fields[key]?.trim() ?? '',
    () => {
      isRefused = true
      return undefined
    },
  )
  return isRefused ? undefined : read
}

/** The questions of a test as a table: what its columns cannot say stands whole in the last one. */
export function writeQuizTable(pools: readonly Pool[]): string {
  const lines = pools.flatMap(({ topic, draw, questions }, at) =>
    questions.map(({ id, definition }): Line => {
      const of = { pool: String(at + 1), topic_of_pool: topic, draw: draw === null ? '' : String(draw), id }
      const line = lineOf(definition)
      return line && asText(readAgain(line)) === asText(definition)
        ? { ...of, ...line }
        : {
            ...{ ...of, kind: definition.kind, topic: definition.topic, text: definition.text },
            ...{ definition: JSON.stringify(definition), parts: [] },
          }
    }),
  )
  const widest = Math.max(...lines.map(({ parts }) => parts.length))
  const numbers = Array.from({ length: widest }, (_, at) => at + 1)
  const head = [...COLUMNS, ...numbers.flatMap((number) => [`part${number}`, `match${number}`, `why${number}`])]
  const rows = lines.map((line) => [
    ...COLUMNS.map((name) => line[name] ?? ''),
    ...numbers.flatMap((number) => {
      const { part = '', match = '', why = '' } = line.parts[number - 1] ?? {}
      return [part, match, why]
    }),
  ])
  return CSV_BEGINNING + csvLines([head, ...rows])
}
