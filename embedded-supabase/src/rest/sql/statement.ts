import type { MediaType } from '../request/media-type.ts'
import { SCALAR } from './call.ts'
import { identifier } from './params.ts'
import { UPDATED_ROWS } from './write.ts'

export type AnswerShape = {
  /** The common table expression `src`: the write or the call. */
  source?: string
  /** The rows of the answer; without it nothing but their number is wanted. */
  rows?: string
  media: MediaType
  /** HEAD: the rows are counted, their text is not made. */
  bodiless?: boolean
  /** A function that gives values instead of rows, or one row for sure. */
  result?: 'scalar' | 'scalars' | 'composite'
  /** The statement that counts all rows. */
  total?: string | undefined
  /** Key columns of the first written row, for the Location header. */
  location?: string[]
  /** Whether rows that an upsert updated are told apart from inserted ones. */
  countsUpdated?: boolean
}

/** The row that a finished statement gives; see {@link answerSql}. */
export type AnswerRow = {
  total: string | null
  rows: string
  body: string | null
  headers: string | null
  status: string | null
  location: string | null
  updated: string | null
}

/**
 * Wraps the rows into one row: their number, the body as JSON or CSV text, the total, and what a function set as
 * response headers and status (protocol 2.4, 2.9).
 */
export function answerSql(shape: AnswerShape): string {
  const { source, rows, location, total, countsUpdated } = shape
  const columns = [
    `${total === undefined ? 'null' : `(${total})`} as total`,
    'count(*) as rows',
    `${rows === undefined || shape.bodiless ? 'null' : bodySql(shape)} as body`,
    `nullif(current_setting('response.headers', true), '') as headers`,
    `nullif(current_setting('response.status', true), '') as status`,
    `${location ? locationSql(location) : 'null'} as location`,
    `${countsUpdated ? `nullif(current_setting('${UPDATED_ROWS}', true), '')` : 'null'} as updated`,
  ]
  const from = rows === undefined ? 'src x' : `(${rows}) x`
  return `${source === undefined ? '' : `with src as (${source}) `}select ${columns.join(', ')} from ${from}`
}

function bodySql({ media, result, rows }: AnswerShape): string {
  if (media.kind === 'csv') return csvSql(rows ?? '')
  const value = result === 'scalar' || result === 'scalars' ? `x.${SCALAR}` : 'x.*'
  const list = `json_agg(${value})`
  const whole = 'stripped' in media && media.stripped ? `json_strip_nulls(${list})` : list
  const single = media.kind === 'object' || result === 'scalar' || result === 'composite'
  return single ? `coalesce((${whole}->0)::text, 'null')` : `coalesce(${whole}::text, '[]')`
}

/** A header line of the keys, then a line for each row; a composite's text form doubles backslashes, CSV does not. */
function csvSql(rows: string): string {
  const first = `(select row_to_json(h.*) as first from (${rows}) h limit 1)`
  const header = `(select string_agg(k, ',') from ${first} f, json_object_keys(f.first) k)`
  const line = `replace(substring((x.*)::text, 2, length((x.*)::text) - 2), '\\\\', '\\')`
  return `coalesce(${header}, '') || E'\\n' || coalesce(string_agg(${line}, E'\\n'), '')`
}

function locationSql(keys: string[]): string {
  return `(select json_build_array(${keys.map((key) => `s.${identifier(key)}::text`).join(', ')})::text from src s limit 1)`
}
