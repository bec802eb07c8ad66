import { createTransport } from 'nodemailer'
import { withDirectionMark } from '../_shared/direction.ts'
import { env, requiredEnv } from '../_shared/env.ts'
import { json, Refused } from '../_shared/http.ts'
import type { KindOf } from '../_shared/kinds.ts'
import type { Academy } from '../_shared/mail-academy.ts'
import type { ComposedMail } from '../_shared/mail-layout.ts'
import { serviceKey } from '../_shared/project-keys.ts'
import { readAcademy } from '../_shared/read-academy.ts'
import { respondTo } from '../_shared/respond.ts'
import { callRpc } from '../_shared/rest.ts'
import { hasAddress, smtpServer } from '../_shared/smtp.ts'
import { compose } from './compose.ts'

const BATCH_SIZE = 20
const MAX_RUN_MS = 40_000
/** Of the two minutes for which `claim_emails` takes a mail, the first: the second is for the mail that is under way. */
const BATCH_MS = 60_000
const SOCKET_TIMEOUT_MS = 15_000
/** What becomes of a mail is worth recording for as long as it is taken from the queue. */
const LEASE_MS = 2 * 60_000

type QueuedMail = {
  id: string
  kind: string
  recipient: string
  subject: string
  html: string
  text_body: string
  is_decoy: boolean
  attempts: number
  content: Record<string, unknown> | null
}
type Failure = { failure: string; failure_kind: KindOf<'email_outbox.last_failure'> }

/**
 * Sends the mails that wait in `email_outbox`; for a secret key only. A schedule calls it, and whoever queues a mail may.
 * A failed mail is tried again after 1, 2, 4 ... minutes and given up after a day; one that the mail server refuses
 * for good is given up at once. Answers `{ sent, failed }`, and where mails failed, in `reasons` why, each once.
 */
export const handler = (request: Request): Promise<Response> =>
  respondTo(
    ['secret'],
    request,
    async () => {
      if (!env('SMTP_HOST')) throw new Refused(503, 'SMTP_NOT_CONFIGURED', 'No mail server is configured')
      if (!hasAddress(requiredEnv('MAIL_FROM')))
        throw new Refused(503, 'SENDER_WITHOUT_ADDRESS', 'MAIL_FROM must be `Name <address@domain>` or an address')
      return json(await drain())
    },
    LEASE_MS,
  )

type Delivery = { sent: number; failed: number; reasons?: Failure[] }

async function drain(): Promise<Delivery> {
  const transport = openTransport()
  const deadline = Date.now() + MAX_RUN_MS
  const counts = { sent: 0, failed: 0 }
  const reasons = new Map<string, Failure>()
  // Asked for by the first mail that names it; one that cannot name its sender waits.
  let academy: Promise<Academy> | undefined
  const named = () => {
    academy ??= readAcademy()
    return academy
  }
  try {
    while (Date.now() < deadline) {
      const batchEnd = Date.now() + BATCH_MS
      const mails = await claim()
      if (mails.length === 0) break
      for (const mail of mails) {
        if (Date.now() >= batchEnd) break
        const failure = await send(transport, mail, named)
        await callRpc('finish_email', { email_id: mail.id, attempt: mail.attempts, ...failure }, serviceKey())
        counts[failure ? 'failed' : 'sent']++
        if (failure) reasons.set(failure.failure, failure)
      }
    }
  } finally {
    transport.close()
  }
  return reasons.size > 0 ? { ...counts, reasons: [...reasons.values()] } : counts
}

async function claim(): Promise<QueuedMail[]> {
  const { status, body } = await callRpc(
    'claim_emails',
    // What only catches mails may have those that are held back: nothing leaves by it.
    { batch_size: BATCH_SIZE, caught: env('SMTP_CAUGHT') === 'true' },
    serviceKey(),
  )
  if (status !== 200) throw new Refused(503, 'TRY_AGAIN', 'The outbox could not be read')
  return body as QueuedMail[]
}

type Transport = ReturnType<typeof openTransport>

function openTransport() {
  return createTransport({
    ...smtpServer(),
    pool: true,
    maxConnections: 1,
    socketTimeout: SOCKET_TIMEOUT_MS,
    connectionTimeout: SOCKET_TIMEOUT_MS,
  })
}

/** Sends one mail; for a decoy it only greets the mail server. @returns undefined when the mail server took it, else why not. */
async function send(
  transport: Transport,
  mail: QueuedMail,
  academy: () => Promise<Academy>,
): Promise<Failure | undefined> {
  try {
    if (mail.is_decoy) await transport.verify()
    else {
      const { html, text_body, headers }: ComposedMail = mail.content
        ? compose(mail.kind, mail.content, await academy())
        : mail
      await transport.sendMail({
        from: requiredEnv('MAIL_FROM'),
        // As an object: the address is used as it is stored and never parsed again.
        to: { name: '', address: mail.recipient },
        subject: withDirectionMark(mail.subject),
        html,
        text: text_body,
        headers: { 'Auto-Submitted': 'auto-generated', ...headers },
      })
    }
    return undefined
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error), failure_kind: kindOf(error) }
  }
}

/** Only what the server says of the recipient or the mail itself is for good; a refused login is not the mail's fault. */
function kindOf(error: unknown): Failure['failure_kind'] {
  const { responseCode, command } = error as { responseCode?: number; command?: string }
  if (responseCode === undefined) return 'unreachable'
  return responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA') ? 'permanent' : 'temporary'
}
