import type { DescribedTable } from './catalog.ts'

type Json = Record<string, unknown>

export const reference = (name: string): Json => ({ $ref: `#/parameters/${name}` })

const text = (name: string, where: 'query' | 'header', description: string, more: Json = {}): Json => ({
  ...{ name, description, required: false, in: where, type: 'string' },
  ...more,
})
const prefer = (...values: string[]): Json =>
  text('Prefer', 'header', 'Preference', values.length > 0 ? { enum: values } : {})

const RETURN = ['return=representation', 'return=minimal', 'return=none']
const PAGE = 'Limiting and Pagination'

/** The parameters that paths share. */
const COMMON: Record<string, Json> = {
  preferParams: prefer(),
  preferReturn: prefer(...RETURN),
  preferCount: prefer('count=none'),
  preferPost: prefer(...RETURN, 'resolution=ignore-duplicates', 'resolution=merge-duplicates'),
  select: text('select', 'query', 'Filtering Columns'),
  on_conflict: text('on_conflict', 'query', 'On Conflict'),
  order: text('order', 'query', 'Ordering'),
  range: text('Range', 'header', PAGE),
  rangeUnit: text('Range-Unit', 'header', PAGE, { default: 'items' }),
  offset: text('offset', 'query', PAGE),
  limit: text('limit', 'query', PAGE),
}

/** All parameters of a document: the common ones, the body and a filter for each column of every table. */
export function parametersOf(tables: DescribedTable[]): Record<string, Json> {
  return {
    ...COMMON,
    ...Object.fromEntries(
      tables.flatMap(({ name: table, columns }) => [
        [
          `body.${table}`,
          { name: table, description: table, required: false, in: 'body', schema: { $ref: `#/definitions/${table}` } },
        ],
        ...columns.map(({ name, description }) => [
          `rowFilter.${table}.${name}`,
          { name, ...(description === null ? {} : { description }), required: false, in: 'query', type: 'string' },
        ]),
      ]),
    ),
  }
}
