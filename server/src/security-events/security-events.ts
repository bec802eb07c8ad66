import { setTimeout as sleep } from 'node:timers/promises'
import { type EmbeddedSupabase, networkOf, type RequestContext } from 'embedded-supabase'
import type { Logger } from 'pino'
import type { Backend } from '../backend.ts'
import { callAsServer } from '../http/call-as-server.ts'
import { isNamedByBody, type Refusal, readRefusal, withBody } from './read-refusal.ts'

const SEND_EVERY_MS = 5_000
/** As many different events wait at once; of more, only the kinds are counted. The database takes 200 in a call. */
const MOST_WAITING = 180
/** Bodies of sign-ins are small; what is larger names nobody. */
const MOST_BODY_BYTES = 2_048
/** A stop waits so long for bodies that are on their way. */
const LAST_BODIES_MS = 1_000
/** Where the body of a sign-in names the account. */
const NAMING = /^\/auth\/v1\/(otp|verify|token|recover|resend|magiclink|signup)$/

type Answer = EmbeddedSupabase['fetch']
type Waiting = Refusal & { address: string; count: number; first_at: string; last_at: string }

export type SecurityEvents = {
  /** Lets a request be answered, and notes what the answer refused; neither waits for the other nor fails by it. */
  watch(request: Request, context: RequestContext, answer: Answer): Promise<Response>
  /** Sends what waits, and ends. */
  stop(): Promise<void>
}

/** For a project elsewhere, which has logs of its own and whose answers do not pass through here. */
export const NO_SECURITY_EVENTS: SecurityEvents = {
  watch: (request, context, answer) => answer(request, context),
  stop: async () => undefined,
}

/**
 * Collects refused sign-ins and rights by the answers of the services and hands them to the database every five seconds,
 * the same of the same caller as one with a count. What cannot be handed over waits within the same bound.
 */
export function startSecurityEvents(
  backend: Pick<Backend, 'embedded' | 'fetch' | 'publicUrl' | 'serviceRoleKey'>,
  siteUrl: string,
  log: Pick<Logger, 'warn' | 'info'>,
): SecurityEvents {
  if (!backend.embedded || !backend.serviceRoleKey) return NO_SECURITY_EVENTS
  const call = callAsServer(backend, siteUrl)
  const waiting = new Map<string, Waiting>()
  const reading = new Set<Promise<void>>()
  let sending: Promise<void> | undefined
  let failed = false

  function add(event: Waiting): void {
    const { kind, what, account, user_id, address } = event
    const key = JSON.stringify([kind, what, account, user_id, networkOf(address)])
    const known = waiting.get(key)
    if (known) {
      known.count += event.count
      known.last_at = event.last_at
    } else if (waiting.size < MOST_WAITING || what === '') waiting.set(key, event)
    else {
      const { count, first_at, last_at } = event
      add({ kind, what: '', address: '', count, first_at, last_at })
    }
  }

  async function send(): Promise<void> {
    const events = [...waiting.values()]
    if (events.length === 0) return
    waiting.clear()
    try {
      await call('note_security_events', { events })
      if (failed) log.info('security events are noted again')
      failed = false
    } catch (error) {
      for (const event of events) add(event)
      if (!failed) log.warn({ err: error }, 'security events could not be noted; they wait')
      failed = true
    }
  }
  const sendInTurn = (): Promise<void> =>
    (sending ??= send().finally(() => {
      sending = undefined
    }))
  const timer = setInterval(() => void sendInTurn(), SEND_EVERY_MS).unref()

  return {
    async watch(request, context, answer) {
      const body = bodyOf(request)
      const response = await answer(request, context)
      if (response.status < 300) return response
      const seen = isNamedByBody(request, response) ? response.clone() : response
      const noted = Promise.all([readRefusal(request, seen), body]).then(([refusal, text]) => {
        if (refusal) addRefusal(withBody(refusal, text), context)
      })
      reading.add(noted)
      void noted.finally(() => reading.delete(noted))
      return response
    },
    async stop() {
      clearInterval(timer)
      await Promise.race([Promise.allSettled(reading), sleep(LAST_BODIES_MS, undefined, { ref: false })])
      await sending
      await sendInTurn()
    },
  }

  function addRefusal(refusal: Refusal, { clientAddress }: RequestContext): void {
    const now = new Date().toISOString()
    add({ ...refusal, address: clientAddress, count: 1, first_at: now, last_at: now })
  }
}

/** The text of a small body that may name an account, read beside whoever it is for; empty for every other and for one that breaks off. */
async function bodyOf(request: Request): Promise<string> {
  const bytes = Number(request.headers.get('content-length') ?? Number.NaN)
  const isNaming = request.method === 'POST' && bytes <= MOST_BODY_BYTES && NAMING.test(new URL(request.url).pathname)
  return isNaming
    ? request
        .clone()
        .text()
        .catch(() => '')
    : ''
}
