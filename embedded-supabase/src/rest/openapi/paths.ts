import type { Parameter, Routine } from '../schema-cache/types.ts'
import type { DescribedTable } from './catalog.ts'
import { formatOf, pick, typed, typeOf } from './definition.ts'
import { reference } from './parameters.ts'

type Json = Record<string, unknown>

export const JSON_TYPES = [
  'application/json',
  'application/vnd.pgrst.object+json;nulls=stripped',
  'application/vnd.pgrst.object+json',
]

const ROOT_PATH: Json = {
  get: {
    tags: ['Introspection'],
    summary: 'OpenAPI description (this document)',
    produces: ['application/openapi+json', 'application/json'],
    responses: { 200: { description: 'OK' } },
  },
}

/** What can be asked for: this document, each table, each function. */
export function pathsOf(
  tables: DescribedTable[],
  isWritable: (table: string) => boolean,
  routines: Routine[],
  comments: Map<string, string>,
): Record<string, Json> {
  return {
    '/': ROOT_PATH,
    ...Object.fromEntries(tables.map((table) => [`/${table.name}`, tablePath(table, isWritable(table.name))])),
    ...Object.fromEntries(routines.map((routine) => [`/rpc/${routine.name}`, routinePath(routine, comments)])),
  }
}

/** The first line of a comment is the summary, the rest the description. */
function described(comment: string | null | undefined): Json {
  if (!comment) return {}
  const [summary, ...rest] = comment.split('\n')
  const description = rest.join('\n').replace(/^\n+/, '')
  return { summary, ...(description === '' ? {} : { description }) }
}

function tablePath({ name, description, columns }: DescribedTable, isWritable: boolean): Json {
  const common = { tags: [name], ...described(description) }
  const filters = columns.map((column) => `rowFilter.${name}.${column.name}`)
  const operation = (parameters: string[], responses: Json): Json => ({
    ...common,
    parameters: parameters.map(reference),
    responses,
  })
  const page = ['select', 'order', 'range', 'rangeUnit', 'offset', 'limit', 'preferCount']
  const rows = { type: 'array', items: { $ref: `#/definitions/${name}` } }
  const read = operation([...filters, ...page], {
    200: { description: 'OK', schema: rows },
    206: { description: 'Partial Content' },
  })
  if (!isWritable) return { get: read }
  const changed = { 204: { description: 'No Content' } }
  return {
    get: read,
    post: operation([`body.${name}`, 'select', 'preferPost'], { 201: { description: 'Created' } }),
    patch: operation([...filters, `body.${name}`, 'preferReturn'], changed),
    delete: operation([...filters, 'preferReturn'], changed),
  }
}

function routinePath({ name, parameters, volatility }: Routine, comments: Map<string, string>): Json {
  const comment = comments.get(name)
  const common = {
    tags: [`(rpc) ${name}`],
    ...described(comment),
    produces: JSON_TYPES,
    responses: { 200: { description: 'OK' } },
  }
  const required = parameters.filter((one) => one.required).map((one) => one.name)
  const schema = {
    ...(comment === undefined ? {} : { description: comment }),
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(parameters.map((one) => [one.name, typed(one.type)])),
    type: 'object',
  }
  const args = { name: 'args', required: true, in: 'body', schema }
  const post = { ...common, parameters: [args, reference('preferParams')] }
  return volatility === 'volatile' ? { post } : { get: { ...common, parameters: parameters.map(queryArgument) }, post }
}

/** An argument in the query: an array is text there (`{1,2}`), a variadic one is repeated. */
function queryArgument({ name, type, required, variadic }: Parameter): Json {
  const base = { name, required, in: 'query' }
  if (!variadic) {
    const shown = typeOf(type)
    return { ...base, type: shown === undefined || shown === 'array' ? 'string' : shown, format: formatOf(type) }
  }
  const element = type.slice(0, -2)
  const items = pick({ type: typeOf(element), format: formatOf(element) })
  return { ...base, type: 'array', items, collectionFormat: 'multi' }
}
