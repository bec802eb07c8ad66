import { createTransport } from 'nodemailer'
import { env } from '../_shared/env.ts'
import { json } from '../_shared/http.ts'
import { readAcademy } from '../_shared/read-academy.ts'
import { respondTo } from '../_shared/respond.ts'
import { callRpc } from '../_shared/rest.ts'
import { hasAddress, isPortClosed, smtpServer } from '../_shared/smtp.ts'
import { type DialogueLine, recordDialogue } from './dialogue.ts'
import { testMail } from './mail.ts'

const STEP_TIMEOUT_MS = 8_000
const DEADLINE_MS = 20_000

/** How it ended; `sender` and `recipient` are refusals of an address, `too-slow` is no end within twenty seconds. */
type Outcome =
  | 'taken'
  | 'not-configured'
  | 'sender-without-address'
  | 'port-closed'
  | 'unreachable'
  | 'too-slow'
  | 'encryption'
  | 'login'
  | 'sender'
  | 'recipient'
  | 'refused'
type Report = { outcome: Outcome; recipient: string; lines: DialogueLine[]; milliseconds: number }

/**
 * Sends a mail to the member of the staff who asks, and to nobody else, and answers how the mail server took it: outcome,
 * address, milliseconds, and the talk line by line, without passwords. 403 FORBIDDEN without settings.manage,
 * 429 TOO_MANY_REQUESTS after five an hour.
 *
 * To the project's secret key it answers `{ problem }`, what of the settings lets no mail leave or null, and sends nothing.
 */
export const handler = (request: Request): Promise<Response> =>
  respondTo(['user', 'secret'], request, async ({ kind, token }) => {
    if (kind === 'secret') return json({ problem: settingsProblem() ?? null })
    const { status, body } = await callRpc('begin_test_mail', {}, token)
    if (status !== 200 || typeof body !== 'string') return json(body, status === 200 ? 502 : status)
    return json(await tryMailServer(body))
  })

/** What of the settings lets no mail leave. */
function settingsProblem(): Outcome | undefined {
  if (!env('SMTP_HOST')) return 'not-configured'
  if (!hasAddress(env('MAIL_FROM') ?? '')) return 'sender-without-address'
  return isPortClosed() ? 'port-closed' : undefined
}

async function tryMailServer(recipient: string): Promise<Report> {
  const began = Date.now()
  const { lines, logger } = recordDialogue()
  const ended = (outcome: Outcome): Report => ({ outcome, recipient, lines, milliseconds: Date.now() - began })
  const problem = settingsProblem()
  if (problem) return ended(problem)
  const from = env('MAIL_FROM')
  const transport = createTransport({
    ...smtpServer(),
    logger,
    transactionLog: true,
    connectionTimeout: STEP_TIMEOUT_MS,
    greetingTimeout: STEP_TIMEOUT_MS,
    dnsTimeout: STEP_TIMEOUT_MS,
    socketTimeout: STEP_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const { subject, html, text_body: text } = testMail(await readAcademy(), new Date())
  const headers = { 'Auto-Submitted': 'auto-generated' }
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<Report>((resolve) => {
    timer = setTimeout(() => resolve(ended('too-slow')), DEADLINE_MS)
  })
  const sent = transport.sendMail({ from, to: { name: '', address: recipient }, subject, html, text, headers }).then(
    () => ended('taken'),
    (error: unknown) => ended(outcomeOf(error)),
  )
  try {
    return await Promise.race([sent, late])
  } finally {
    clearTimeout(timer)
    transport.close()
  }
}

type SmtpError = { code?: string; originalCode?: string; command?: string; responseCode?: number }

function outcomeOf(error: unknown): Outcome {
  const { code, originalCode = '', command = '', responseCode } = error as SmtpError
  if (code === 'EAUTH') return 'login'
  if (code === 'ETIMEDOUT') return 'too-slow'
  if (code === 'ETLS' || command === 'STARTTLS') return 'encryption'
  // A certificate that is not believed ends the socket; so does a port where nobody listens.
  if (code === 'ESOCKET') return /^E[A-Z]+$/.test(originalCode) ? 'unreachable' : 'encryption'
  if (responseCode === undefined) return 'unreachable'
  if (command === 'MAIL FROM') return 'sender'
  return command === 'RCPT TO' ? 'recipient' : 'refused'
}
