import { beforeAll, beforeEach, expect, test } from 'vitest'
import { callAs, owner, rowsAs } from './support/outcome.ts'
import { ANONYMOUS, type Person, registration, signUp } from './support/people.ts'
import { as, database, staff, withStaff } from './support/staff.ts'
import { answerAs, ask, newId, readAs, tryAs } from './support/tickets.ts'

withStaff()

type Row = { id: string; subject: string; email_masked: string; sort_value: string; assignee: string | null }
type List = { rows: Row[]; total: number | null; size: number; views: Record<string, number> }
type Answer = { id: string; outcome: string; code?: string; undo?: Record<string, unknown> }

let dana: Person
let noam: Person
beforeAll(async () => {
  dana = await signUp(database, 'dana@example.com', {
    metadata: registration({ first_name: 'דנה', last_name: 'לוי' }),
  })
  noam = await signUp(database, 'noam@example.com')
})
beforeEach(async () => {
  await owner(database, 'delete from support_tickets')
  await owner(database, 'delete from private.support_blocks')
})

const list = (query: object = {}, role = 'admin') =>
  callAs<List>(database, as(role), 'list_tickets', [JSON.stringify(query)])
const change = async (changes: unknown, role = 'admin') =>
  (await tryAs(database, as(role), 'change_tickets', [JSON.stringify(changes)])) as Answer[]
const subjects = async (query: object) => (await list(query)).rows.map(({ subject }) => subject)

test('[2.12-06] [6-15] each view holds its tickets, and says how many', async () => {
  const mine = await ask(database, dana.caller, { subject: 'שלי' })
  await change([{ id: mine, assignee_id: staff.admin?.adminId }])
  await ask(database, noam.caller, { subject: 'של אף אחד' })
  const late = await ask(database, noam.caller, { subject: 'באיחור' })
  await owner(database, `update support_tickets set first_answer_due_at = now() - interval '1 hour' where id = $1`, [
    late,
  ])
  const resting = await ask(database, dana.caller, { subject: 'מושהית' })

  await owner(database, `update support_tickets set snoozed_until = now() + interval '1 hour' where id = $1`, [resting])
  await answerAs(database, as('admin'), await ask(database, dana.caller, { subject: 'ממתינה' }))
  await change([{ id: await ask(database, ANONYMOUS, { subject: 'זבל' }), is_spam: true }])
  const views = {
    mine: ['שלי'],
    unassigned: ['באיחור', 'של אף אחד'],
    open: ['באיחור', 'של אף אחד', 'שלי'],
    overdue: ['באיחור'],
    waiting: ['ממתינה'],
    snoozed: ['מושהית'],
    spam: ['זבל'],
  }
  for (const [view, names] of Object.entries(views)) {
    expect((await subjects({ view })).sort(), view).toEqual(names.sort())
  }
  expect((await subjects({ view: 'all' })).sort()).not.toContain('זבל')
  expect((await list()).views).toEqual(
    Object.fromEntries(Object.entries(views).map(([view, { length }]) => [view, length])),
  )
  const { tickets } = await callAs<{ tickets: number }>(database, as('admin'), 'staff_waiting')
  expect(tickets, 'what the navigation counts').toBe(views.open.length)
})

test('a list is searched by address, number and words, filtered, and never shows an address', async () => {
  const first = await ask(database, dana.caller, { subject: 'הסרטון נעצר' })
  await ask(database, noam.caller, { subject: 'דף העבודה 100%' })
  await change([{ id: first, priority: 3, add_tags: ['וידאו'] }])
  const all = 'all'
  expect(await subjects({ view: all, search: 'dana@example.com' })).toEqual(['הסרטון נעצר'])
  expect(await subjects({ view: all, search: 'dana@exam' })).toEqual([])
  expect(await subjects({ view: all, search: first.slice(0, 8) })).toEqual(['הסרטון נעצר'])
  expect(await subjects({ view: all, search: 'נעצר  לוי' })).toEqual(['הסרטון נעצר'])
  expect(await subjects({ view: all, search: '100%' })).toEqual(['דף העבודה 100%'])
  expect(await subjects({ view: all, search: "' or true --" })).toEqual([])
  expect(await subjects({ view: all, priorities: ['3'] })).toEqual(['הסרטון נעצר'])
  expect(await subjects({ view: all, tag: 'וידאו' })).toEqual(['הסרטון נעצר'])
  expect(await subjects({ view: all, tag: "'];drop" })).toEqual([])
  expect(await subjects({ view: all, states: ['solved'] })).toEqual([])
  expect(await subjects({ view: all, about: 'lesson' })).toEqual([])
  expect((await list({ view: all, count: true })).total).toBe(2)
  expect(JSON.stringify(await list({ view: all }))).not.toContain('dana@example.com')
  expect((await list({ view: all, search: 'dana@example.com' })).rows[0]?.email_masked).toBe('d***@e***.com')
})

test.each(['last_message_at', 'created_at', 'due', 'priority'])('pages by %s hold every ticket once', async (sort) => {
  await owner(
    database,
    `insert into support_tickets (name, email, subject, priority, created_at)
     select 'א', 'many@example.com', 'שאלה ' || i, i % 4, now() - make_interval(mins => i / 3) from generate_series(1, 120) as i`,
  )
  for (const direction of ['asc', 'desc']) {
    const seen: string[] = []
    let after: object | undefined
    for (let page = 0; page < 3; page++) {
      const { rows, size } = await list({ view: 'all', sort, direction, ...(after && { after }) })
      const shown = rows.slice(0, size)
      seen.push(...shown.map(({ id }) => id))
      const last = shown.at(-1)
      after = { value: last?.sort_value, id: last?.id }
    }
    expect(new Set(seen).size).toBe(120)
  }
})

test.each([
  [{ after: { value: 'x', id: 'y' } }],
  [{ before: { value: 'now', id: null, more: [] } }],
  [{ assignee: 'nobody' }],
])('the place %j is none', async (query) => {
  const end = await tryAs(database, as('admin'), 'list_tickets', [JSON.stringify(query)])
  expect(end === 'INVALID_CURSOR' || (end as List).rows.length === 0).toBe(true)
})

test('a batch changes, answers per ticket, and is undone by its answer', async () => {
  const ids = [await ask(database, dana.caller), await ask(database, noam.caller)]
  await change([{ id: ids[0], add_tags: ['ישן'] }])
  const wanted = { status: 'solved', priority: 2, add_tags: ['ישן', 'חדש'], assignee_id: staff.admin?.adminId }
  const answers = await change([...ids.map((id) => ({ id, ...wanted })), { id: newId(), status: 'open' }])
  expect(answers.map(({ outcome }) => outcome).sort()).toEqual(['changed', 'changed', 'refused'])
  expect(await change(ids.map((id) => ({ id, ...wanted })))).toMatchObject([
    { outcome: 'unchanged' },
    { outcome: 'unchanged' },
  ])
  const undo = answers.flatMap((answer) => (answer.undo ? [answer.undo] : []))
  expect(await change(undo)).toMatchObject([{ outcome: 'changed' }, { outcome: 'changed' }])
  const ticket = await readAs(database, as('admin'), ids[0] ?? '')
  expect(ticket).toMatchObject({ status: 'open', tags: ['ישן'], assignee_id: null })
  expect(await change(undo)).toMatchObject([{ code: 'TICKET_MOVED' }, { code: 'TICKET_MOVED' }])
  const lines = await owner(database, `select 1 from audit_log where action = 'ticket changed' and entity_id = $1`, [
    ids[0],
  ])
  expect(lines).toHaveLength(3)
})

test('a ticket is given to those alone who may work with it', async () => {
  const id = await ask(database, dana.caller)
  for (const member of ['marketing', 'analyst']) {
    expect(await change([{ id, assignee_id: staff[member]?.adminId }])).toMatchObject([{ code: 'ASSIGNEE_UNKNOWN' }])
  }
  const { members } = await callAs<{ members: { id: string }[] }>(database, as('admin'), 'support_choices')
  expect(members.map((member) => member.id).sort()).toEqual([staff.super_admin?.adminId, staff.admin?.adminId].sort())
})

test.each([
  [{}],
  [[{}]],
  [[{ id: 'x' }]],
  [[{ id: null, status: 'open' }]],
  [[{ id: newId(), status: 'gone' }]],
  [[{ id: newId(), status: null }]],
  [[{ id: newId(), priority: 9 }]],
  [[{ id: newId(), priority: null }]],
  [[{ id: newId(), email: 'x@example.com' }]],
  [[{ id: newId(), snoozed_until: 'soon' }]],
  [[{ id: newId(), snoozed_until: '2999-01-01' }]],
  [[{ id: newId(), snoozed_until: '2026-01-01 Nowhere/Nothing' }]],
  [[{ id: newId(), snoozed_until: 'infinity' }]],
  [[{ id: newId(), snoozed_until: '10000000-01-01' }]],
  [[{ id: newId(), snoozed_until: [] }]],
  [[{ id: newId(), add_tags: 'x' }]],
  [[{ id: newId(), was: 7 }]],
  [['x']],
  [Array.from({ length: 101 }, () => ({ id: newId() }))],
  [null],
])('the change %# is refused as a whole', async (changes) => {
  expect(['INVALID_CHANGE', 'TOO_MANY_AT_ONCE']).toContain(await change(changes))
})

test.each([[['']], [['א'.repeat(31)]], [['a,b']], [[' x']], [Array.from({ length: 11 }, (_, i) => `t${i}`)]])(
  'the tags %j are none',
  async (tags) => {
    const id = await ask(database, dana.caller)
    expect(await change([{ id, add_tags: tags }])).toMatchObject([{ code: 'INVALID_TAGS' }])
  },
)

test('thirty who tag at once lose nothing', async () => {
  const id = await ask(database, dana.caller)
  await Promise.all(Array.from({ length: 30 }, (_, i) => change([{ id, add_tags: [`t${i % 8}`] }])))
  expect((await readAs(database, as('admin'), id)).tags.sort()).toEqual(Array.from({ length: 8 }, (_, i) => `t${i}`))
})

test('merging moves what was said, in its order, of one person only', async () => {
  const [first, second, other] = [
    await ask(database, dana.caller, { body: 'קודם כול, שלום.' }),
    await ask(database, dana.caller, { body: 'ועוד דבר אחד.' }),
    await ask(database, noam.caller),
  ]
  const merge = (a: string, b: string) => tryAs(database, as('admin'), 'merge_tickets', [a, b])
  expect(await merge(first, other)).toBe('DIFFERENT_PEOPLE')
  expect(await merge(first, first)).toBe('TICKET_MERGED')
  expect(await merge(first, newId())).toBe('TICKET_NOT_FOUND')
  const ends = await Promise.all([merge(second, first), merge(first, second)])
  expect(ends.sort()).toEqual(['TICKET_MERGED', 'done'])
  const [kept] = (await list({ view: 'all', search: 'dana@example.com' })).rows
  const gone = kept?.id === first ? second : first
  expect((await readAs(database, as('admin'), kept?.id ?? '')).messages.map(({ body }) => body)).toEqual([
    'קודם כול, שלום.',
    'ועוד דבר אחד.',
  ])
  expect(await answerAs(database, as('admin'), gone)).toBe('TICKET_MERGED')
  const keys = await owner<{ to: string }>(
    database,
    'select private.ticket_of_reply_key(key) as to from private.support_reply_keys where ticket_id = $1',
    [gone],
  )
  expect(keys).toEqual([{ to: kept?.id }])
})

test('a blocked sender is not told; who writes in the name of another blocks them as a visitor only', async () => {
  const id = await ask(database, ANONYMOUS, { email: 'dana@example.com' })
  const block = (blocked: boolean) => tryAs(database, as('admin'), 'block_ticket_sender', [id, blocked])
  await Promise.all([block(true), block(true)])
  expect(await ask(database, ANONYMOUS, { email: 'dana@example.com' })).toMatch(/^[0-9a-f-]{36}$/)
  await ask(database, dana.caller, { subject: 'של דנה עצמה' })
  expect((await list({ view: 'spam' })).rows).toHaveLength(2)
  expect(await subjects({ view: 'all' })).toEqual(['של דנה עצמה'])
  const events = (await readAs(database, as('admin'), id)).events
  expect(events.filter(({ kind }) => kind === 'blocked')).toHaveLength(1)
  await block(false)
  expect((await readAs(database, as('admin'), id)).is_blocked).toBe(false)
})

test('who else has a ticket before them is seen for half a minute', async () => {
  const id = await ask(database, dana.caller)
  const at = (role: string, typing: boolean) =>
    callAs<{ others: object[]; changed_at: string }>(database, as(role), 'be_at_ticket', [id, typing])
  expect((await at('admin', true)).others).toEqual([])
  expect((await at('super_admin', false)).others).toMatchObject([{ is_typing: true }])
  await owner(database, `update private.support_presence set seen_at = now() - interval '31 seconds'`)
  expect((await at('super_admin', false)).others).toEqual([])
})

test('answers kept ready have a title of their own', async () => {
  const save = (id: string, title: string | null, body: string | null) =>
    tryAs(database, as('admin'), 'save_canned_reply', [id, title, body])
  const id = newId()
  expect(await save(id, 'נעצר', 'שלום {שם}')).toBe('done')
  expect(await save(id, 'נעצר', 'שלום {שם}, נסו שוב')).toBe('done')
  expect(await save(newId(), 'נעצר', 'אחר')).toBe('REPLY_EXISTS')
  expect(await save(newId(), null, 'אחר')).toBe('INVALID_REPLY')
  expect(await save(newId(), 'ריק', ' ')).toBe('INVALID_REPLY')
  const { canned } = await callAs<{ canned: object[] }>(database, as('admin'), 'support_choices')
  expect(canned).toEqual([{ id, title: 'נעצר', body: 'שלום {שם}, נסו שוב' }])
  for (const _ of [1, 2]) expect(await tryAs(database, as('admin'), 'delete_canned_reply', [id])).toBe('done')
})

test('two hundred answers are kept ready, and those can still be changed', async () => {
  const save = (id: string, title: string) => tryAs(database, as('admin'), 'save_canned_reply', [id, title, 'שלום'])
  await owner(
    database,
    `insert into private.canned_replies (title, body) select 'מוכנה ' || n, 'שלום' from generate_series(1, 199) as n`,
  )
  const id = newId()
  expect(await save(id, 'האחרונה')).toBe('done')
  expect(await save(newId(), 'אחת יותר')).toBe('TOO_MANY_REPLIES')
  expect(await save(id, 'בשם אחר')).toBe('done')
  await owner(database, 'delete from private.canned_replies')
})

test('the sentences around the second stand beside the question, and what was asked there before', async () => {
  const [course] = await owner<{ id: string }>(
    database,
    `insert into courses (title_he, is_published) values ('קורס', true) returning id`,
  )
  const [lesson] = await owner<{ id: string }>(
    database,
    `insert into lessons (course_id, title_he, duration_seconds, is_published) values ($1, 'ריבית', 600, true) returning id`,
    [course?.id],
  )
  await owner(
    database,
    `insert into lesson_contents (lesson_id, transcript) values ($1,
     '[{"start": 10, "end": 12, "text": "רחוק"}, {"start": 240, "end": 250, "text": "לפני"},
       {"start": 252, "end": 260, "text": "כאן"}, {"start": 300, "end": 302, "text": "אחרי"}]')
     on conflict (lesson_id) do update set transcript = excluded.transcript`,
    [lesson?.id],
  )
  const place = { course_id: course?.id, lesson_id: lesson?.id, subject: 'שאלה על השיעור: ריבית' }
  const before = await ask(database, noam.caller, { ...place, position_seconds: 260 })
  const id = await ask(database, dana.caller, { ...place, position_seconds: 252 })
  const ticket = await readAs(database, as('admin'), id)
  expect(ticket.sentences.map(({ text }) => text)).toEqual(['לפני', 'כאן'])
  expect(ticket.similar.map((alike) => alike.id)).toEqual([before])
  expect(await subjects({ view: 'all', about: 'lesson' })).toHaveLength(2)
})

test('a student who asks the tables sideways finds the own ticket and nothing of the desk', async () => {
  const id = await ask(database, dana.caller)
  await change([{ id, add_tags: ['קשה'], is_spam: true }])
  expect(await rowsAs(database, dana.caller, 'select status from support_tickets')).toEqual([{ status: 'open' }])
  for (const statement of ['select tags from support_tickets', 'select 1 from support_tickets where is_spam']) {
    await expect(rowsAs(database, dana.caller, statement)).rejects.toMatchObject({ code: '42501' })
  }
})
