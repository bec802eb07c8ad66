import { randomBytes, randomUUID } from 'node:crypto'
import { createTransport, type SendMailOptions } from 'nodemailer'
import pino from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../embedded-supabase/test/support/start.ts'
import { hostileMails } from '../../server/src/inbound-mail/hostile-mails.ts'
import { createInbox, type Inbox } from '../../server/src/inbound-mail/inbox.ts'
import { createMailHook } from '../../server/src/inbound-mail/mail-hook.ts'
import { startMailReceiver } from '../../server/src/inbound-mail/mail-receiver.ts'
import { callAs, owner, rowsAs } from './support/outcome.ts'
import { ANONYMOUS, type Person, SERVICE, signUp, signUpStaff } from './support/people.ts'
import { PROJECT } from './support/project.ts'
import { hookSecret, signedCall } from './support/signed-call.ts'
import { answerAs, ask, readAs } from './support/tickets.ts'

type Mail = {
  id: string
  message_id: string | null
  state: string
  is_verified: boolean
  words: string
  rest: string
  files: File[]
}
type File = { id: string; name: string; mime: string; refusal: string | null }
type Receiver = Awaited<ReturnType<typeof startMailReceiver>>

const DESK = 'support@academy.test'
const TRUSTED = 'mx.academy.test'
let server: TestServer
let student: Person
let member: Person
let ticket: string
/** The secret address of the ticket. */
let address: string
let inbox: Inbox
let receivers: Record<'lmtp' | 'smtp', Receiver>
/** What the way to the database does beside leading there. */
let line: 'open' | 'away' | 'answers lost'

const database = () => server.supabase.database
const send = async (input: string | URL | Request, init?: RequestInit) => {
  if (line === 'away') throw new TypeError('fetch failed')
  const answer = await fetch(input, init)
  if (line === 'answers lost' && String(input).endsWith('/receive_support_mail')) throw new TypeError('terminated')
  return answer
}

beforeAll(async () => {
  server = await startTestServer({
    projectDirectory: PROJECT,
    functions: { 'sign-support-file': { load: () => import('../functions/sign-support-file/handler.ts') } },
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
  const listen = (protocol: 'lmtp' | 'smtp') => startMailReceiver(inbox, { host: '127.0.0.1', port: 0, protocol })
  receivers = { lmtp: await listen('lmtp'), smtp: await listen('smtp') }
})
afterAll(async () => {
  inbox?.stop()
  await Promise.all([receivers?.lmtp.stop(), receivers?.smtp.stop()])
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

const vouched = (from: string) => ({
  'Authentication-Results': `${TRUSTED}; dmarc=pass header.from=${from.split('@')[1]}`,
})
const newId = () => `<${randomUUID()}@example.org>`

/** Sends a mail of the student to the ticket, or what is named; gives what the receiver said. */
async function mail(options: SendMailOptions & { by?: 'lmtp' | 'smtp' } = {}): Promise<string> {
  const { by = 'lmtp', ...given } = options
  const transport = createTransport({
    host: '127.0.0.1',
    port: receivers[by].port,
    lmtp: by === 'lmtp',
    ignoreTLS: true,
  })
  const from = String(given.from ?? student.email)
  try {
    const { response } = await transport.sendMail({
      ...{ from, to: address, subject: 'Re: הסרטון נעצר', text: 'תודה, עכשיו זה עובד.', messageId: newId() },
      headers: vouched(from),
      ...given,
    })
    return response.slice(0, 3)
  } catch (error) {
    return String((error as { responseCode?: number }).responseCode ?? error)
  } finally {
    transport.close()
  }
}
const thread = async (id = ticket) =>
  rowsAs<{ body: string; from_staff: boolean; channel: string }>(
    database(),
    student.caller,
    'select body, from_staff, channel from support_messages where ticket_id = $1 order by created_at',
    [id],
  )
const said = async (id = ticket) =>
  (await thread(id)).filter(({ channel }) => channel === 'mail').map(({ body }) => body)
async function mailsOf(id = ticket): Promise<Mail[]> {
  await readAs(database(), member.caller, id)
  return callAs<Mail[]>(database(), member.caller, 'read_ticket_mails', [id])
}
const everything = async () =>
  Number((await owner<{ count: string }>(database(), 'select count(*) from private.support_mails'))[0]?.count)

test.each(['lmtp', 'smtp'] as const)(
  '[2.12-06] a reply by %s lands in the thread once, without what it quotes',
  async (by) => {
    const text = 'תודה, עכשיו זה עובד.\n\nOn Wed, Nov 25, 2026 at 9:30 AM Academy <a@x.org> wrote:\n> כך ממשיכים.\n'
    expect(await mail({ by, text })).toBe('250')
    expect(await said()).toEqual(['תודה, עכשיו זה עובד.'])
    const read = await readAs(database(), member.caller, ticket)
    expect([read.status, read.messages.at(-1)?.author_kind]).toEqual(['open', 'student'])
    expect(await mailsOf()).toMatchObject([
      { state: 'taken', is_verified: true, words: '', rest: expect.stringContaining('> כך') },
    ])
  },
)

test('the same mail again, by either way, thirty at once, is there once', async () => {
  const messageId = newId()
  // As a mail server sends: over few connections, one mail after the other on each.
  const ways = (['lmtp', 'smtp'] as const).map((by) =>
    createTransport({
      ...{ host: '127.0.0.1', port: receivers[by].port, lmtp: by === 'lmtp', ignoreTLS: true },
      ...{ pool: true as const, maxConnections: 3 },
    }),
  )
  const sent = {
    from: student.email,
    to: address,
    subject: 'Re: x',
    text: 'תודה',
    messageId,
    headers: vouched(student.email),
  }
  const answers = await Promise.all(
    Array.from({ length: 30 }, async (_, at) => (await ways[at % 2]?.sendMail(sent))?.response.slice(0, 3)),
  )
  for (const way of ways) way.close()
  expect(new Set(answers)).toEqual(new Set(['250']))
  expect(await said()).toHaveLength(1)
})

test('what was stored when the answer got lost is sent again and is there once', async () => {
  const messageId = newId()
  line = 'answers lost'
  expect(await mail({ messageId })).toBe('451')
  line = 'open'
  expect(await mail({ messageId })).toBe('250')
  expect(await said()).toHaveLength(1)
})

test('while the database is away, nothing is taken and nothing refused for good', async () => {
  line = 'away'
  expect([await mail(), await mail({ by: 'smtp' })]).toEqual(['451', '451'])
  line = 'open'
  expect(await said()).toEqual([])
})

test.each([
  ['an unknown secret', () => DESK.replace('@', `+${'0'.repeat(32)}@`)],
  ['another name', () => address.replace('support', 'other')],
  ['another domain', () => address.replace('academy.test', 'evil.test')],
  ['a secret cut short', () => address.replace(/.@/, '@')],
  ['no secret', () => DESK.replace('@', '+@')],
  ['a secret with more behind it', () => address.replace('@', '+more@')],
])('there is no address with %s', async (_what, to) => {
  expect([await mail({ to: to() }), await mail({ to: to(), by: 'smtp' })]).toEqual(['550', '550'])
})

test('the address of a ticket works in capitals too, and leads into the ticket that it was merged into', async () => {
  expect(await mail({ to: address.toUpperCase() })).toBe('250')
  const other = await ask(database(), student.caller, { subject: 'עוד משהו' })
  await mail({ from: 'stranger@example.net', headers: vouched('stranger@example.net') })
  await callAs(database(), member.caller, 'merge_tickets', [ticket, other])
  expect(await mail({ text: 'לפנייה המאוחדת' })).toBe('250')
  expect((await said(other)).at(-1)).toBe('לפנייה המאוחדת')
  expect((await mailsOf(other)).filter(({ state }) => state === 'held')).toHaveLength(1)
})

test.each([
  ['of somebody else', { from: 'stranger@example.net', headers: vouched('stranger@example.net') }],
  ['in the name of the student, for whom nobody vouches', { headers: {} }],
  [
    'vouched for by another server',
    { headers: { 'Authentication-Results': 'mx.evil.test; dmarc=pass header.from=example.org' } },
  ],
  ['vouched for with another domain', { headers: vouched('x@evil.test') }],
])("a mail %s waits beside the thread and is never shown as the student's", async (_what, options) => {
  expect(await mail({ text: 'לא שלו', ...options })).toBe('250')
  expect(await said()).toEqual([])
  expect(await mailsOf()).toMatchObject([{ state: 'held', message_id: null, words: 'לא שלו' }])
  const read = await readAs(database(), member.caller, ticket)
  expect([read.status, read.notes.at(-1)?.body]).toEqual(['open', expect.stringContaining('מחוץ לשיחה')])
  const copy = JSON.stringify(await callAs(database(), student.caller, 'export_my_data'))
  expect(copy).not.toContain('לא שלו')
  for (const name of ['my_ticket_files', 'read_ticket_mails'])
    expect(JSON.stringify(await callAs(database(), student.caller, name, [ticket]).catch(() => null))).not.toContain(
      'לא שלו',
    )
})

test('a held mail is taken into the thread or discarded, once, by who may', async () => {
  for (const text of ['אחת', 'שתיים']) await mail({ text, headers: {} })
  const [first, second] = await mailsOf()
  const settle = (caller = member.caller, id = first?.id, accept = true) =>
    callAs(database(), caller, 'settle_ticket_mail', [id, accept]).then(
      () => 'done',
      (error: Error) => JSON.parse(error.message).code as string,
    )
  expect(await settle(student.caller)).toBe('FORBIDDEN')
  expect(await Promise.all([settle(), settle(), settle()])).toEqual(['done', 'done', 'done'])
  expect(await said()).toEqual(['אחת'])
  expect([await settle(member.caller, first?.id, false), await settle(member.caller, second?.id, false)]).toEqual([
    'MAIL_SETTLED',
    'done',
  ])
  expect(await said()).toEqual(['אחת'])
  expect((await mailsOf()).map(({ state }) => state)).toEqual(['taken'])
})

test('who has another address by now speaks with that one', async () => {
  const former = student.email
  await owner(database(), `update users set email = 'new-' || email where id = $1`, [student.id])
  expect([await mail({ from: former }), await mail({ from: `new-${former}`, text: 'מהחדשה' })]).toEqual(['250', '250'])
  expect(await said()).toEqual(['מהחדשה'])
})

test('a mail to the bare address opens a ticket: of the student, else of a visitor, marked where nobody vouches', async () => {
  expect(
    await mail({
      to: DESK,
      from: `דנה <${student.email}>`,
      headers: vouched(student.email),
      subject: 'Re: Fwd: שאלה חדשה',
    }),
  ).toBe('250')
  const [own] = await rowsAs<{ id: string; subject: string; channel: string }>(
    database(),
    student.caller,
    `select id, subject, channel from support_tickets where channel = 'mail'`,
  )
  expect(own).toMatchObject({ subject: 'שאלה חדשה', channel: 'mail' })
  expect(await mail({ to: DESK, headers: {}, subject: 'x' })).toBe('250')
  const tickets = await owner<{ id: string; user_id: string | null; subject: string; name: string }>(
    database(),
    'select id, user_id, subject, name from support_tickets where email = $1 order by created_at',
    [student.email],
  )
  expect(tickets.at(-1)).toMatchObject({ user_id: null, subject: 'פנייה במייל' })
  const read = await readAs(database(), member.caller, tickets.at(-1)?.id ?? '')
  expect(read.notes).toMatchObject([{ author: 'מערכת המייל', body: expect.stringContaining('אף שרת') }])
})

test('a program that answers to the bare address stays in the conversation, of its own person only', async () => {
  const headers = { ...vouched(student.email), References: `<ticket.${ticket}@academy.test>` }
  expect(await mail({ to: DESK, headers, text: 'לכתובת הכללית' })).toBe('250')
  expect(await said()).toEqual(['לכתובת הכללית'])
  const from = `${randomBytes(4).toString('hex')}@example.net`
  expect(
    await mail({ to: DESK, from, headers: { ...vouched(from), References: headers.References }, text: 'של אחר' }),
  ).toBe('250')
  expect(await said()).toEqual(['לכתובת הכללית'])
})

test('what writes without a person is taken from the mail server and goes nowhere', async () => {
  const before = await everything()
  const headers = vouched(student.email)
  const answers = [
    await mail({ headers: { ...headers, 'Auto-Submitted': 'auto-replied' } }),
    await mail({ headers: { ...headers, Precedence: 'bulk' } }),
    await mail({ headers: { ...headers, 'X-Loop': DESK } }),
    await mail({ envelope: { from: '', to: address } }),
    await mail({ from: 'academy@academy.test', headers: vouched('academy@academy.test') }),
    await mail({ to: DESK, from: DESK, headers: vouched(DESK) }),
  ]
  expect(new Set(answers)).toEqual(new Set(['250']))
  expect(await everything()).toBe(before)
})

test('a loop of mails ends at thirty an hour a ticket, and of new tickets at five a sender', async () => {
  const taken = 'select private.take_call($1, $2, 30, $3) from generate_series(1, 28)'
  await owner(database(), taken, ['ticket mail', ticket, '1 hour'])
  const answers: string[] = []
  for (let at = 0; at < 3; at++) answers.push(await mail({ text: `${at}` }))
  expect(answers).toEqual(['250', '250', '451'])
  const opened: string[] = []
  for (let at = 0; at < 6; at++) opened.push(await mail({ to: DESK, subject: `שאלה ${at}`, text: `${at}` }))
  expect(opened).toEqual(['250', '250', '250', '250', '250', '451'])
})

test('new tickets of senders for whom nobody vouches end at sixty an hour, those of others do not', async () => {
  await owner(database(), 'select private.take_call($1, $2, 60, $3) from generate_series(1, 60)', [
    'mailed tickets',
    'unverified',
    '1 hour',
  ])
  const from = `${randomBytes(4).toString('hex')}@example.net`
  expect(await mail({ to: DESK, from, headers: {} })).toBe('451')
  expect(await mail({ to: DESK, from, headers: vouched(from) })).toBe('250')
  await owner(database(), 'delete from private.caller_counts')
})

test('forty hostile mails leave the receiver well and nothing in the thread but words', async () => {
  await owner(database(), 'delete from private.caller_counts')
  const codes = new Set<string>()
  for (const { raw, what } of hostileMails) {
    const code = await mail({ raw, envelope: { from: student.email, to: address } })
    expect(code, what).toMatch(/^(250|451|552|554)$/)
    codes.add(code)
  }
  expect(codes).toEqual(new Set(['250', '552', '554']))
  expect(await said()).toEqual([])
  expect(await mail({ text: 'ועכשיו אדם' })).toBe('250')
  expect(await said()).toEqual(['ועכשיו אדם'])
})

test('files: pictures are drawn anew, documents kept, all else refused by name; stored once however often', async () => {
  const png = await sharp({ create: { width: 60, height: 30, channels: 3, background: '#1d5c4a' } })
    .png()
    .withMetadata()
    .toBuffer()
  const hidden = Buffer.concat([png, Buffer.from('<script>hidden</script>')])
  const attachments = [
    { filename: '../צילום.png', content: hidden },
    { filename: 'דוח.pdf', content: '%PDF-1.7 x' },
    { filename: 'run.exe', content: 'MZ and more' },
    { filename: 'page.html', content: '<script>1</script>' },
    { filename: 'a.svg', content: '<svg onload="x"/>' },
    { filename: 'broken.png', content: png.subarray(0, 40) },
    { filename: 'bomb.zip', content: Buffer.from('PK\x03\x04zeros') },
    { filename: 'notes.txt', content: 'שלום' },
  ]
  const messageId = newId()
  for (let at = 0; at < 2; at++) expect(await mail({ attachments, messageId, text: '' })).toBe('250')
  expect(await said()).toEqual(['(קבצים בלבד, בלי טקסט)'])
  const [{ files } = { files: [] }] = await callAs<{ files: File[] }[]>(database(), student.caller, 'my_ticket_files', [
    ticket,
  ])
  expect(files.map(({ name, mime, refusal }) => [name, refusal ?? mime])).toEqual([
    ['צילום.webp', 'image/webp'],
    ['דוח.pdf', 'application/pdf'],
    ['run.exe', 'TYPE'],
    ['page.html', 'TYPE'],
    ['a.svg', 'TYPE'],
    ['broken.png', 'BROKEN'],
    ['bomb.zip', 'TYPE'],
    ['notes.txt', 'text/plain'],
  ])
  const place = (caller: Person['caller'], id = files[0]?.id) =>
    callAs<{ path: string } | null>(database(), caller, 'support_file_place', [id])
  const stored = await place(student.caller)
  const stranger = await signUp(database(), `${randomBytes(4).toString('hex')}@example.org`)
  expect([await place(stranger.caller), await place(student.caller, files[2]?.id)]).toEqual([null, null])
  const { data } = await server
    .client(server.supabase.serviceRoleKey)
    .storage.from('support-files')
    .download(stored?.path ?? '')
  const bytes = Buffer.from(new Uint8Array((await data?.arrayBuffer()) ?? new ArrayBuffer(0)))
  expect([bytes.subarray(8, 12).toString(), bytes.includes('hidden')]).toEqual(['WEBP', false])
  for (const key of [undefined, student.caller])
    expect(
      (
        await server
          .client()
          .storage.from('support-files')
          .download(stored?.path ?? '')
      ).error,
      String(key),
    ).not.toBeNull()
})

/** What the function that signs answers somebody, who has opened a link of sign-in. */
async function signFile(email: string, fileId: string) {
  const admin = server.client(server.supabase.serviceRoleKey)
  const link = await admin.auth.admin.generateLink({ type: 'magiclink', email })
  const client = server.client()
  await client.auth.verifyOtp({ token_hash: link.data.properties?.hashed_token ?? '', type: 'email' })
  const { data, error } = await client.functions.invoke('sign-support-file', { body: { file_id: fileId } })
  return {
    status: (error?.context as Response | undefined)?.status ?? 200,
    link: data?.signedURL as string | undefined,
  }
}

test('a file is opened by a link of a minute that only saves it, by its student and nobody else', async () => {
  await mail({ attachments: [{ filename: 'דוח.pdf', content: '%PDF-1.7 x' }] })
  const [{ files } = { files: [] }] = await callAs<{ files: File[] }[]>(database(), student.caller, 'my_ticket_files', [
    ticket,
  ])
  const id = files[0]?.id ?? ''
  const stranger = await signUp(database(), `${randomBytes(4).toString('hex')}@example.org`)
  expect(await signFile(stranger.email, id)).toMatchObject({ status: 403, link: undefined })
  const { link } = await signFile(student.email, id)
  const answer = await fetch(`${server.url}/storage/v1${link}`)
  expect(await answer.text()).toBe('%PDF-1.7 x')
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment/)
  expect(answer.headers.get('content-type')).toBe('application/octet-stream')
  const { exp, iat } = JSON.parse(Buffer.from(link?.split('token=')[1]?.split('.')[1] ?? '', 'base64url').toString())
  expect(exp - iat).toBe(60)
  for (const wrong of ['', randomUUID(), `${id}'`]) expect((await signFile(student.email, wrong)).status).toBe(403)
})

test('files of a ticket that is gone are told to be cleared, after an hour', async () => {
  await mail({ attachments: [{ filename: 'a.pdf', content: `%PDF-${randomUUID()}` }] })
  const stale = () => callAs<string[]>(database(), SERVICE, 'stale_support_files')
  await owner(
    database(),
    `update storage.objects set created_at = now() - interval '2 hours' where bucket_id = 'support-files'`,
  )
  const before = await stale()
  await owner(database(), 'delete from support_tickets where id = $1', [ticket])
  expect((await stale()).length).toBe(before.length + 1)
})

test("the functions of the server are the service key's alone", async () => {
  for (const caller of [student.caller, member.caller])
    for (const [name, values] of [
      ['receive_support_mail', [{}]],
      ['support_mail_place', [DESK]],
      ['stale_support_files', []],
    ] as const)
      await expect(callAs(database(), caller, name, [...values])).rejects.toMatchObject({ code: '42501' })
})

const SECRET = hookSecret()
const raw = (more = '') =>
  `From: ${student.email}\r\nTo: x@y.z, ${DESK}, ${address}\r\nMessage-ID: ${newId()}\r\n${more}\r\nמהוובהוק`
const pass = { dmarc: [{ result: 'pass', domain: 'example.org' }] }

/** Calls the webhook as a mail service does; gives status and outcome. */
async function hook(body: string, { type = 'application/json', secret = SECRET } = {}): Promise<[number, string]> {
  const answer = await createMailHook(SECRET, inbox)(signedCall(body, secret, { type }))
  const { outcome, code } = (await answer.json()) as { outcome?: string; code?: string }
  return [answer.status, outcome ?? code ?? '']
}
const asJson = (mailText: string, more: object = {}) =>
  JSON.stringify({ raw: Buffer.from(mailText).toString('base64'), ...more })

test('a signed webhook hands a mail in, with what it found out of the sender, and again changes nothing', async () => {
  const body = asJson(raw(), { to: address, authentication: pass })
  expect(await hook(body)).toEqual([200, 'threaded'])
  expect(await hook(body)).toEqual([200, 'repeated'])
  expect(await said()).toEqual(['מהוובהוק'])
})

test('the mail alone will do: its recipients are read, and the mail server that is trusted is believed', async () => {
  expect(
    await hook(raw(`Authentication-Results: ${TRUSTED}; dmarc=pass header.from=example.org\r\n`), {
      type: 'message/rfc822',
    }),
  ).toEqual([200, 'threaded'])
  expect(await hook(asJson(raw()))).toEqual([200, 'held'])
  expect(await hook(asJson(raw(), { authentication: { dmarc: [{ result: 'fail', domain: 'example.org' }] } }))).toEqual(
    [200, 'held'],
  )
  expect(await said()).toEqual(['מהוובהוק'])
})

test('the webhook refuses what it cannot take, and says whether to come again', async () => {
  expect(await hook(asJson(raw()), { secret: `whsec_${randomBytes(32).toString('base64')}` })).toEqual([
    401,
    'NOT_SIGNED',
  ])
  expect(await hook(asJson(raw(), { to: 'other@academy.test' }))).toEqual([404, 'unknown'])
  expect(await hook('{')).toEqual([400, 'INVALID_BODY'])
  expect(await hook('{"raw":7}')).toEqual([400, 'INVALID_BODY'])
  expect(await hook(asJson('no mail'))).toEqual([422, 'SENDER'])
  line = 'away'
  expect(await hook(asJson(raw(), { to: address }))).toEqual([503, 'TRY_AGAIN'])
  line = 'open'
  expect(await said()).toEqual([])
})

type Queued = { subject: string; content: { rating_token?: string; answers_to?: string; reply_to?: string } }
const rate = (token: string | undefined, word: string) =>
  callAs<{ state: string; satisfaction: string | null }>(database(), ANONYMOUS, 'rate_answer', [token, word])

test('an answer goes on in the conversation of the mail that it answers', async () => {
  const messageId = newId()
  await mail({ messageId })
  await answerAs(database(), member.caller, ticket)
  const [queued] = await owner<Queued>(
    database(),
    `select subject, content from email_outbox where content ->> 'ticket_id' = $1 order by created_at desc, id`,
    [ticket],
  )
  expect(`<${queued?.content.answers_to}>`).toBe(messageId)
  expect(queued?.content).toMatchObject({ reply_to: address })
  expect(queued?.content.rating_token).toBeUndefined()
})

test('a visitor says once, by the link of the mail that solved the ticket, whether it helped', async () => {
  const from = `${randomBytes(4).toString('hex')}@example.net`
  await mail({ to: DESK, from, headers: vouched(from), subject: 'שאלה של אורחת' })
  const [opened] = await owner<{ id: string }>(database(), 'select id from support_tickets where email = $1', [from])
  const id = opened?.id ?? ''
  const answer = async (change: { status: string }) => {
    await answerAs(database(), member.caller, id, change)
    const [queued] = await owner<Queued>(
      database(),
      'select subject, content from email_outbox where recipient = $1 order by created_at desc limit 1',
      [from],
    )
    expect(queued?.subject).toBe('Re: שאלה של אורחת')
    return queued?.content.rating_token
  }
  expect(await answer({ status: 'pending' })).toBeUndefined()
  const former = await answer({ status: 'solved' })
  const token = await answer({ status: 'solved' })
  expect(token).toMatch(/^[0-9a-f]{64}$/)
  expect((await rate(former, 'good')).state).toBe('unknown')
  const answers = await Promise.all(['good', 'bad', 'bad', 'good'].map((word) => rate(token, word)))
  expect(new Set(answers.map(({ state }) => state))).toEqual(new Set(['done']))
  expect(new Set(answers.map(({ satisfaction }) => satisfaction)).size).toBe(1)
  const read = await readAs(database(), member.caller, id)
  expect(read.events.filter(({ kind }) => kind === 'rated')).toHaveLength(1)
  for (const [wrong, word] of [
    ['', 'good'],
    ['0'.repeat(64), 'good'],
    [undefined, 'good'],
  ] as const)
    expect(await rate(wrong, word)).toMatchObject({ state: 'unknown', satisfaction: null })
  await expect(rate(token, 'great')).rejects.toThrow('INVALID_RATING')
})

test('the link ends when the ticket is opened again, and after thirty days', async () => {
  const from = `${randomBytes(4).toString('hex')}@example.net`
  await mail({ to: DESK, from, headers: vouched(from) })
  const [opened] = await owner<{ id: string }>(database(), 'select id from support_tickets where email = $1', [from])
  await answerAs(database(), member.caller, opened?.id ?? '', { status: 'solved' })
  const [queued] = await owner<Queued>(database(), 'select content from email_outbox where recipient = $1', [from])
  const token = queued?.content.rating_token
  const state = async () =>
    (await callAs<{ state: string }>(database(), ANONYMOUS, 'describe_answer_rating', [token])).state
  expect(await state()).toBe('open')
  const status = (to: string) =>
    owner(database(), 'update support_tickets set status = $2 where id = $1', [opened?.id, to])
  await status('open')
  expect([await state(), (await rate(token, 'good')).state]).toEqual(['unknown', 'unknown'])
  await status('solved')
  await owner(database(), `update private.answer_ratings set expires_at = now() where ticket_id = $1`, [opened?.id])
  expect([await state(), (await rate(token, 'good')).state]).toEqual(['unknown', 'unknown'])
})
