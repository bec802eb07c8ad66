import type { MediaType } from '../request/media-type.ts'
import { SCALAR } from './call.ts'
import { identifier, weighed } from './params.ts'
import { UPDATED_ROWS } from './write.ts'

export type AnswerShape = {
  /** The common table expression `src`: the write or the call. */
  source?: string
  /** The rows of the answer; without it nothing but their number is wanted. */
  rows?: string
  media: MediaType
  /** Bytes that the body may have; a longer one is left out. */
  limit?: number | undefined
  /** Whether each row is weighed before it joins the others. */
  weighsRows?: boolean
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
  /** Whether the body was left out because it is too long. */
  too_large: boolean | null
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
  const { source, rows, location, total, countsUpdated, limit } = shape
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
  const answer = `select ${columns.join(', ')} from ${from}`
  return `${source === undefined ? '' : `with src as (${source}) `}${limit === undefined ? answer : limited(answer, limit)}`
}

function limited(answer: string, limit: number): string {
  const isTooLarge = `octet_length(a.body) > ${limit}`
  return `select a.total, a.rows, case when ${isTooLarge} then null else a.body end as body, ${isTooLarge} as too_large, a.headers, a.status, a.location, a.updated from (${answer}) a`
}

function bodySql({ media, result, rows, weighsRows }: AnswerShape): string {
  if (media.kind === 'csv') return csvSql(rows ?? '', weighsRows === true)
  const value = result === 'scalar' || result === 'scalars' ? `x.${SCALAR}` : 'x.*'
  const list = `json_agg(${weighsRows ? weighed(`to_json(${value})`) : value})`
  const whole = 'stripped' in media && media.stripped ? `json_strip_nulls(${list})` : list
  const single = media.kind === 'object' || result === 'scalar' || result === 'composite'
  return single ? `coalesce((${whole}->0)::text, 'null')` : `coalesce(${whole}::text, '[]')`
}

/** A header line of the keys, then a line for each row; a composite's text form doubles backslashes, CSV does not. */
function csvSql(rows: string, weighsRows: boolean): string {
  const first = `(select row_to_json(h.*) as first from (${rows}) h limit 1)`
  const header = `(select string_agg(k, ',') from ${first} f, json_object_keys(f.first) k)`
  const line = `replace(substring((x.*)::text, 2, length((x.*)::text) - 2), '\\\\', '\\')`
  return `coalesce(${header}, '') || E'\\n' || coalesce(string_agg(${weighsRows ? weighed(line) : line}, E'\\n'), '')`
}

function locationSql(keys: string[]): string {
  return `(select json_build_array(${keys.map((key) => `s.${identifier(key)}::text`).join(', ')})::text from src s limit 1)`
}
