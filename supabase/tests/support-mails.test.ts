import { randomBytes, randomUUID } from 'node:crypto'
import { createTransport, type SendMailOptions } from 'nodemailer'
import pino from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../embedded-supabase/test/support/start.ts'
import { hostileMails } from '../../server/src/inbound-mail/hostile-mails.ts'
import { createInbox } from '../../server/src/inbound-mail/inbox.ts'
import { startMailReceiver } from '../../server/src/inbound-mail/mail-receiver.ts'
import { callAs, owner, rowsAs } from './support/outcome.ts'
import { type Person, SERVICE, signUp, signUpStaff } from './support/people.ts'
import { PROJECT } from './support/project.ts'
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
  server = await startTestServer({ projectDirectory: PROJECT })
  await owner(database(), 'update private.support_settings set reply_address = $1', [DESK])
  member = await signUpStaff(database(), 'admin@academy.example', 'admin')
  const inbox = createInbox({
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
  const answers = await Promise.all(
    Array.from({ length: 30 }, async (_, at) => {
      // A sender that finds all places taken comes again, as mail servers do.
      for (;;) {
        const answer = await mail({ messageId, by: at % 2 ? 'smtp' : 'lmtp' })
        if (answer !== '421') return answer
      }
    }),
  )
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
  expect([read.status, read.events.at(-1)]).toMatchObject(['open', { kind: 'mail', detail: { held: true } }])
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
  expect(read.events).toMatchObject([{ kind: 'mail', detail: { unverified: true } }])
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
  const answers: string[] = []
  for (let at = 0; at < 31; at++) answers.push(await mail({ text: `${at}` }))
  expect([answers.slice(0, 30).every((answer) => answer === '250'), answers.at(-1)]).toEqual([true, '451'])
  const opened: string[] = []
  for (let at = 0; at < 6; at++) opened.push(await mail({ to: DESK, subject: `שאלה ${at}`, text: `${at}` }))
  expect(opened).toEqual(['250', '250', '250', '250', '250', '451'])
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
  const bytes = Buffer.from((await data?.arrayBuffer()) ?? [])
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
