import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
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
  vouched,
  withInbox,
} from './support/inbox.ts'
import { callAs, owner } from './support/outcome.ts'
import { ANONYMOUS, SERVICE } from './support/people.ts'
import { answerAs, ask, readAs, tryAs } from './support/tickets.ts'

withInbox()

type Queued = { subject: string; content: { rating_token?: string; answers_to?: string; reply_to?: string } }
const rate = (token: string | undefined, word: string) =>
  callAs<{ state: string; satisfaction: string | null }>(database(), ANONYMOUS, 'rate_answer', [token, word])

test('an answer goes on in the conversation of the mail that it answers', async () => {
  const messageId = newMessageId()
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

test('a mail that comes while its ticket is merged is in the other, once', async () => {
  const other = await ask(database(), student.caller, { subject: 'עוד משהו' })
  const words = {
    sender: student.email,
    sender_name: 'דנה',
    is_verified: true,
    subject: 'Re:',
    words: 'באותו רגע',
    rest: '',
  }
  const sent = JSON.stringify({ recipient: address, id: newMessageId(), references: [], files: [], ...words })
  const receive = () => callAs<{ outcome: string }>(database(), SERVICE, 'receive_support_mail', [sent])
  const waiting = () =>
    owner(
      database(),
      `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%receive_support_mail%'`,
    )
  const received: Promise<{ outcome: string }>[] = []
  await database().asCaller(member.caller, async (tx) => {
    await tx.query('select merge_tickets($1, $2)', [ticket, other])
    received.push(receive())
    await expect.poll(async () => (await waiting()).length, { timeout: 0 }).toBe(1)
  })
  expect(await Promise.all(received)).toEqual([{ outcome: 'threaded' }])
  expect(await receive()).toEqual({ outcome: 'repeated' })
  expect([await said(), await said(other)]).toEqual([[], ['באותו רגע']])
  expect(await mailsOf(other)).toHaveLength(1)
})

test('a held mail is settled while its ticket is merged', async () => {
  await readAs(database(), member.caller, ticket)
  let from = ticket
  for (let round = 0; round < 10; round++) {
    const into = await ask(database(), student.caller)
    const held = await owner<{ id: string }>(
      database(),
      `insert into private.support_mails (key, ticket_id, state, is_verified, sender, sender_name, subject, words, rest)
       select encode(sha256(($1 || number)::bytea), 'hex'), $1::uuid, 'held', false, 'x@example.net', '', '', 'x', ''
       from generate_series(1, 3) as number returning id`,
      [from],
    )
    const ends = await Promise.all([
      ...held.map(({ id }) => tryAs(database(), member.caller, 'settle_ticket_mail', [id, true])),
      tryAs(database(), member.caller, 'merge_tickets', [from, into]),
    ])
    expect(ends).toEqual(['done', 'done', 'done', 'done'])
    expect(await owner(database(), 'select from support_messages where ticket_id = $1', [from])).toEqual([])
    from = into
  }
})

test('an answer is rated while the next one is sent', async () => {
  const email = `${randomBytes(4).toString('hex')}@example.net`
  const id = await ask(database(), ANONYMOUS, { email })
  for (let round = 0; round < 20; round++) {
    await answerAs(database(), member.caller, id, { status: 'solved' })
    const [queued] = await owner<Queued>(
      database(),
      'select content from email_outbox where recipient = $1 order by created_at desc limit 1',
      [email],
    )
    const [rated, answered] = await Promise.all([
      rate(queued?.content.rating_token, 'good'),
      answerAs(database(), member.caller, id, { status: 'solved' }),
    ])
    expect(['done', 'unknown']).toContain(rated.state)
    expect(answered).toBe('done')
  }
})
