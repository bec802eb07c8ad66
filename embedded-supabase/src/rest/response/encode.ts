import { chooseEncoding, compress, type Effort, SMALL_BYTES } from '../../encoding.ts'

/** What an answer is made of, before it is sent. */
export type Answer = { status: number; headers: [string, string][]; body: string | null }

/** Measured: half the time of the next level for two hundredths more bytes. */
const EFFORT: Effort = { br: 3, gzip: 3 }
const TEXT = /^(text\/|application\/([\w.-]+\+)?json\b)/

/**
 * Makes the response, compressed when the caller asks for it and it is worth it. What a function of the database set
 * stands: an encoding of its own, `no-transform`. Parts of a list (206) are sent as they are, as proxies do.
 * @param acceptEncoding the caller's header; undefined when nothing is to be compressed, as inside the process
 */
export async function encodeAnswer(answer: Answer, acceptEncoding: string | null | undefined): Promise<Response> {
  const { status, body } = answer
  const headers = new Headers(answer.headers)
  if (acceptEncoding === undefined || !isCompressible(headers)) return new Response(body, { status, headers })
  varyByEncoding(headers)
  const encoding = chooseEncoding(acceptEncoding)
  if (encoding === 'identity' || status === 206 || body === null || body.length < SMALL_BYTES) {
    return new Response(body, { status, headers })
  }
  headers.set('content-encoding', encoding)
  const etag = headers.get('etag')
  if (etag?.startsWith('"')) headers.set('etag', `W/${etag}`)
  const bytes = await compress(Buffer.from(body), encoding, EFFORT)
  return new Response(new Uint8Array(bytes), { status, headers })
}

const isCompressible = (headers: Headers): boolean =>
  TEXT.test(headers.get('content-type') ?? '') &&
  !headers.has('content-encoding') &&
  !/\bno-transform\b/i.test(headers.get('cache-control') ?? '')

function varyByEncoding(headers: Headers): void {
  const names = (headers.get('vary') ?? '').split(',').map((name) => name.trim().toLowerCase())
  if (!names.includes('*') && !names.includes('accept-encoding')) headers.append('vary', 'Accept-Encoding')
}
