import type { RequestListener } from 'node:http'
import { ownFailures } from 'embedded-supabase'
import type { Logger } from 'pino'
import { type HeadersOfPath, PLAIN_POLICY } from './security-headers.ts'

const BODY = JSON.stringify({ code: 'unexpected_failure', message: 'Internal Server Error' })
const HEADERS = {
  'cache-control': 'no-store',
  'content-type': 'application/json',
  'content-security-policy': PLAIN_POLICY,
}

/**
 * Lets no request end the process: whatever a listener throws, rejects with, or leaves behind in a timer or a stream is
 * logged and answered with 500, or by an end of the connection where the answer has begun. An answer whose body is
 * shorter than its `content-length` ends its connection too, since the next answer would be read as the rest of it.
 * @param common headers of every answer, by its path
 * @returns the guarded listener
 */
export function guardRequests(next: RequestListener, log: Logger, common: HeadersOfPath): RequestListener {
  return (incoming, outgoing) => {
    outgoing.strictContentLength = true
    const fail = (error: unknown): void => {
      const { message, stack } = error instanceof Error ? error : new Error(String(error))
      log.error({ path: incoming.url?.replace(/\?.*/s, ''), error: message, stack }, 'a request failed')
      if (outgoing.writableFinished) return
      if (outgoing.headersSent) outgoing.destroy()
      else {
        const headers = { ...common(incoming.url ?? ''), ...HEADERS, 'content-length': BODY.length }
        outgoing.writeHead(500, headers).end(BODY)
      }
    }
    ownFailures(fail, async () => next(incoming, outgoing)).catch(fail)
  }
}
