import { corsHeaders } from './cors.ts'
import { env } from './env.ts'

const DEFAULT_MAX_BYTES = 256 * 1024
const MAX_DEPTH = 32
const BODY_MS = 15_000

/** A request that is refused: becomes an answer by {@link refusal}. */
export class Refused extends Error {
  override name = 'Refused'
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

/** An answer in JSON, readable from every origin and kept by no cache. */
export function json(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: { ...corsHeaders, 'cache-control': 'no-store' } })
}

/** The answer to a refused request: `{ code, message }` with its status. */
export function refusal({ status, code, message }: Refused): Response {
  return json({ code, message }, status)
}

/** What is looked at when the first `bytes` of a body are there, or all of it: it throws what refuses the rest. */
export type Look = { bytes: number; at: (head: string) => Promise<void> }

/**
 * Reads the body as JSON, whatever its content type says (a beacon can only send text).
 * @param maxBytes most bytes to read; 256 KiB unless told.
 * @throws Refused 413 for a larger body, 408 for one that takes longer than 15 seconds, 415 for one that is compressed, 400
 * for one that is no UTF-8, no JSON or nested deeper than 32; whatever `look` throws.
 */
export async function readJson(request: Request, maxBytes = DEFAULT_MAX_BYTES, look?: Look): Promise<unknown> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes)
  if ((request.headers.get('content-encoding') ?? 'identity') !== 'identity')
    throw new Refused(415, 'COMPRESSED_BODY', 'Send the body uncompressed')
  const text = await readText(request, maxBytes, look)
  if (isTooDeep(text)) throw new Refused(400, 'INVALID_BODY', 'The body is nested too deep')
  try {
    return JSON.parse(text)
  } catch {
    throw new Refused(400, 'INVALID_BODY', 'The body is not valid JSON')
  }
}

async function readText(request: Request, maxBytes: number, look?: Look): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const reader = request.body?.getReader()
  const late = new Refused(408, 'BODY_TOO_SLOW', 'The body takes too long')
  let text = ''
  let bytes = 0
  let looked = look
  const timer = setTimeout(() => void reader?.cancel(late).catch(() => undefined), BODY_MS)
  const end = Date.now() + BODY_MS
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true }
      if (Date.now() >= end) throw late
      bytes += value?.byteLength ?? 0
      if (bytes > maxBytes) throw tooLarge(maxBytes)
      text += decoder.decode(value, { stream: !done })
      if (looked && (done || bytes >= looked.bytes)) {
        await looked.at(text)
        looked = undefined
      }
      if (done) return text
    }
  } catch (error) {
    await reader?.cancel().catch(() => undefined)
    if (error instanceof Refused) throw error
    throw new Refused(400, 'INVALID_BODY', 'The body is not valid UTF-8')
  } finally {
    clearTimeout(timer)
  }
}

const tooLarge = (most: number) => new Refused(413, 'BODY_TOO_LARGE', `The body is larger than ${most} bytes`)

/** Whether JSON text is nested deeper than the limit: one pass, before anything is parsed. */
function isTooDeep(text: string): boolean {
  let depth = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    if (inString) {
      if (char === '\\') i++
      else if (char === '"') inString = false
    } else if (char === '"') inString = true
    else if (char === '{' || char === '[') {
      depth++
      if (depth > MAX_DEPTH) return true
    } else if (char === '}' || char === ']') depth--
  }
  return false
}

/**
 * The address the request came from; empty where no header has it. Callers may send entries of their own, so as many are
 * counted from the end as trusted hops append one (CLIENT_ADDRESS_HOPS, one unless set); of fewer, the first counts.
 *
 * The header is CLIENT_ADDRESS_HEADER. Unless it is set: on Supabase's platform (where alone SB_REGION is set)
 * `cf-connecting-ip`, which Cloudflare in front of it overwrites whatever a caller sends, while hops of the platform append
 * their own to `x-forwarded-for`; anywhere else `x-forwarded-for`, for there a caller can send the other.
 */
export function clientAddress({ headers }: Request): string {
  const header = env('CLIENT_ADDRESS_HEADER') || (env('SB_REGION') ? 'cf-connecting-ip' : 'x-forwarded-for')
  const chain = headers.get(header)?.split(',') ?? []
  const hops = Number(env('CLIENT_ADDRESS_HOPS')) || 1
  return chain.at(Math.max(-hops, -chain.length))?.trim() ?? ''
}
