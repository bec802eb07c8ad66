import type { SchemaCache } from '../schema-cache/types.ts'
import type { Catalog } from './catalog.ts'
import { definitionOf } from './definition.ts'
import { parametersOf } from './parameters.ts'
import { JSON_TYPES, pathsOf } from './paths.ts'

/**
 * The OpenAPI 2.0 description of a schema, as PostgREST makes it: what the service role may use of it.
 * @param address of this part, as clients reach it
 */
export function openApiDocument(
  { tables: all, routines, relationships }: SchemaCache,
  { description, tables: described, functions }: Catalog,
  schema: string,
  address: URL,
): Record<string, unknown> {
  const known = all.get(schema)
  const tables = described.filter(({ name }) => known?.get(name)?.visibleTo.includes('service_role'))
  const definitions = tables.flatMap((one) => {
    const table = known?.get(one.name)
    return table ? [[one.name, definitionOf(one, table, relationships.get(table) ?? [])]] : []
  })
  const callable = [...(routines.get(schema)?.values() ?? [])].flatMap(
    (overloads) => overloads.filter(({ visibleTo }) => visibleTo.includes('service_role')).at(-1) ?? [],
  )
  const isWritable = (name: string) => Object.values(known?.get(name)?.writes ?? {}).includes(true)
  const [title = '', ...rest] = (description ?? 'PostgREST API').split('\n')
  const types = [...JSON_TYPES, 'text/csv']
  return {
    swagger: '2.0',
    info: { title, description: rest.join('\n').replace(/^\n+/, '') || `The schema ${schema}`, version: '16' },
    host: address.port === '' ? `${address.hostname}:${address.protocol === 'https:' ? 443 : 80}` : address.host,
    basePath: address.pathname,
    schemes: [address.protocol.slice(0, -1)],
    consumes: types,
    produces: types,
    paths: pathsOf(tables, isWritable, callable, functions),
    definitions: Object.fromEntries(definitions),
    parameters: parametersOf(tables),
    externalDocs: {
      description: 'PostgREST Documentation',
      url: 'https://postgrest.org/en/v16/references/api.html',
    },
  }
}
