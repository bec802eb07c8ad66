import { z } from 'zod'
import { CallRefused, callAsServer, type Reached } from '../http/call-as-server.ts'
import { signedHook } from '../http/signed-hook.ts'

const MOST_BYTES = 16 * 1024

const reported = z.object({
  type: z.string().max(40),
  address: z.string().max(320).optional(),
  message_id: z.string().max(500).optional(),
})

/**
 * Takes what a mail service reports of a mail that it took, by a signed webhook (see {@link signedHook}): JSON with `type`
 * (`bounced` for good, `complained`; others are ignored), and `address`, `message_id` or both. Answers `{ outcome }`:
 * `noted`, `known` for the same `webhook-id` again, or `ignored`; 400 for another body, also for one whose values the database
 * never takes, and 503 while it is away.
 */
export function createMailEventsHook(secrets: string, backend: Reached, siteUrl: string) {
  const call = callAsServer(backend, siteUrl)
  return signedHook({ secrets, mostBytes: MOST_BYTES }, async ({ id, body }) => {
    const event = parsed(body)
    if (!event) return invalid()
    return call('note_mail_event', { event_id: id, ...event }).then(
      (outcome) => Response.json({ outcome }),
      (error) =>
        error instanceof CallRefused && error.isFinal
          ? invalid()
          : Response.json({ code: 'TRY_AGAIN', message: 'The report could not be stored' }, { status: 503 }),
    )
  })
}

const invalid = () =>
  Response.json({ code: 'INVALID_BODY', message: 'Send { type, address?, message_id? }' }, { status: 400 })

function parsed(body: Buffer): z.infer<typeof reported> | undefined {
  try {
    return reported.parse(JSON.parse(body.toString()))
  } catch {
    return undefined
  }
}
