import { beforeAll, beforeEach, expect, test } from 'vitest'
import { callAs, owner, rowsAs } from './support/outcome.ts'
import { ANONYMOUS, type Person, registration, signUp } from './support/people.ts'
import { as, database, staff, withStaff } from './support/staff.ts'
import { answerAs, ask, lastMessage, newId, readAs, tryAs } from './support/tickets.ts'

withStaff()

const NOBODY = '00000000-0000-4000-8000-00000000dead'
let dana: Person
let noam: Person
beforeAll(async () => {
  dana = await signUp(database, 'dana@example.com', { metadata: registration({ first_name: 'דנה' }) })
  noam = await signUp(database, 'noam@example.com')
})
beforeEach(async () => {
  await owner(database, 'delete from support_tickets')
  await owner(database, 'delete from email_outbox')
  await owner(database, 'delete from private.caller_counts')
  await owner(database, 'delete from record_views')
})

const mails = () =>
  owner<{ recipient: string; content: Record<string, string> }>(
    database,
    `select recipient, subject, content from email_outbox where kind = 'support_answer'`,
  )
const reply = (person: Person, id: string, body = 'עדיין לא הבנתי', messageId = newId()) =>
  tryAs(database, person.caller, 'reply_to_ticket', [id, messageId, body])
const seenBy = (person: Person) =>
  rowsAs<{ status: string; messages: string[] }>(
    database,
    person.caller,
    `select tickets.status, array(select body from support_messages where ticket_id = tickets.id order by created_at) as messages
     from (select id, status from support_tickets) as tickets`,
  )

test('[2.12-06] an answer stands in the thread, goes out by mail, and the student reads it in the academy', async () => {
  const id = await ask(database, dana.caller, { body: 'למה הסרטון נעצר?' })
  expect(await answerAs(database, as('admin'), id, { body: 'תיקנו, נסו שוב.', status: 'solved' })).toBe('done')
  const ticket = await readAs(database, as('super_admin'), id)
  expect(ticket).toMatchObject({ status: 'solved', assignee_id: staff.admin?.adminId })
  expect(ticket.messages).toMatchObject([
    { body: 'למה הסרטון נעצר?', author_kind: 'student', author: null },
    { body: 'תיקנו, נסו שוב.', author_kind: 'staff' },
  ])
  expect(ticket.events.map(({ kind }) => kind)).toEqual(['status', 'assignee', 'mail'])
  const said = Date.parse(ticket.messages[1]?.created_at ?? '')
  expect(ticket.events.every(({ created_at }) => Date.parse(created_at) >= said)).toBe(true)
  expect(await mails()).toMatchObject([
    { recipient: 'dana@example.com', content: { ticket_id: id, body: 'תיקנו, נסו שוב.', is_student: true } },
  ])
  expect(await seenBy(dana)).toEqual([{ status: 'solved', messages: ['למה הסרטון נעצר?', 'תיקנו, נסו שוב.'] }])
  expect(await seenBy(noam)).toEqual([])
})

test('where mail is received, the answer names the secret address of the ticket', async () => {
  await owner(database, `update private.support_settings set reply_address = 'help@mail.example'`)
  const id = await ask(database, ANONYMOUS)
  await answerAs(database, as('admin'), id)
  await owner(database, 'update private.support_settings set reply_address = null')
  const [mail] = await mails()
  const key = mail?.content.reply_to?.match(/^help\+([0-9a-f]{32})@mail\.example$/)?.[1]
  expect(await owner(database, 'select private.ticket_of_reply_key($1) as id', [key?.toUpperCase()])).toEqual([{ id }])
  expect(await owner(database, `select private.ticket_of_reply_key('x') as id`)).toEqual([{ id: null }])
})

test('of two members who answer at once the second is told; sent twice it is one answer', async () => {
  const id = await ask(database, dana.caller)
  const seen = (await lastMessage(database, id)) ?? ''
  const ends = await Promise.all([
    answerAs(database, as('admin'), id, { body: 'תשובה א', seen }),
    answerAs(database, as('super_admin'), id, { body: 'תשובה ב', seen }),
  ])
  expect(ends.sort()).toEqual(['TICKET_MOVED', 'done'])
  const last = await lastMessage(database, id)
  const messageId = newId()
  const sent = await Promise.all(
    Array.from({ length: 30 }, () =>
      tryAs(database, as('admin'), 'answer_ticket', [id, messageId, 'עוד דבר', 'pending', last]),
    ),
  )
  expect(new Set(sent)).toEqual(new Set(['done']))
  expect(await mails()).toHaveLength(2)
  expect(await owner(database, 'select 1 from support_messages where ticket_id = $1', [id])).toHaveLength(3)
  expect(await tryAs(database, as('super_admin'), 'answer_ticket', [id, messageId, 'של אחר', 'open', null])).toBe(
    'INVALID_ANSWER',
  )
})

test.each([
  [{ body: '  ' }, 'INVALID_ANSWER'],
  [{ body: 'א'.repeat(4001) }, 'INVALID_ANSWER'],
  [{ status: 'closed' }, 'INVALID_ANSWER'],
  [{ status: 'gone' }, 'INVALID_ANSWER'],
])('an answer %j is refused', async (changes, code) => {
  const id = await ask(database, dana.caller)
  expect(await answerAs(database, as('admin'), id, changes)).toBe(code)
  expect(await mails()).toEqual([])
})

test('a ticket that is not there is answered by nobody, and read by nobody', async () => {
  expect(await answerAs(database, as('admin'), NOBODY)).toBe('TICKET_NOT_FOUND')
  expect(await tryAs(database, as('admin'), 'open_ticket', [NOBODY])).toBe('TICKET_NOT_FOUND')
  expect(await tryAs(database, as('admin'), 'read_ticket', [NOBODY])).toBe('TICKET_NOT_FOUND')
})

test('reading the ticket of a student asks for a line that the student reads; that of a visitor does not', async () => {
  const id = await ask(database, dana.caller)
  expect(await tryAs(database, as('admin'), 'read_ticket', [id])).toBe('RECORD_NOT_OPENED')
  await readAs(database, as('admin'), id)
  await readAs(database, as('admin'), id)
  const views = await rowsAs(database, dana.caller, `select what from record_views where what = 'tickets'`)
  expect(views).toEqual([{ what: 'tickets' }])
  const visitors = await ask(database, ANONYMOUS)
  expect(await tryAs(database, as('admin'), 'read_ticket', [visitors])).toMatchObject({ email: 'visitor@example.com' })
})

test('a note is for the staff: the student reads none of it there, and finds it in the copy of the own data', async () => {
  const id = await ask(database, dana.caller)
  const noteId = newId()
  for (const _ of [1, 2]) {
    expect(await tryAs(database, as('admin'), 'note_on_ticket', [id, noteId, 'לבדוק מול התוכן'])).toBe('done')
  }
  expect((await readAs(database, as('super_admin'), id)).notes).toMatchObject([{ body: 'לבדוק מול התוכן' }])
  expect((await seenBy(dana))[0]?.messages).toHaveLength(1)
  expect(await mails()).toEqual([])
  const copy = await owner(database, 'select body from private.export_support_notes where person = $1', [dana.id])
  expect(copy).toEqual([{ body: 'לבדוק מול התוכן' }])
  expect(await tryAs(database, as('admin'), 'note_on_ticket', [id, newId(), ' '])).toBe('INVALID_ANSWER')
})

test('a note under the id of another is refused, and one that is sent again is there once', async () => {
  const [id, other] = [await ask(database, dana.caller), await ask(database, dana.caller)]
  const noteId = newId()
  const note = (role: string, ticketId: string) =>
    tryAs(database, as(role), 'note_on_ticket', [ticketId, noteId, 'לבדוק'])
  expect([await note('admin', id), await note('admin', id)]).toEqual(['done', 'done'])
  expect([await note('admin', other), await note('super_admin', id)]).toEqual(['INVALID_ANSWER', 'INVALID_ANSWER'])
  for (let round = 0; round < 10; round++) {
    const atOnce = newId()
    const sent = [id, other].map((ticket) => tryAs(database, as('admin'), 'note_on_ticket', [ticket, atOnce, 'לבדוק']))
    expect((await Promise.all(sent)).toSorted()).toEqual(['INVALID_ANSWER', 'done'])
  }
  await owner(database, 'delete from private.support_notes where id <> $1', [noteId])
  expect(await tryAs(database, as('admin'), 'merge_tickets', [id, other])).toBe('done')
  expect([await note('admin', id), await note('admin', other)]).toEqual(['done', 'done'])
  expect((await readAs(database, as('admin'), other)).notes).toHaveLength(1)
})

test('a message sent into two tickets at once is in one of them', async () => {
  const [id, other] = [await ask(database, dana.caller), await ask(database, dana.caller)]
  for (let round = 0; round < 10; round++) {
    const [said, answered] = [newId(), newId()]
    const replies = await Promise.all([id, other].map((ticket) => reply(dana, ticket, 'ועוד', said)))
    expect(replies.toSorted()).toEqual(['INVALID_ANSWER', 'done'])
    const seen = [(await lastMessage(database, id)) ?? '', (await lastMessage(database, other)) ?? '']
    const answers = await Promise.all(
      [id, other].map((ticket, i) => answerAs(database, as('admin'), ticket, { messageId: answered, seen: seen[i] })),
    )
    expect(answers.toSorted()).toEqual(['INVALID_ANSWER', 'done'])
  }
})

test('what is sent again after its ticket was merged into another is there once', async () => {
  const [merged, kept] = [await ask(database, dana.caller), await ask(database, dana.caller)]
  const [said, answered] = [newId(), newId()]
  const send = async () => [
    await reply(dana, merged, 'ועוד', said),
    await answerAs(database, as('admin'), merged, { messageId: answered }),
  ]
  expect(await send()).toEqual(['done', 'done'])
  expect(await tryAs(database, as('admin'), 'merge_tickets', [merged, kept])).toBe('done')
  expect(await send()).toEqual(['done', 'done'])
  expect((await readAs(database, as('admin'), kept)).messages).toHaveLength(4)
  expect(await answerAs(database, as('super_admin'), merged, { messageId: answered })).toBe('INVALID_ANSWER')
})

test('a ticket has two hundred notes, and one that is not there has none', async () => {
  const id = await ask(database, dana.caller)
  const note = (ticketId: string, noteId = newId()) =>
    tryAs(database, as('admin'), 'note_on_ticket', [ticketId, noteId, 'לבדוק'])
  await owner(
    database,
    `insert into private.support_notes (ticket_id, author_first_name, body) select $1, 'נועה', 'הערה' from generate_series(1, 199)`,
    [id],
  )
  const last = newId()
  expect([await note(id, last), await note(id), await note(id, last)]).toEqual(['done', 'TOO_MANY_NOTES', 'done'])
  expect(await note(NOBODY)).toBe('TICKET_NOT_FOUND')
})

test('what the student says opens the ticket again, once however often it is sent', async () => {
  const id = await ask(database, dana.caller)
  await answerAs(database, as('admin'), id, { status: 'solved' })
  const messageId = newId()
  const sent = await Promise.all(Array.from({ length: 30 }, () => reply(dana, id, 'עדיין נעצר', messageId)))
  expect(new Set(sent)).toEqual(new Set(['done']))
  const ticket = await readAs(database, as('admin'), id)
  expect(ticket.status).toBe('open')
  expect(ticket.messages).toHaveLength(3)
  expect(ticket.events.at(-1)).toMatchObject({ kind: 'status', actor: null, detail: { from: 'solved', to: 'open' } })
})

test('nobody speaks in the ticket of another, and twenty messages an hour are enough', async () => {
  const id = await ask(database, dana.caller)
  expect(await reply(noam, id)).toBe('TICKET_NOT_FOUND')
  expect(await tryAs(database, ANONYMOUS, 'reply_to_ticket', [id, newId(), 'שלום'])).toBe('denied')
  expect(await tryAs(database, as('admin'), 'reply_to_ticket', [id, newId(), 'שלום'])).toBe('FORBIDDEN')
  const ends: unknown[] = []
  for (let i = 0; i < 21; i++) ends.push(await reply(dana, id, `הודעה ${i}`))
  expect(ends.filter((end) => end === 'done')).toHaveLength(20)
  expect(ends[20]).toBe('TOO_MANY_REQUESTS')
  expect(await reply(dana, id, 'א'.repeat(4001))).toBe('INVALID_ANSWER')
})

test('nothing is said in a ticket that was merged into another, nor by the id of what was said before', async () => {
  const [first, second] = [await ask(database, dana.caller), await ask(database, dana.caller)]
  await answerAs(database, as('admin'), first)
  const answer = (await lastMessage(database, first)) ?? ''
  expect(await reply(dana, first, 'עוד דבר', answer)).toBe('INVALID_ANSWER')
  expect(await reply(dana, second, 'עוד דבר', answer)).toBe('INVALID_ANSWER')
  const question = (await lastMessage(database, second)) ?? ''
  expect(await reply(dana, first, 'עוד דבר', question)).toBe('INVALID_ANSWER')
  await tryAs(database, as('admin'), 'merge_tickets', [second, first])
  expect(await reply(dana, second)).toBe('TICKET_MERGED')
})

test('a ticket that was merged into another stays closed, is changed by no batch and counted by nobody', async () => {
  const [merged, kept] = [await ask(database, dana.caller), await ask(database, dana.caller)]
  await tryAs(database, as('admin'), 'merge_tickets', [merged, kept])
  const changes = [merged, kept].map((id) => ({ id, status: 'open', priority: 2 }))
  const answers = await callAs<object[]>(database, as('admin'), 'change_tickets', [JSON.stringify(changes)])
  expect(answers).toHaveLength(2)
  expect(answers).toContainEqual({ id: merged, outcome: 'refused', code: 'TICKET_MERGED' })
  expect(answers).toContainEqual(expect.objectContaining({ id: kept, outcome: 'changed' }))
  await owner(database, `update support_tickets set status = 'open' where id = $1`, [merged])
  expect(await callAs(database, as('admin'), 'staff_waiting')).toMatchObject({ tickets: 1 })
})

test('a priority with a point is none', async () => {
  const changes = `[{"id": "${await ask(database, dana.caller)}", "priority": 1.0}]`
  expect(await tryAs(database, as('admin'), 'change_tickets', [changes])).toBe('INVALID_CHANGE')
})

test('a solved ticket is rated, and said otherwise later; others rate nothing', async () => {
  const id = await ask(database, dana.caller)
  const rate = (person: Person, ...said: (string | null)[]) =>
    tryAs(database, person.caller, 'rate_ticket', [id, ...said])
  expect(await rate(dana, 'good', null)).toBe('TICKET_NOT_SOLVED')
  await answerAs(database, as('admin'), id, { status: 'solved' })
  expect(await rate(dana, 'fine', null)).toBe('INVALID_RATING')
  expect(await rate(noam, 'good', null)).toBe('TICKET_NOT_FOUND')
  expect(await rate(dana, 'bad', 'לקח שבוע')).toBe('done')
  expect(await rate(dana, 'good', null)).toBe('done')
  expect(await rate(dana, 'good', null)).toBe('done')
  const ticket = await readAs(database, as('admin'), id)
  expect(ticket.satisfaction).toBe('good')
  expect(ticket.events.filter(({ kind }) => kind === 'rated')).toHaveLength(2)
})

test('what stays of an answered ticket when its person is gone has no notes and no way to speak in it', async () => {
  const id = await ask(database, noam.caller)
  await tryAs(database, as('admin'), 'note_on_ticket', [id, newId(), 'נועם התקשר'])
  await answerAs(database, as('admin'), id)
  await owner(database, 'select private.purge_account(users) from users where id = $1', [noam.id])
  expect(await owner(database, 'select email from support_tickets where id = $1', [id])).toEqual([
    { email: 'deleted@account.invalid' },
  ])
  for (const table of ['support_notes', 'support_reply_keys']) {
    expect(await owner(database, `select 1 from private.${table} where ticket_id = $1`, [id])).toEqual([])
  }
  await owner(database, 'delete from email_outbox')
  expect(await answerAs(database, as('admin'), id)).toBe('done')
  expect(await mails()).toEqual([])
})
