import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { refusedMailsText } from '../../web/app/staff/refused-mails/refused-mails.he.ts'
import {
  address,
  answerTo,
  asJson,
  DESK,
  database,
  hook,
  inbox,
  mail,
  mailsOf,
  member,
  newMessageId,
  said,
  student,
  ticket,
  turn,
  vouched,
  withInbox,
} from './support/inbox.ts'
import { callAs, owner } from './support/outcome.ts'
import { SERVICE, signUpStaff } from './support/people.ts'
import { answerAs, tryAs } from './support/tickets.ts'

withInbox()
beforeEach(() => owner(database(), 'delete from private.refused_mails'))

type Line = {
  id: string
  sort_value: string
  reason: string
  sender_masked: string | null
  is_verified: boolean
  recipient: string | null
  ticket_id: string | null
  subject: string
  bytes: number
  has_content: boolean
}
const list = (query: object = {}, caller = member.caller) =>
  callAs<{ rows: Line[]; total: number; size: number }>(database(), caller, 'list_refused_mails', [
    JSON.stringify({ count: true, ...query }),
  ])
const reasons = async () => (await list({ direction: 'asc' })).rows.map(({ reason }) => reason)
const headers = (more: object) => ({ headers: { ...vouched(student.email), ...more } })
const large = { attachments: [{ filename: 'a.pdf', content: Buffer.alloc(10 * 1024 * 1024, 'x') }] }

test('[2.12-06] what is dropped or refused is listed with why, from whom, to whom and how large, without the secret', async () => {
  expect(await mail({ subject: 'בחופשה', ...headers({ 'Auto-Submitted': 'auto-replied' }) })).toBe('250')
  expect(await mail({ subject: 'עדכון', ...headers({ 'List-Id': '<a.list>' }), to: DESK })).toBe('250')
  expect(await mail({ ...headers({ 'X-Loop': DESK }) })).toBe('250')
  expect(await mail({ envelope: { from: '', to: address }, headers: {} })).toBe('250')
  expect(await mail({ ...large, headers: {}, subject: 'עם סרט' })).toBe('552')
  expect(
    await mail({ raw: `To: ${address}\r\nSubject: no sender\r\n\r\nwords`, envelope: { from: 'b@c.co', to: address } }),
  ).toBe('554')
  expect(await mail({ raw: `X: ${'a'.repeat(500_000)}`, envelope: { from: student.email, to: address } })).toBe('554')
  expect(await reasons()).toEqual(['automatic', 'list', 'loop', 'bounce', 'too_large', 'sender', 'unreadable'])
  const { rows, total } = await list()
  expect([
    total,
    JSON.stringify(rows).includes(student.email),
    /\+/.test(JSON.stringify(rows.map((r) => r.recipient))),
  ]).toEqual([7, false, false])
  const by = Object.fromEntries(rows.map((row) => [row.reason, row]))
  expect(by.automatic).toMatchObject({
    ...{ subject: 'בחופשה', recipient: DESK, ticket_id: ticket, is_verified: true },
    sender_masked: expect.stringMatching(/^d\*+@/),
  })
  expect(by.list).toMatchObject({ recipient: DESK, ticket_id: null })
  expect(by.too_large).toMatchObject({ subject: 'עם סרט', is_verified: false, ticket_id: ticket })
  expect(by.too_large?.bytes).toBeGreaterThan(13 * 1024 * 1024)
  expect(by.sender).toMatchObject({ subject: 'no sender', sender_masked: expect.stringMatching(/^b\*+@/) })
  expect(await said()).toEqual([])
})

test('the same mail that is refused again is one line', async () => {
  const raw = `From: ${student.email}\r\nSubject: x\r\nPrecedence: bulk\r\nMessage-ID: ${newMessageId()}\r\n\r\nwords`
  for (let at = 0; at < 3; at++) expect(await hook(asJson(raw, { to: address }))).toEqual([200, 'dropped'])
  expect(await reasons()).toEqual(['list'])
  expect(await hook(asJson('no mail', { to: DESK }))).toEqual([422, 'SENDER'])
  expect(await hook(asJson('no mail at all'))).toEqual([422, 'SENDER'])
  expect((await list({ reason: 'sender' })).rows.map(({ recipient }) => recipient)).toEqual([null, DESK])
  expect(await hook(asJson(raw, { to: 'nobody@academy.test' }))).toEqual([404, 'unknown'])
})

test('a conversation that is full refuses for good, and the list has it', async () => {
  await owner(
    database(),
    `insert into support_messages (ticket_id, body, from_staff) select $1, at::text, false from generate_series(1, 500) as at`,
    [ticket],
  )
  expect(await answerTo()).toMatch(/^552 5\.2\.2/)
  expect(await reasons()).toEqual(['full'])
})

/** Answers of the database or the storage in place of their own, at the end of a path. */
const answering = (end: RegExp, status: number, body: unknown) => (path: string) =>
  end.test(path) ? Response.json(body, { status }) : undefined
const file = { attachments: [{ filename: 'a.pdf', content: '%PDF-1.7 x' }] }
const RECEIVE = /\/receive_support_mail$/
const STORE = /\/object\/support-files\//

test.each([
  ['the database refuses its values', RECEIVE, 400, { code: '22P05' }],
  ['it is larger than the database takes', RECEIVE, 413, { code: 'PGRST102' }],
  ['the storage refuses a file', STORE, 400, { statusCode: '413', error: 'Payload too large' }],
  ['the storage refuses a type', STORE, 415, { statusCode: '415' }],
])('a mail is refused for good, once and with why, where %s', async (_what, end, status, body) => {
  turn(answering(end, status, body))
  expect(await answerTo(file)).toMatch(/^554 5\.6\.0 \w/)
  const raw = `From: ${student.email}\r\nMIME-Version: 1.0\r\nContent-Type: application/pdf; name="a.pdf"\r\n\r\n%PDF-1.7 x`
  expect(await hook(asJson(raw, { to: address }))).toEqual([422, 'refused'])
  turn('open')
  expect(await reasons()).toEqual(['refused', 'refused'])
  expect(await said()).toEqual([])
})

test.each([
  ['the database is busy', RECEIVE, 503, { code: '53300' }],
  ['the database took too long', RECEIVE, 500, { code: '57014' }],
  ['the caller is to wait', RECEIVE, 429, {}],
  ['the database is not upgraded yet', RECEIVE, 404, { code: 'PGRST202' }],
  ['the key is not right', RECEIVE, 401, {}],
  ['the storage is away', STORE, 500, {}],
  ['there is no bucket', STORE, 400, { statusCode: '404', error: 'Bucket not found' }],
])('a mail is to come again, and none is listed, where %s', async (_what, end, status, body) => {
  turn(answering(end, status, body))
  expect(await answerTo(file)).toMatch(/^451 4\.3\.0/)
  expect(
    await hook(asJson(`From: ${student.email}\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7 x`, { to: address })),
  ).toEqual([503, 'TRY_AGAIN'])
  turn('open')
  expect(await reasons()).toEqual([])
  expect(await mail(file)).toBe('250')
})

test('nothing is dropped or refused without a line: while none can be written, the mail is to come again', async () => {
  turn('away')
  expect(await mail({ ...headers({ Precedence: 'bulk' }) })).toBe('451')
  turn(answering(/\/list_refused_mail$/, 503, {}))
  expect([await mail({ ...headers({ Precedence: 'bulk' }) }), await mail(large)]).toEqual(['451', '451'])
  turn(answering(/\/list_refused_mail$/, 400, { code: '23514' }))
  expect(await mail({ ...headers({ Precedence: 'bulk' }) })).toBe('250')
})

test('an address that the database cannot look up is no address here', async () => {
  for (const one of [
    'a\0b@academy.test',
    `${'x'.repeat(400)}@academy.test`,
    ` ${DESK}`,
    `${DESK}\0`,
    '\ud83d@academy.test',
  ])
    expect([one, await inbox.isKnown(one)]).toEqual([one, false])
  expect(
    await hook(asJson(`From: ${student.email}\r\n\r\nx`, { to: ['a\0b@academy.test', DESK.toUpperCase()] })),
  ).toEqual([200, 'opened'])
})

const flood = (sender: (at: number) => string, lines: number, isVerified = false) =>
  Promise.all(
    Array.from({ length: lines }, (_, at) =>
      callAs(database(), SERVICE, 'list_refused_mail', [
        JSON.stringify({
          ...{ key: randomBytes(32).toString('hex'), reason: 'list', recipient: DESK, sender: sender(at) },
          ...{ is_verified: isVerified, subject: 'flood', bytes: 1 },
        }),
      ]),
    ),
  )

test("the list is bounded: what is forged in a person's name takes no room of their own mails, nor of all others", async () => {
  expect(await mail({ ...headers({ Precedence: 'bulk' }), subject: 'שלה' })).toBe('250')
  await flood(() => student.email, 30)
  expect((await list({ search: student.email })).total).toBe(21)
  await owner(
    database(),
    `insert into private.refused_mails (key, reason, sender, is_verified, subject, bytes)
     select encode(sha256(convert_to('flood' || at, 'UTF8')), 'hex'), 'list', at || '@flood.example', false, '', 1
     from generate_series(1, 1200) as at`,
  )
  await flood((at) => `${at}@more.example`, 3)
  expect((await list()).total).toBe(1_001)
  expect((await list({ search: student.email })).rows.map(({ subject }) => subject)).toContain('שלה')
  await owner(
    database(),
    `update private.refused_mails set refused_at = refused_at - interval '31 days' where is_verified`,
  )
  expect((await list({ search: student.email })).rows.map(({ subject }) => subject)).not.toContain('שלה')
  await callAs(database(), SERVICE, 'forget_refused_mails')
  expect(await owner(database(), 'select from private.refused_mails where is_verified')).toEqual([])
})

test('pages of the list follow one another both ways', async () => {
  await flood((at) => `${at}@example.net`, 60)
  const first = await list()
  expect([first.rows.length, first.total, first.size]).toEqual([51, 60, 50])
  const { id = '', sort_value: value = '' } = first.rows[49] ?? {}
  const next = await list({ after: { value, id } })
  expect(next.rows).toHaveLength(10)
  const back = next.rows[0]
  expect((await list({ before: { value: back?.sort_value, id: back?.id } })).rows).toHaveLength(50)
  expect(await tryAs(database(), member.caller, 'list_refused_mails', ['{"after": {"value": "x", "id": 7}}'])).toBe(
    'INVALID_CURSOR',
  )
})

test('a sender is opened before it is read, by the support alone; the audit log and the student know of it', async () => {
  await mail({ ...headers({ Precedence: 'bulk' }) })
  const id = (await list()).rows[0]?.id ?? ''
  const marketing = await signUpStaff(database(), `${randomBytes(4).toString('hex')}@academy.example`, 'marketing')
  const attempt = (name: string, caller = member.caller) => tryAs(database(), caller, name, [id])
  for (const name of ['open_refused_mail', 'read_refused_mail'])
    expect([await attempt(name, student.caller), await attempt(name, marketing.caller)]).toEqual([
      'FORBIDDEN',
      'FORBIDDEN',
    ])
  expect(await attempt('read_refused_mail')).toBe('RECORD_NOT_OPENED')
  await callAs(database(), member.caller, 'open_refused_mail', [id])
  expect(await callAs(database(), member.caller, 'read_refused_mail', [id])).toEqual({
    ...{ sender: student.email, words: 'תודה, עכשיו זה עובד.', rest: '', files: [] },
  })
  const known = await owner<{ count: number }>(
    database(),
    `select count(*)::int from public.audit_log where action = 'sender opened' and entity_id = $1
     union all select count(*)::int from public.record_views where student_id = $2 and what = 'record'`,
    [id, student.id],
  )
  expect(known).toEqual([{ count: 1 }, { count: 1 }])
})

const take = (id: string, caller = member.caller) =>
  callAs<{ outcome: string; ticket_id: string }>(database(), caller, 'take_refused_mail', [id])
const firstId = async (query: object = {}) => (await list(query)).rows[0]?.id ?? ''

test('a mail that was dropped as a program’s is taken to where it was sent by one press, once', async () => {
  await mail({ ...headers({ Precedence: 'bulk' }), ...file, text: 'כתבתי בעצמי\n\nנשלח מה-iPhone שלי' })
  const id = await firstId()
  const marketing = await signUpStaff(database(), `${randomBytes(4).toString('hex')}@academy.example`, 'marketing')
  for (const other of [student, marketing])
    expect(await tryAs(database(), other.caller, 'take_refused_mail', [id])).toBe('FORBIDDEN')
  const outcomes = await Promise.allSettled([take(id), take(id), take(id)])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(await said()).toEqual(['כתבתי בעצמי'])
  const [taken] = await mailsOf()
  expect(taken).toMatchObject({
    state: 'taken',
    rest: 'נשלח מה-iPhone שלי',
    files: [{ name: 'a.pdf', refusal: 'AUTOMATIC' }],
  })
  expect([await reasons(), await tryAs(database(), member.caller, 'take_refused_mail', [id])]).toEqual([
    [],
    'MAIL_NOT_FOUND',
  ])
  const lines = await owner(
    database(),
    `select from public.audit_log where action = 'dropped mail taken' and entity_id = $1`,
    [id],
  )
  expect(lines).toHaveLength(1)
})

test('a dropped mail to the bare address becomes a ticket, one in a false name waits beside the thread', async () => {
  await mail({ ...headers({ 'List-Id': '<a.list>' }), to: DESK, subject: 'שאלה מרשימה' })
  expect(await take(await firstId())).toMatchObject({ outcome: 'opened', ticket_id: expect.any(String) })
  await mail({ headers: { Precedence: 'bulk' } })
  expect(await take(await firstId())).toEqual({ outcome: 'held', ticket_id: ticket })
  expect(await said()).toEqual([])
})

test('what was refused for good, or has no place any more, is not taken', async () => {
  await mail({ ...large, headers: {} })
  expect(await tryAs(database(), member.caller, 'take_refused_mail', [await firstId()])).toBe('MAIL_NOT_FOUND')
  await mail({ ...headers({ Precedence: 'bulk' }) })
  const id = await firstId({ reason: 'list' })
  await owner(database(), 'delete from private.support_reply_keys where ticket_id = $1', [ticket])
  expect(await tryAs(database(), member.caller, 'take_refused_mail', [id])).toBe('MAIL_NOT_PLACED')
  expect((await list({ reason: 'list' })).rows).toMatchObject([{ id, has_content: true }])
})

test('a note of absence by its subject alone waits beside the thread and opens no ticket', async () => {
  await answerAs(database(), member.caller, ticket, { status: 'solved' })
  const before = await owner(database(), 'select status, last_from_staff from support_tickets where id = $1', [ticket])
  expect(await mail({ ...headers({}), subject: 'מענה אוטומטי: הסרטון נעצר', text: 'אני בחופשה' })).toBe('250')
  expect(
    await owner(database(), 'select status, last_from_staff from support_tickets where id = $1', [ticket]),
  ).toEqual(before)
  expect(await mailsOf()).toMatchObject([{ state: 'held', is_absence: true, words: 'אני בחופשה' }])
  expect(await said()).toEqual([])
  expect(await mail({ ...headers({}), to: DESK, subject: 'Automatic reply: x', text: 'away' })).toBe('250')
  expect(await reasons()).toEqual(['automatic'])
  expect(await take(await firstId())).toMatchObject({ outcome: 'opened' })
})

test('an account that is deleted leaves no line, of a former address neither, and a copy of the data has its own', async () => {
  await mail({ ...headers({ Precedence: 'bulk' }), subject: 'שלי' })
  await flood(() => student.email, 1)
  await flood(() => 'other@example.net', 1)
  const former = `former-${student.email}`
  await flood(() => former, 1)
  await owner(
    database(),
    `insert into private.unsubscribe_tokens (token_hash, user_id, recipient)
     values (encode(sha256(convert_to($1, 'UTF8')), 'hex'), $2, $1)`,
    [former, student.id],
  )
  const copy = JSON.stringify(await callAs(database(), student.caller, 'export_my_data'))
  expect([copy.includes('שלי'), copy.includes('flood')]).toEqual([true, false])
  await mail({ from: 'else@example.net', headers: { ...vouched('else@example.net'), Precedence: 'bulk' } })
  await answerAs(database(), member.caller, ticket)
  await owner(database(), 'select private.purge_account(users) from public.users where id = $1', [student.id])
  expect(await owner(database(), 'select sender from private.refused_mails')).toEqual([{ sender: 'other@example.net' }])
})

test('every reason that the database knows has its words, and no other has', async () => {
  const [{ words } = { words: '' }] = await owner<{ words: string }>(
    database(),
    `select pg_get_constraintdef(oid) as words from pg_constraint where conname = 'refused_mails_reason_check'`,
  )
  const known = [...words.matchAll(/'([a-z_]+)'::text/g)].map(([, reason = '']) => reason)
  expect(known.sort()).toEqual(Object.keys(refusedMailsText.reasons).sort())
  expect(Object.keys(refusedMailsText.reasonHints).sort()).toEqual(known)
})
