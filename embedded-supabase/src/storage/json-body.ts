import type { z } from 'zod'
import { invalidRequest, StorageError } from './errors.ts'

const MAX_BYTES = 1024 * 1024
const MAX_DEPTH = 32

/**
 * Reads a request's JSON body; an empty body is an empty object.
 * @throws StorageError for one that is too large, nested deeper than 32, no JSON or not of the shape.
 */
export async function readBody<Shape extends z.ZodType>(request: Request, shape: Shape): Promise<z.infer<Shape>> {
  return check(shape, parse(await readText(request)))
}

/** Checks what a caller sent, naming the first thing that is wrong. @throws StorageError */
export function check<Shape extends z.ZodType>(shape: Shape, value: unknown): z.infer<Shape> {
  const result = shape.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw invalidRequest(`${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'not valid'}`)
}

async function readText(request: Request): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > MAX_BYTES) throw new StorageError(413, 'Payload too large', 'The body is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parse(text: string): unknown {
  if (text === '') return {}
  if (isTooDeep(text)) throw invalidRequest('The body is nested too deep')
  try {
    return JSON.parse(text)
  } catch {
    throw invalidRequest('The body is not valid JSON')
  }
}

/** Counts brackets before anything is parsed; those inside strings count too, which no body of ours comes near. */
function isTooDeep(text: string): boolean {
  let depth = 0
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === '{' || bracket === '[' ? 1 : -1
    if (depth > MAX_DEPTH) return true
  }
  return false
}
