import { createHmac, timingSafeEqual } from 'node:crypto'
import { createFairShare, networkOf, ShareUsedUp } from 'embedded-supabase'
import { inTime, readBytes, SlowBody } from './read-bytes.ts'

const TOLERANCE_S = 5 * 60
/** Bodies are read before anybody knows who sends them, so few are at once. */
const AT_ONCE = 6
/** A caller has one of these places; what it sends besides waits for it. */
const OF_ONE_CALLER = { atOnce: 1, waiting: 4, waitMs: 5_000 }
/** Who holds a place has to send, as fast as a line of two megabits does. */
const PACE = { graceMs: 5_000, bytesPerMs: 256 }
const ID = /^[\w.:@<>+=/-]{1,255}$/
const PREFIX = 'whsec_'
const SHORTEST_KEY = 24

/** What a caller that proved itself sends: `id` is the same whenever the same thing is sent again. */
export type SignedCall = { id: string; body: Buffer; headers: Headers }

type Answer = (call: SignedCall) => Promise<Response>

type Hook = {
  /** `whsec_` and base64, one or more with spaces between: a new secret holds beside the old one for as long as both stand. */
  secrets: string
  mostBytes: number
  now?: () => number
}

/**
 * Answers a webhook that is signed as standardwebhooks.com says: `webhook-id`, `webhook-timestamp` in seconds, and
 * `webhook-signature`, `v1,` and the base64 of the HMAC-SHA256 of `id.timestamp.body`. Others are refused: 401 without a
 * right signature or more than five minutes off, 413 above the bytes, 503 while too many are read and for a body that
 * hardly comes. A call may come again within the five minutes; by its `id`, or by what it says, `answer` must do it once.
 */
export function signedHook({ secrets, mostBytes, now = Date.now }: Hook, answer: Answer) {
  const keys = hookKeys(secrets)
  const places = createFairShare(OF_ONE_CALLER)
  let reading = 0

  /** @throws ShareUsedUp while others are read, SlowBody, whatever breaks the body off */
  const read = (stream: Request['body'], clientAddress: string) =>
    places.run([networkOf(clientAddress)], async () => {
      if (reading >= AT_ONCE) throw new ShareUsedUp(1)
      reading++
      return readBytes(inTime(stream, PACE), mostBytes).finally(() => reading--)
    })

  return async (
    { headers, body: stream }: Pick<Request, 'headers' | 'body'>,
    clientAddress: string,
  ): Promise<Response> => {
    const id = headers.get('webhook-id') ?? ''
    const timestamp = headers.get('webhook-timestamp') ?? ''
    const isNear = Math.abs(now() / 1000 - Number(timestamp)) <= TOLERANCE_S
    if (!ID.test(id) || !/^\d{1,12}$/.test(timestamp) || !isNear)
      return refuse(401, 'NOT_NOW', 'Send webhook-id, and in webhook-timestamp the present time in seconds')
    if (Number(headers.get('content-length') ?? 0) > mostBytes) return tooLarge(mostBytes)
    const body = await read(stream, clientAddress).catch(refusalOf)
    if (body instanceof Response) return body
    if (!body) return tooLarge(mostBytes)
    const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body])
    if (!isSigned(signed, headers.get('webhook-signature') ?? '', keys))
      return refuse(401, 'NOT_SIGNED', 'webhook-signature is not that of a secret of this hook')
    return answer({ id, body, headers })
  }
}

/**
 * The keys of secrets with spaces between.
 * @throws where one is not `whsec_` and the base64 of at least 24 bytes
 */
export function hookKeys(secrets: string): Buffer[] {
  return secrets
    .trim()
    .split(/\s+/)
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
      if (!secret.startsWith(PREFIX) || key.length < SHORTEST_KEY)
        throw new Error(`must be ${PREFIX} and the base64 of at least ${SHORTEST_KEY} bytes`)
      return key
    })
}

function isSigned(signed: Buffer, signatures: string, keys: Buffer[]): boolean {
  const right = keys.map((key) => createHmac('sha256', key).update(signed).digest())
  return signatures
    .slice(0, 1_000)
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .map((one) => Buffer.from(one.slice(3), 'base64'))
    .some((given) => right.some((digest) => given.length === digest.length && timingSafeEqual(given, digest)))
}

/** @throws what is no refusal */
function refusalOf(error: unknown): Response {
  if (error instanceof ShareUsedUp) return refuse(503, 'TRY_AGAIN', 'Others are being read; send it again')
  if (error instanceof SlowBody) return refuse(503, 'TRY_AGAIN', 'The body came too slowly; send it again')
  throw error
}

const tooLarge = (most: number) => refuse(413, 'TOO_LARGE', `The most are ${most} bytes`)

const refuse = (status: number, code: string, message: string) =>
  Response.json({ code, message }, { status, headers: { 'cache-control': 'no-store' } })
