import type { z } from 'zod'
import { AuthError } from './errors.ts'
import { hasUnstorableText, nestsTooDeep } from './json-guard.ts'

const MAX_BODY_BYTES = 1024 * 1024
const MAX_DRAINED_BYTES = 8 * MAX_BODY_BYTES

/**
 * Reads a JSON body of at most 1 MiB and gives it the shape of `schema`.
 * @throws AuthError bad_json (400) for what is not such JSON, request_entity_too_large (413).
 */
export async function readBody<T extends z.ZodType>(request: Request, schema: T): Promise<z.output<T>> {
  return shape(decode(await readBytes(request)), schema)
}

/** Like {@link readBody}; no body at all is an empty object. */
export async function readOptionalBody<T extends z.ZodType>(request: Request, schema: T): Promise<z.output<T>> {
  return shape(decode(await readBytes(request)) || '{}', schema)
}

function shape<T extends z.ZodType>(text: string, schema: T): z.output<T> {
  if (nestsTooDeep(text)) throw badJson('exceeded max depth')
  const value = parse(text)
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw badJson(unmarshalError(value, result.error.issues[0]))
}

function badJson(why: string): AuthError {
  return new AuthError(400, 'bad_json', `Could not parse request body as JSON: ${why}`)
}

/** Reads on a little when there is too much, without keeping it: most clients only listen when they have sent all. */
async function readBytes(request: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size <= MAX_BODY_BYTES) chunks.push(chunk)
    else if (size > MAX_DRAINED_BYTES) break
  }
  if (size > MAX_BODY_BYTES)
    throw new AuthError(413, 'request_entity_too_large', `Request body too large (max ${MAX_BODY_BYTES} bytes)`)
  return Buffer.concat(chunks)
}

/** Which value has a wrong type, in the words of Go's decoder, without the names of GoTrue's types. */
function unmarshalError(value: unknown, issue: z.core.$ZodIssue | undefined): string {
  const path = issue?.path ?? []
  const found = path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | null)?.[key], value)
  const kind = Array.isArray(found) ? 'array' : typeof found === 'boolean' ? 'bool' : typeof found
  const into = path.length > 0 ? `struct field ${path.join('.')}` : 'value'
  const wanted = issue && 'expected' in issue ? ` of type ${issue.expected}` : ''
  return `json: cannot unmarshal ${kind} into Go ${into}${wanted}`
}

/** Where parsing JSON failed, in the words of Go's decoder, from V8's message. */
function syntaxError(text: string, { message }: Error): string {
  const position = Number(/position (\d+)/.exec(message)?.[1] ?? Number.NaN)
  const ended = /Unexpected end|Unterminated/.test(message) || position >= text.length
  if (ended) return 'unexpected end of JSON input'
  const character = /Unexpected token '(.)'/u.exec(message)?.[1] ?? text.charAt(position)
  return `invalid character '${character}' looking for beginning of value`
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw badJson('invalid UTF-8')
  }
}

function parse(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw badJson(syntaxError(text, error as Error))
  }
  if (hasUnstorableText(value)) throw badJson('unsupported Unicode escape sequence')
  return value
}
