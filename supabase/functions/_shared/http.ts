import { corsHeaders } from './cors.ts'

const DEFAULT_MAX_BYTES = 256 * 1024
const MAX_DEPTH = 32

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

/**
 * Reads the body as JSON, whatever its content type says (a beacon can only send text).
 * @param maxBytes most bytes to read; 256 KiB unless told.
 * @throws Refused 413 for a larger body, 400 for one that is no UTF-8, no JSON or nested deeper than 32.
 */
export async function readJson(request: Request, maxBytes = DEFAULT_MAX_BYTES): Promise<unknown> {
  const text = await readText(request, maxBytes)
  if (isTooDeep(text)) throw new Refused(400, 'INVALID_BODY', 'The body is nested too deep')
  try {
    return JSON.parse(text)
  } catch {
    throw new Refused(400, 'INVALID_BODY', 'The body is not valid JSON')
  }
}

async function readText(request: Request, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let bytes = 0
  try {
    for await (const chunk of request.body ?? []) {
      bytes += chunk.byteLength
      if (bytes > maxBytes) throw new Refused(413, 'BODY_TOO_LARGE', `The body is larger than ${maxBytes} bytes`)
      text += decoder.decode(chunk, { stream: true })
    }
    return text + decoder.decode()
  } catch (error) {
    if (error instanceof Refused) throw error
    throw new Refused(400, 'INVALID_BODY', 'The body is not valid UTF-8')
  }
}

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

/** The address the request came from, as the gateway in front of the functions saw it; empty when it did not say. */
export function clientAddress(request: Request): string {
  return request.headers.get('x-forwarded-for')?.split(',')[0]?.trim() ?? ''
}
