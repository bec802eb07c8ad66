import { CSV_BEGINNING, csvLines } from '~/staff/list-export/csv.rules'
import type { Definition, Pool } from './definitions.rules'
import { freeId } from './question-shapes.rules'
import { readTableText } from './table-text.rules'

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

/** Gives each the next letter for its id. */
function withIds<Made extends object>(
  made: readonly Made[],
  before: readonly string[] = [],
): (Made & { id: string })[] {
  const ids = [...before]
  return made.map((one) => {
    const id = freeId(ids)
    ids.push(id)
    return { id, ...one }
  })
}

/** The definition that a line describes, valid or not; its rules are looked at where files are read. */
function definitionOf(line: Line): unknown {
  const { kind = '', topic = '', text = '', right = '', tolerance = '', unit = '', lesson, second, parts } = line
  const film = lesson ? { watchAgain: { lesson, second: Number(second ?? 0) } } : {}
  const common = { kind, topic, text, ...film }
  const texts = withIds(parts.map(({ part = '', why = '' }) => ({ text: part, why })))
  const chosen = right.split(/\D+/).flatMap((place) => texts[Number(place) - 1]?.id ?? [])
  const order = line.keep_order === 'true' ? { keepOrder: true } : {}
  switch (kind) {
    case 'single-choice':
      return { ...common, options: texts, right: chosen.join(), ...order }
    case 'multiple-choice':
      return { ...common, options: texts, right: chosen, ...order }
    case 'true-false':
      return {
        ...common,
        right: right.toLowerCase() === 'true',
        why: { true: parts[0]?.why ?? '', false: parts[1]?.why ?? '' },
      }
    case 'number': {
      const [first, ...rest] = parts
      const mistakes = rest.map(({ part = '', why = '' }) => ({ value: part, why }))
      const known = mistakes.length > 0 ? { mistakes } : {}
      return { ...common, right, tolerance, unit, why: first?.why ?? '', ...known }
    }
    case 'ordering':
      return { ...common, items: texts }
    case 'matching': {
      const pairs = withIds(
        parts.filter(({ part }) => part).map(({ part, match = '', why = '' }) => ({ left: part, right: match, why })),
      )
      const others = parts.filter(({ part }) => !part).map(({ match = '' }) => ({ right: match }))
      const extra = withIds(
        others,
        pairs.map(({ id }) => id),
      )
      return { ...common, pairs, ...(extra.length > 0 && { extra }) }
    }
    default:
      return common
  }
}

/** Whatever the order of its names. */
const asText = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

/** The questions of a test as a table: what its columns cannot say stands whole in the last one. */
export function writeQuizTable(pools: readonly Pool[]): string {
  const lines = pools.flatMap(({ topic, draw, questions }, at) =>
    questions.map(({ id, definition }): Line => {
      const of = { pool: String(at + 1), topic_of_pool: topic, draw: draw === null ? '' : String(draw), id }
      const line = lineOf(definition)
      return line && asText(definitionOf(line)) === asText(definition)
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

/** The pools of a table, unchecked; undefined where it is none of questions. */
export function readQuizTable(text: string): unknown[] | undefined {
  const [head = [], ...rows] = readTableText(text)
  const names = head.map((name) => name.trim().toLowerCase())
  if (!names.includes('kind') || !names.includes('text')) return undefined
  const pools = new Map<string, { topic: string; draw: number | null; questions: object[] }>()
  for (const row of rows) {
    const field = (name: string) => (names.includes(name) ? (row[names.indexOf(name)] ?? '').trim() : '')
    const line: Line = {
      ...Object.fromEntries(COLUMNS.map((name) => [name, field(name)])),
      parts: partsOf(field, names),
    }
    const key = `${line.pool} ${line.pool ? '' : line.topic_of_pool}`
    const pool = pools.get(key) ?? {
      ...{ topic: line.topic_of_pool || (line.topic ?? ''), draw: line.draw ? Number(line.draw) : null, questions: [] },
    }
    pools.set(key, pool)
    pool.questions.push({ id: line.id, definition: line.definition ? jsonOf(line.definition) : definitionOf(line) })
  }
  return [...pools.values()]
}

/** The parts of a row up to the last one that says anything. */
function partsOf(field: (name: string) => string, names: readonly string[]): Part[] {
  const widest = names.filter((name) => /^why\d+$/.test(name)).length
  const parts = Array.from({ length: widest }, (_, at): Part => {
    const [part, match, why] = [field(`part${at + 1}`), field(`match${at + 1}`), field(`why${at + 1}`)]
    return { part, match, why }
  })
  return parts.slice(0, parts.findLastIndex(({ part, match, why }) => part || match || why) + 1)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
