import {
  columnLetters,
  type Sheet,
  type TableCell,
  type TableFile,
  type TableRow,
} from '~/staff/table-file/table.rules'
import { type Imported, type ImportRead, type ImportReason, type ImportWarning, MOST_QUESTIONS } from './imported.rules'
import { columnOfTitle, headScore } from './question-columns.rules'
import { definitionOfRow } from './question-rows.rules'

const HEAD_WITHIN = 20
const LONGEST_TOPIC = 60
/** What rows of one merged cell share. */
const SHARED = ['pool', 'topic_of_pool', 'draw', 'topic', 'kind', 'unit', 'lesson']

type Head = { at: number; width: number | undefined; columns: Map<string, number>; titles: string[] }

/** The row that names the columns: the first that knows most of them. */
function headOf({ rows }: Sheet): Head | { same: string } | undefined {
  const scores = rows.slice(0, HEAD_WITHIN).map(({ cells }) => headScore(cells.map(({ text }) => text)))
  const best = Math.max(0, ...scores)
  const at = scores.indexOf(best)
  const row = rows[at]
  if (best === 0 || !row) return undefined
  const columns = new Map<string, number>()
  for (const [column, { text }] of row.cells.entries()) {
    const key = columnOfTitle(text)
    if (key && columns.has(key)) return { same: text }
    if (key) columns.set(key, column)
  }
  return { at, width: row.width, columns, titles: row.cells.map(({ text }) => text.trim()) }
}

/** What of a sheet is not read, by name. */
function warningsOf({ rows }: Sheet, { at, columns, titles, width = Number.POSITIVE_INFINITY }: Head): ImportWarning[] {
  const known = new Set(columns.values())
  const used = new Set(
    rows.slice(at + 1).flatMap(({ cells }) => cells.flatMap(({ text }, column) => (text.trim() ? [column] : []))),
  )
  const unknown = [...used].filter((column) => !known.has(column) && column < width).sort((one, other) => one - other)
  return [
    ...unknown.map((column): ImportWarning => {
      const title = titles[column]
      return title ? { code: 'UNKNOWN_COLUMN', value: title } : { code: 'UNNAMED_COLUMN', value: columnLetters(column) }
    }),
    ...(at > 0 ? [{ code: 'ROWS_ABOVE' as const, value: String(at) }] : []),
  ]
}

/** The questions of a table, each by its row, and what of the file is not read. */
export function readQuestionTable(file: Exclude<TableFile, { fault: unknown }>): ImportRead {
  const warnings: ImportWarning[] = file.hiddenSheets.map((value) => ({ code: 'HIDDEN_SHEET', value }))
  if (file.hiddenRows > 0) warnings.push({ code: 'HIDDEN_ROWS', value: String(file.hiddenRows) })
  const questions: Imported[] = []
  let titles: string[] | undefined
  for (const sheet of file.sheets) {
    const head = headOf(sheet)
    if (head && 'same' in head) return { fault: 'SAME_COLUMN', value: head.same }
    if (!head) {
      if (sheet.rows.length > 0) warnings.push({ code: 'NO_HEAD', value: sheet.name })
      continue
    }
    titles ??= head.titles
    warnings.push(...warningsOf(sheet, head))
    const rows = sheet.rows
      .slice(head.at + 1)
      .filter(({ cells }) => cells.some(({ text, fault }) => text.trim() || fault))
    questions.push(
      ...rows
        .filter((row) => !isHeadAgain(row, head))
        .slice(0, MOST_QUESTIONS + 1)
        .map((row) => questionOf(row, sheet.name, head)),
    )
  }
  if (!titles) return { fault: 'COLUMNS' }
  return { questions, warnings, head: titles }
}

/** Lists that go over several pages repeat their titles. */
const isHeadAgain = ({ cells }: TableRow, { titles }: Head) =>
  titles.length > 0 && titles.every((title, column) => (cells[column]?.text.trim() ?? '') === title)

function questionOf({ number, cells }: TableRow, sheet: string, { columns, titles, width }: Head): Imported {
  const reasons: ImportReason[] = []
  // A text that a separator cut in two moves all behind it to other columns.
  if (width !== undefined && cells.length > width) reasons.push({ code: 'SHIFTED', value: cells.at(-1)?.text ?? '' })
  const titleOf = (key: string) => {
    const column = columns.get(key)
    return column === undefined ? undefined : titles[column] || columnLetters(column)
  }
  const cellOf = (key: string): TableCell | undefined => {
    const column = columns.get(key)
    return column === undefined ? undefined : (cells[column] ?? { text: '' })
  }
  for (const key of columns.keys()) {
    const cell = cellOf(key)
    const field = titleOf(key) ?? key
    if (cell?.fault) reasons.push({ code: cell.fault, field, ...(cell.text && { value: cell.text }) })
    else if (cell?.merged === 'across' || (cell?.merged && !SHARED.includes(key)))
      reasons.push({ code: 'MERGED', field, value: cell.text })
  }
  const field = (key: string) => cellOf(key)?.text.trim()
  const spoilt = new Set(reasons.map((reason) => reason.field))
  const definition = definitionOfRow(field, (key, code, value) => {
    const name = titleOf(key) ?? key
    // What a spoilt cell says is no second reason.
    if (!spoilt.has(name)) reasons.push({ code, field: name, ...(value && { value }) })
    return undefined
  })
  const [pool = '', topic = '', draw = ''] = [field('pool'), field('topic_of_pool'), field('draw')]
  if (draw && !/^(?:[1-9]\d?|100)$/.test(draw))
    reasons.push({ code: 'WHOLE_NUMBER', field: titleOf('draw') ?? '', value: draw })
  if (topic.length > LONGEST_TOPIC)
    reasons.push({ code: 'TOO_LONG', field: titleOf('topic_of_pool') ?? '', value: String(LONGEST_TOPIC) })
  return {
    place: { sheet, row: number },
    name: field('text') ?? '',
    pool: { key: `${sheet}\n${pool || topic}`, topic: topic || field('topic') || '', draw: draw ? Number(draw) : null },
    id: field('id'),
    ...(reasons.length === 0 && definition && { definition }),
    reasons,
    notes: [],
    cells: Array.from({ length: titles.length }, (_, column) => cells[column]?.text ?? ''),
    columnOf: (path) => titleOf(columnOfPath(path)),
  }
}

/** The column that holds a part of a definition. */
function columnOfPath(path: string): string {
  const [list = '', at = '', inner = ''] = path.split('.')
  const place = Number(at) + 1
  if (['options', 'items', 'pairs', 'mistakes', 'gaps'].includes(list)) {
    const number = list === 'mistakes' ? place + 1 : place
    if (at === '') return 'part1'
    return inner === 'why' ? `why${number}` : inner === 'right' && list === 'pairs' ? `match${number}` : `part${number}`
  }
  if (list === 'extra') return 'match1'
  return list === 'why' ? `why${at === 'false' ? 2 : 1}` : list
}
