import { beforeEach, expect, test } from 'vitest'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { freshPhone, type Person, registration, signUp, signUpStaff } from './support/people.ts'
import { as, database, withStaff } from './support/staff.ts'

withStaff()

let counter = 0
let dana: Person
let phone: string
beforeEach(async () => {
  counter += 1
  phone = freshPhone()
  dana = await signUp(database, `dana${counter}@example.com`, { metadata: registration({ phone_number: phone }) })
})

const act = <Value>(by: string, name: string, ...values: unknown[]) => callAs<Value>(database, as(by), name, values)
const code = (by: string, name: string, ...values: unknown[]) => act(by, name, ...values).then(() => 'done', errorCode)

async function request(former = dana.email, contact = `new${counter}@example.com`): Promise<string> {
  const [made] = await owner<{ id: string }>(
    database,
    `insert into access_requests (first_name, last_name, former_email, phone_number, contact_email, message)
     values ('דנה', 'לוי', $1, $2, $3, 'התיבה של העבודה נסגרה') returning id`,
    [former, phone, contact],
  )
  return made?.id ?? ''
}
const status = async (id: string) =>
  (await owner<{ status: string }>(database, 'select status from access_requests where id = $1', [id]))[0]?.status

test('[2.9-01] granting moves the account to the new address once, ends every session and tells both addresses', async () => {
  const id = await request()
  expect(await act('admin', 'match_access_request', id)).toEqual({
    student_id: dana.id,
    names_match: true,
    phone_matches: true,
    is_open: true,
    contact_taken: false,
  })
  const twice = await Promise.all(
    ['admin', 'super_admin'].map((by) => code(by, 'decide_access_request', id, true, 'אומתה בטלפון')),
  )
  expect(twice.toSorted()).toEqual(['ALREADY_DECIDED', 'done'])
  expect(await status(id)).toBe('granted')
  expect(await owner(database, 'select email from users where id = $1', [dana.id])).toEqual([
    { email: `new${counter}@example.com` },
  ])
  expect(await owner(database, 'select id from auth.sessions where user_id = $1', [dana.id])).toEqual([])
  const told = await owner<{ recipient: string }>(
    database,
    `select recipient from private.security_notices where user_id = $1 and kind = 'email_changed' order by 1`,
    [dana.id],
  )
  expect(told.map(({ recipient }) => recipient)).toEqual([dana.email, `new${counter}@example.com`].toSorted())
})

type Decided = { id: string; sort_value: string; status: string; decided_by: string | null; because: string }
const decided = (query: object, by = 'admin') =>
  act<{ rows: Decided[]; size: number; total: number }>(by, 'list_decided_requests', JSON.stringify(query))

test('[2.9-01] what was decided is listed with who and why, masked, in pages without a gap', async () => {
  await owner(database, 'delete from access_requests')
  const refusedId = await request()
  await act('admin', 'decide_access_request', refusedId, false, 'הפרטים לא תואמים')
  await request(dana.email, `waits${counter}@example.com`)
  const { rows, total } = await decided({})
  expect(total).toBe(1)
  expect(rows).toMatchObject([{ id: refusedId, status: 'refused', decided_by: 'צוות', because: 'הפרטים לא תואמים' }])
  expect(JSON.stringify(rows)).not.toContain(dana.email)
  await owner(
    database,
    `insert into access_requests (first_name, last_name, former_email, phone_number, contact_email, message, status, decided_at)
     select 'רבים', n::text, 'lost' || n || '@example.com', $1, 'new@example.net', 'התיבה של העבודה נסגרה', 'granted', now()
     from generate_series(1, 120) as n`,
    [phone],
  )
  const seen: string[] = []
  let after: { value: string; id: string } | undefined
  for (let page = 0; page < 4; page += 1) {
    const answer = await decided({ direction: 'asc', ...(after && { after }) })
    const shown = answer.rows.slice(0, answer.size)
    seen.push(...shown.map(({ id }) => id))
    const last = shown.at(-1)
    after = last && { value: last.sort_value, id: last.id }
    if (answer.rows.length <= answer.size) break
  }
  expect([seen.length, new Set(seen).size, seen[0]]).toEqual([121, 121, refusedId])
  expect((await decided({ direction: 'asc', before: after })).rows.map(({ id }) => id)).toContain(seen.at(-2))
  expect((await decided({ search: 'רבים 7', status: 'granted' })).total).toBe(11)
  expect((await decided({ search: '%' })).total).toBe(0)
  expect(await decided({ after: { value: 'x', id: 'y' } }).catch(errorCode)).toBe('INVALID_CURSOR')
  await owner(database, 'delete from access_requests')
})

test('refusing changes nothing but the request', async () => {
  const id = await request()
  expect(await code('admin', 'decide_access_request', id, false, '')).toBe('REASON_REQUIRED')
  expect(await code('admin', 'decide_access_request', id, false, 'הפרטים לא תואמים')).toBe('done')
  expect(await status(id)).toBe('refused')
  expect(await owner(database, 'select email from users where id = $1', [dana.id])).toEqual([{ email: dana.email }])
})

test('neither granting nor refusing leaves the request open', async () => {
  const id = await request()
  expect(await code('admin', 'decide_access_request', id, null, 'הפרטים לא תואמים')).toBe('INVALID_CHANGE')
  expect(await status(id)).toBe('open')
})

test('no account, a closed one, an address that is taken, a member of the staff: the request stays open', async () => {
  const member = await signUpStaff(database, `both${counter}@academy.example`, 'analyst', { metadata: registration() })
  const other = await signUp(database, `other${counter}@example.com`)
  const grant = async (id: string) => [
    await code('super_admin', 'decide_access_request', id, true, 'אומת'),
    await status(id),
  ]
  expect(await grant(await request('nobody@example.com'))).toEqual(['USER_NOT_FOUND', 'open'])
  const closed = await signUp(database, `closed${counter}@example.com`)
  await owner(database, 'update users set is_active = false where id = $1', [closed.id])
  expect(await grant(await request(closed.email))).toEqual(['USER_NOT_FOUND', 'open'])
  expect(await grant(await request(dana.email, other.email))).toEqual(['DUPLICATE_EMAIL', 'open'])
  expect(await grant(await request(member.email))).toEqual(['INSUFFICIENT_LEVEL', 'open'])
  expect(await owner(database, 'select id from auth.sessions where user_id = $1', [dana.id])).toHaveLength(1)
})

test('a request that is not there is neither matched nor decided', async () => {
  const gone = dana.id
  expect(await code('admin', 'match_access_request', gone)).toBe('REQUEST_NOT_FOUND')
  expect(await code('admin', 'decide_access_request', gone, false, 'אין סיבה')).toBe('REQUEST_NOT_FOUND')
})

test.each(['analyst', 'marketing', 'unknown'])('[6-14] %s decides nothing and matches nothing', async (role) => {
  const id = await request()
  expect(await code(role, 'match_access_request', id)).toBe('FORBIDDEN')
  expect(await code(role, 'decide_access_request', id, false, 'אין סיבה')).toBe('FORBIDDEN')
})

test('[6-07] the copy of all data is opened with a reason, then read; the student sees who did', async () => {
  const own = await callAs<{ data: object }>(database, dana.caller, 'export_my_data')
  expect(await code('admin', 'read_student_data', dana.id)).toBe('RECORD_NOT_OPENED')
  expect(await code('admin', 'open_student_data', dana.id, '')).toBe('REASON_REQUIRED')
  await act('admin', 'open_student_record', dana.id)
  expect(await code('admin', 'read_student_data', dana.id)).toBe('RECORD_NOT_OPENED')
  await act('admin', 'open_student_data', dana.id, 'ביקשה במכתב')
  const { data } = await act<{ data: object }>('admin', 'read_student_data', dana.id)
  // What a student notes beside a lesson is read by nobody else.
  expect(Object.keys(data)).toEqual(Object.keys(own.data).filter((section) => section !== 'lesson_notes'))
  expect(Object.keys(own.data)).toContain('lesson_notes')
  expect(await code('super_admin', 'read_student_data', dana.id)).toBe('RECORD_NOT_OPENED')
  const seen = await database.queryAsCaller<{ what: string }>(dana.caller, 'select what from record_views order by id')
  expect(seen.rows.map(({ what }) => what)).toEqual(['record', 'data'])
})

test('the copy of all data is opened five times a day for one student, and for another too', async () => {
  const take = (student = dana) => code('admin', 'open_student_data', student.id, 'ביקשה במכתב')
  const taken = `select private.take_call('data of a student', $1, 5, '1 day') from generate_series(1, 4)`
  await owner(database, taken, [dana.id])
  expect([await take(), await take()]).toEqual(['done', 'TOO_MANY_REQUESTS'])
  expect(await take(await signUp(database, `other-copy${counter}@example.com`))).toBe('done')
})

test('[2.10] a deletion is begun for the student once, ends the sessions, and can be taken back', async () => {
  const due = await act<string>('admin', 'request_student_deletion', dana.id, 'ביקשה בטלפון')
  expect(String(await act('admin', 'request_student_deletion', dana.id, 'ביקשה בטלפון'))).toBe(String(due))
  expect(await owner(database, 'select id from auth.sessions where user_id = $1', [dana.id])).toEqual([])
  const mails = await owner(
    database,
    `select id from email_outbox where recipient = $1 and kind = 'account_deletion_requested'`,
    [dana.email],
  )
  expect(mails).toHaveLength(1)
})
