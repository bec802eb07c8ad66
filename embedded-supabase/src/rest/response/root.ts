import type { Database } from '../../database/index.ts'
import { requestErrors } from '../errors.ts'
import { readCatalog } from '../openapi/catalog.ts'
import { openApiDocument } from '../openapi/document.ts'
import type { ApiRequest } from '../request/parse-request.ts'
import type { Role, SchemaCache } from '../schema-cache/types.ts'
import { typeHeaders, VARY } from './answer.ts'
import type { Answer } from './encode.ts'

/** The answer to `GET /`: the OpenAPI description of the schema for the service role. @throws PGRST126 for all others. */
export async function rootAnswer(
  database: Pick<Database, 'asOwner'>,
  cache: SchemaCache,
  request: ApiRequest,
  role: Role,
  externalUrl: string,
): Promise<Answer> {
  if (role !== 'service_role') throw requestErrors.rootDisabled()
  const headers = [...typeHeaders(request, { kind: 'openapi' }), VARY]
  if (request.method === 'HEAD') return { status: 200, headers, body: null }
  const catalog = await database.asOwner((tx) => readCatalog(tx, request.schema))
  const address = new URL(`${externalUrl.replace(/\/$/, '')}/rest/v1/`)
  return { status: 200, headers, body: JSON.stringify(openApiDocument(cache, catalog, request.schema, address)) }
}
