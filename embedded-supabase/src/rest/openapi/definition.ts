import type { Relationship, Table } from '../schema-cache/types.ts'
import type { DescribedColumn, DescribedTable } from './catalog.ts'

type Json = Record<string, unknown>

const TYPES: Record<string, string> = {
  boolean: 'boolean',
  smallint: 'integer',
  integer: 'integer',
  bigint: 'integer',
  numeric: 'number',
  real: 'number',
  'double precision': 'number',
}
const FORMATS: Record<string, string> = { smallint: 'int32', integer: 'int32', bigint: 'int64' }

/** The type that OpenAPI has for one of PostgreSQL; undefined for JSON, which may be anything. */
export function typeOf(type: string): string | undefined {
  if (type === 'json' || type === 'jsonb') return undefined
  return type.endsWith('[]') ? 'array' : (TYPES[type] ?? 'string')
}

/** The `format` of a type: PostgreSQL's own name, but for whole numbers. */
export const formatOf = (type: string): string => FORMATS[type] ?? type

/** `type`, `format` and `items` of a column or argument. */
export function typed(type: string): Json {
  const shown = typeOf(type)
  return {
    ...(shown === undefined ? {} : { type: shown }),
    format: formatOf(type),
    ...(shown === 'array' ? { items: pick({ type: typeOf(type.slice(0, -2)) }) } : {}),
  }
}

/** A table as readers of the document know it: types, what must be given, keys as notes in the descriptions. */
export function definitionOf(
  { description, columns }: DescribedTable,
  { primaryKey }: Table,
  relationships: Relationship[],
): Json {
  const required = columns.filter(({ nullable }) => !nullable).map(({ name }) => name)
  return {
    ...pick({ description: description ?? undefined }),
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(
      columns.map((column) => [column.name, propertyOf(column, primaryKey, foreignKeyOf(column.name, relationships))]),
    ),
    type: 'object',
  }
}

function propertyOf(column: DescribedColumn, primaryKey: string[], foreignKey: string | undefined): Json {
  const notes = [
    ...(primaryKey.includes(column.name) ? ['This is a Primary Key.<pk/>'] : []),
    ...(foreignKey === undefined ? [] : [foreignKey]),
  ]
  const comment = column.description === null ? [] : [column.description]
  const description = [...comment, ...(notes.length > 0 ? [['Note:', ...notes].join('\n')] : [])].join('\n\n')
  return pick({
    ...(description === '' ? {} : { description }),
    default: column.default === null ? undefined : defaultOf(column.type, column.default),
    ...(column.labels.length > 0 ? { enum: column.labels } : {}),
    maxLength: column.length ?? undefined,
    ...typed(column.type),
  })
}

/** The note of a foreign key of one column, to a table rather than to a view of it. */
function foreignKeyOf(column: string, relationships: Relationship[]): string | undefined {
  const found = relationships.filter(
    (one) =>
      (one.kind === 'many-to-one' || (one.kind === 'one-to-one' && one.holdsKey)) &&
      one.columns.length === 1 &&
      one.columns[0]?.from === column,
  )
  const to = found.find(({ target }) => !target.isView) ?? found[0]
  if (!to || !('columns' in to)) return undefined
  const [table, key] = [to.target.name, to.columns[0]?.to]
  return `This is a Foreign Key to \`${table}.${key}\`.<fk table='${table}' column='${key}'/>`
}

/** A default as a value: a literal without its quotes, an expression as its text where the column is one. */
function defaultOf(type: string, expression: string): unknown {
  if (typeOf(type) === 'string') {
    const ending = `::${type}`
    return expression.endsWith(ending) ? expression.slice(0, -ending.length).replace(/^'+|'+$/g, '') : expression
  }
  try {
    return JSON.parse(expression)
  } catch {
    return undefined
  }
}

/** Leaves out what is undefined. */
export const pick = (value: Json): Json =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined))
