import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { hostileMails } from '../../server/src/inbound-mail/hostile-mails.ts'
import {
  address,
  DESK,
  database,
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
import { callAs, owner, rowsAs } from './support/outcome.ts'
import { ask, readAs, tryAs } from './support/tickets.ts'

withInbox()

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
  const messageId = newMessageId()
  const by = (at: number) => (at % 2 ? 'smtp' : 'lmtp')
  const answers = await Promise.all(Array.from({ length: 30 }, (_, at) => mail({ by: by(at), messageId })))
  expect(new Set(answers)).toEqual(new Set(['250']))
  expect(await said()).toHaveLength(1)
})

test('what was stored when the answer got lost is sent again and is there once', async () => {
  const messageId = newMessageId()
  turn('answers lost')
  expect(await mail({ messageId })).toBe('451')
  turn('open')
  expect(await mail({ messageId })).toBe('250')
  expect(await said()).toHaveLength(1)
})

test('while the database is away, nothing is taken and nothing refused for good', async () => {
  turn('away')
  expect([await mail(), await mail({ by: 'smtp' })]).toEqual(['451', '451'])
  turn('open')
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

test('a mail is neither read nor decided on before its ticket is opened', async () => {
  await mail({ headers: {} })
  const held = 'select id from private.support_mails where ticket_id = $1'
  const [waiting] = await owner<{ id: string }>(database(), held, [ticket])
  const attempt = (name: string, ...values: unknown[]) => tryAs(database(), member.caller, name, values)
  expect(await attempt('read_ticket_mails', ticket)).toBe('RECORD_NOT_OPENED')
  expect(await attempt('settle_ticket_mail', waiting?.id, true)).toBe('RECORD_NOT_OPENED')
  expect(await said()).toEqual([])
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
  const subject = 'שאלה חדשה'
  const own = await rowsAs(database(), student.caller, 'select subject from support_tickets where subject = $1', [
    subject,
  ])
  expect(own).toEqual([{ subject }])
  expect(await mail({ to: DESK, headers: {}, subject: 'x' })).toBe('250')
  const tickets = await owner<{ id: string; user_id: string | null; subject: string; channel: string }>(
    database(),
    'select id, user_id, subject, channel from support_tickets where email = $1 order by created_at',
    [student.email],
  )
  expect(tickets.at(-2)).toMatchObject({ subject, channel: 'mail' })
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

const everything = async () =>
  Number((await owner<{ count: string }>(database(), 'select count(*) from private.support_mails'))[0]?.count)

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
  await owner(database(), taken, ['ticket mail of its owner', ticket, '1 hour'])
  const answers: string[] = []
  for (let at = 0; at < 3; at++) answers.push(await mail({ text: `${at}` }))
  expect(answers).toEqual(['250', '250', '451'])
  const opened: string[] = []
  for (let at = 0; at < 6; at++) opened.push(await mail({ to: DESK, subject: `שאלה ${at}`, text: `${at}` }))
  expect(opened).toEqual(['250', '250', '250', '250', '250', '451'])
})

test('new tickets of senders for whom nobody vouches end at sixty an hour, those of others do not', async () => {
  await owner(database(), 'select private.take_call($1, $2, 60, $3) from generate_series(1, 60)', [
    'unverified mails to the desk',
    '',
    '1 hour',
  ])
  const from = `${randomBytes(4).toString('hex')}@example.net`
  const counted = 'select count(*)::int as count from private.caller_counts'
  const before = await owner(database(), counted)
  for (const name of ['a', 'b', 'c'])
    expect(await mail({ to: DESK, from: `${name}-${from}`, headers: {}, text: name })).toBe('451')
  // However many names are claimed, nothing is kept of them.
  expect(await owner(database(), counted)).toEqual(before)
  expect(await mail({ to: DESK, from, headers: vouched(from) })).toBe('250')
  await owner(database(), 'delete from private.caller_counts')
})

test.each([
  ['in their name', { from: () => student.email, headers: () => ({}) }],
  ['in many names', { from: (at: number) => `n${at}-${student.email}`, headers: () => ({}) }],
  [
    'vouched for in a domain of its own',
    { from: (at: number) => `n${at}@evil.test`, headers: (at: number) => vouched(`n${at}@evil.test`) },
  ],
])('mails to the desk of a stranger %s leave a student all five of the hour', async (_what, forged) => {
  await owner(database(), 'delete from private.caller_counts')
  const answers = new Set<string>()
  for (let at = 0; at < 70; at++)
    answers.add(await mail({ to: DESK, from: forged.from(at), headers: forged.headers(at), text: `${at}` }))
  expect(answers).toEqual(new Set(['250', '451']))
  for (let at = 0; at < 5; at++) expect(await mail({ to: DESK, subject: `שאלה ${at}`, text: `שלי ${at}` })).toBe('250')
  await owner(database(), 'delete from private.caller_counts')
})

test('what waits beside a ticket, or came to it from others, keeps none of its owner out', async () => {
  const stranger = { headers: {}, from: student.email }
  const answers: string[] = []
  for (let at = 0; at < 53; at++) {
    answers.push(await mail({ ...stranger, text: `${at}` }))
    if (at === 30) expect(await mail({ text: 'שלי' })).toBe('250')
    if (at === 31) await owner(database(), 'delete from private.caller_counts')
  }
  expect([answers[30], answers.at(-1)]).toEqual(['451', '552'])
  expect(await mail({ text: 'שלי שוב' })).toBe('250')
  expect(await said()).toEqual(['שלי', 'שלי שוב'])
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

test("the functions of the server are the service key's alone", async () => {
  for (const caller of [student.caller, member.caller])
    for (const [name, values] of [
      ['receive_support_mail', [{}]],
      ['support_mail_place', [DESK]],
      ['stale_support_files', []],
    ] as const)
      await expect(callAs(database(), caller, name, [...values])).rejects.toMatchObject({ code: '42501' })
})
