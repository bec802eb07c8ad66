import { requestErrors } from '../errors.ts'
import type { ApiRequest } from '../request/parse-request.ts'
import type { Role, SchemaCache, Table } from '../schema-cache/types.ts'

/** The answer to `GET /`: an OpenAPI outline of the schema for the service role. @throws PGRST126 for all others. */
export function rootResponse({ tables, routines }: SchemaCache, { schema }: ApiRequest, role: Role): Response {
  if (role !== 'service_role') throw requestErrors.rootDisabled()
  const inSchema = [...(tables.get(schema)?.values() ?? [])]
  const document = {
    swagger: '2.0',
    info: { title: `${schema} schema`, version: '1' },
    basePath: '/',
    paths: Object.fromEntries([
      ...inSchema.map(({ name }) => [`/${name}`, { get: {}, post: {}, patch: {}, delete: {} }]),
      ...[...(routines.get(schema)?.keys() ?? [])].map((name) => [`/rpc/${name}`, { post: {} }]),
    ]),
    definitions: Object.fromEntries(inSchema.map((table) => [table.name, definition(table)])),
  }
  return new Response(JSON.stringify(document), {
    headers: { 'content-type': 'application/openapi+json; charset=utf-8' },
  })
}

function definition({ columns }: Table) {
  const properties = [...columns.values()].map(({ name, type }) => [name, { format: type }])
  return { type: 'object', properties: Object.fromEntries(properties) }
}
