import { randomBytes, randomUUID } from 'node:crypto'
import { createTransport, type SendMailOptions, type Transporter } from 'nodemailer'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startTestServer, type TestServer } from '../../../embedded-supabase/test/support/start.ts'
import { createInbox, type Inbox } from '../../../server/src/inbound-mail/inbox.ts'
import { createMailHook } from '../../../server/src/inbound-mail/mail-hook.ts'
import { startMailReceiver } from '../../../server/src/inbound-mail/mail-receiver.ts'
import { callAs, owner, rowsAs } from './outcome.ts'
import { type Person, signUp, signUpStaff } from './people.ts'
import { PROJECT } from './project.ts'
import { hookSecret, signedCall } from './signed-call.ts'
import { answerAs, ask, readAs } from './tickets.ts'

type Protocol = 'lmtp' | 'smtp'
type Mail = {
  id: string
  message_id: string | null
  state: string
  is_verified: boolean
  words: string
  rest: string
  files: MailedFile[]
}
export type MailedFile = { id: string; name: string; mime: string; refusal: string | null }

/** The bare address of the support. */
export const DESK = 'support@academy.test'
/** The mail server whose word of a sender is believed. */
export const TRUSTED = 'mx.academy.test'

/** The server of the file that called `withInbox`. */
export let server: TestServer
export let inbox: Inbox
export let member: Person
/** A student of this test alone, who has asked and was answered. */
export let student: Person
export let ticket: string
/** The secret address of the ticket. */
export let address: string
/** As a mail server sends: over few connections, one mail after the other on each. */
export const ways = {} as Record<Protocol, Pick<Transporter, 'sendMail'>>
let line: 'open' | 'away' | 'answers lost' | ((path: string) => Response | undefined)

export const database = () => server.supabase.database
/** Lets the way to the database lead there, or do what else it does beside that. */
export const turn = (to: typeof line): void => {
  line = to
}

/** Gives a test file a server that receives mail by both protocols; every test begins with a ticket of a new student. */
export function withInbox(): void {
  const close: (() => unknown)[] = []
  beforeAll(async () => {
    server = await startTestServer({
      projectDirectory: PROJECT,
      functions: { 'sign-support-file': { load: () => import('../../functions/sign-support-file/handler.ts') } },
    })
    await owner(database(), 'update private.support_settings set reply_address = $1', [DESK])
    member = await signUpStaff(database(), 'admin@academy.example', 'admin')
    inbox = createInbox({
      backend: { fetch: send as typeof fetch, publicUrl: server.url, serviceRoleKey: server.supabase.serviceRoleKey },
      siteUrl: '',
      own: ['academy@academy.test'],
      trustedServer: TRUSTED,
      log: pino({ level: process.env.MAIL_LOG ?? 'silent' }),
    })
    close.push(() => inbox.stop())
    for (const protocol of ['lmtp', 'smtp'] as const) close.push(await listen(protocol))
  })
  afterAll(async () => {
    await Promise.all(close.map((end) => end()))
    await server?.close()
  })
  beforeEach(async () => {
    line = 'open'
    student = await signUp(database(), `dana-${randomBytes(4).toString('hex')}@example.org`)
    ticket = await ask(database(), student.caller)
    await answerAs(database(), member.caller, ticket)
    const [key] = await owner<{ key: string }>(
      database(),
      'select key from private.support_reply_keys where ticket_id = $1',
      [ticket],
    )
    address = DESK.replace('@', `+${key?.key}@`)
  })
}

async function listen(protocol: Protocol): Promise<() => Promise<void>> {
  const { port, stop } = await startMailReceiver(inbox, { host: '127.0.0.1', port: 0, protocol })
  const way = createTransport({
    ...{ host: '127.0.0.1', port, lmtp: protocol === 'lmtp', ignoreTLS: true },
    // A greeting takes a tenth of a second, by which the receiver notices who talks before it.
    ...{ pool: true as const, maxConnections: 3, maxMessages: Number.POSITIVE_INFINITY },
  })
  ways[protocol] = way
  return async () => {
    way.close()
    await stop()
  }
}

async function send(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  if (line === 'away') throw new TypeError('fetch failed')
  const instead = typeof line === 'function' ? line(new URL(String(input)).pathname) : undefined
  if (instead) return instead
  const answer = await fetch(input, init)
  if (line === 'answers lost' && String(input).endsWith('/receive_support_mail')) throw new TypeError('terminated')
  return answer
}

/** What the trusted mail server says of a sender whose domain vouches for it. */
export const vouched = (from: string) => ({
  'Authentication-Results': `${TRUSTED}; dmarc=pass header.from=${from.split('@')[1]}`,
})
export const newMessageId = () => `<${randomUUID()}@example.org>`

/** Sends a mail of the student to the ticket, or what is named; gives the code that the receiver answered. */
export const mail = async (options: SendMailOptions & { by?: Protocol } = {}): Promise<string> =>
  (await answerTo(options)).slice(0, 3)

/** As {@link mail}, and gives the whole answer. */
export async function answerTo(options: SendMailOptions & { by?: Protocol } = {}): Promise<string> {
  const { by = 'lmtp', ...given } = options
  const from = String(given.from ?? student.email)
  const sent = {
    ...{ from, to: address, subject: 'Re: הסרטון נעצר', text: 'תודה, עכשיו זה עובד.', messageId: newMessageId() },
    headers: vouched(from),
    ...given,
  }
  return ways[by].sendMail(sent).then(
    ({ response }) => String(response),
    (error) => String((error as { response?: string }).response ?? error),
  )
}

/** What the mails of a ticket say in its thread, as its student reads it. */
export async function said(id = ticket): Promise<string[]> {
  const thread = await rowsAs<{ body: string; channel: string }>(
    database(),
    student.caller,
    'select body, channel from support_messages where ticket_id = $1 order by created_at',
    [id],
  )
  return thread.filter(({ channel }) => channel === 'mail').map(({ body }) => body)
}

/** The mails of a ticket as the staff has them beside its thread. */
export async function mailsOf(id = ticket): Promise<Mail[]> {
  await readAs(database(), member.caller, id)
  return callAs<Mail[]>(database(), member.caller, 'read_ticket_mails', [id])
}

const SECRET = hookSecret()

/** Calls the webhook as a mail service does; gives status and outcome. */
export async function hook(
  body: string,
  { type = 'application/json', secret = SECRET } = {},
): Promise<[number, string]> {
  const answer = await createMailHook(SECRET, inbox)(signedCall(body, secret, { type }), '192.0.2.1')
  const { outcome, code } = (await answer.json()) as { outcome?: string; code?: string }
  return [answer.status, outcome ?? code ?? '']
}
export const asJson = (raw: string | Buffer, more: object = {}): string =>
  JSON.stringify({ raw: Buffer.from(raw as string).toString('base64'), ...more })
