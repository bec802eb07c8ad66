import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { approveAhead } from './support/approvals.ts'
import { ACTORS, type Actor, assemble, type Cast } from './support/cast.ts'
import { callAs, errorCode, owner } from './support/outcome.ts'

type Opened = { id: string; total: number; more: boolean }
type Page = { rows: { id: string; email_masked: string; sort_value: string }[]; size: number }

let database: Database
let cast: Cast
beforeAll(async () => {
  database = await openAcademyDatabase()
  cast = await assemble(database)
  await owner(
    database,
    `with crowd as (insert into auth.users (id, email, email_confirmed_at)
       select gen_random_uuid(), 'crowd' || i || '@example.com', now() from generate_series(1, 2100) as i returning id, email)
     insert into users (id, email, first_name, last_name, phone_number, created_at)
     select id, email, 'קהל', 'רב', '+97254' || lpad(substring(email from '[0-9]+'), 7, '0'), '2026-01-01' from crowd`,
  )
  for (const actor of ['admin', 'super_admin'] as const)
    await approveAhead(database, cast.caller(actor), 'students', {}, 50)
})
afterAll(() => database?.close())

const open = (query: object, actor: Actor = 'admin', format = 'csv') =>
  callAs<Opened>(database, cast.caller(actor), 'open_students_export', [JSON.stringify(query), format])
const read = (id: string, place: object | null = null, actor: Actor = 'admin') =>
  callAs<Page>(database, cast.caller(actor), 'read_students_export', [id, place && JSON.stringify(place)])
const codeOf = (outcome: Promise<unknown>) => outcome.then(() => 'yes', errorCode)

test('[2.12-05] [6-14] an export gives every student of its filter once, masked, and no other', async () => {
  const { id, total, more } = await open({ search: 'קהל', sort: 'name' })
  expect({ total, more }).toEqual({ total: 2100, more: false })
  const seen: string[] = []
  let place: object | null = null
  for (;;) {
    const { rows, size } = await read(id, place)
    const page = rows.slice(0, size)
    seen.push(...page.map((row) => row.id))
    expect(JSON.stringify(page)).not.toMatch(/crowd\d+@|\+97254/)
    const last = page.at(-1)
    if (rows.length <= size || !last) break
    place = { value: last.sort_value, id: last.id }
  }
  expect(new Set(seen).size).toBe(2100)
  expect(seen).toHaveLength(2100)
})

test('the audit log keeps filter and count, and of what was searched for only its kind', async () => {
  const logged = async () =>
    (
      await owner(
        database,
        `select actor, action, after from audit_log where action = 'students exported' order by id desc limit 1`,
      )
    )[0]
  await open({ search: 'קהל', states: ['active'], after: { value: 'x', id: 'y' }, other: 1 }, 'admin', 'xlsx')
  expect(await logged()).toEqual({
    actor: cast.person('admin').id,
    action: 'students exported',
    after: { format: 'xlsx', count: 2100, filter: { search: 'a text of 3 characters', states: ['active'] } },
  })
  await open({ search: 'student@example.com' })
  expect(await logged()).toMatchObject({ after: { count: 1, filter: { search: 'an address' } } })
  await open({ search: '054-0000007' })
  expect(await logged()).toMatchObject({ after: { filter: { search: 'a phone' } } })
})

test('an export is read by whoever opened it, within an hour, and never in the transaction that opened it', async () => {
  const { id } = await open({})
  expect(await codeOf(read(id, null, 'super_admin'))).toBe('EXPORT_NOT_OPENED')
  expect(await codeOf(read(id, null, 'analyst'))).toBe('FORBIDDEN')
  expect(await codeOf(read('00000000-0000-4000-8000-00000000dead'))).toBe('EXPORT_NOT_OPENED')
  expect(await codeOf(read(id, { value: 'never', id: 'x' }))).toBe('INVALID_CURSOR')
  await owner(
    database,
    `update private.list_exports set noted_in = pg_current_xact_id(), opened_at = now() - interval '61 minutes'`,
  )
  expect(await codeOf(read(id))).toBe('EXPORT_NOT_OPENED')
  await callAs(database, cast.caller('service_role'), 'forget_old_rows', [100])
  expect(await owner(database, 'select from private.list_exports')).toEqual([])
  const together = database.queryAsCaller(
    cast.caller('admin'),
    `select public.read_students_export((opened ->> 'id')::uuid) from (select public.open_students_export('{}', 'csv') as opened offset 0) as made`,
  )
  expect(await codeOf(together)).toBe('EXPORT_NOT_OPENED')
})

test('what is no export is refused, and thirty an hour are enough', async () => {
  expect(await codeOf(open({}, 'admin', 'pdf'))).toBe('INVALID_EXPORT')
  expect(await codeOf(open({ search: 'א'.repeat(3000) }))).toBe('INVALID_EXPORT')
  expect((await open([])).total).toBeGreaterThan(2100)
  await owner(database, 'delete from private.caller_counts')
  for (let turn = 0; turn < 30; turn += 1) await open({ search: 'אין כזה' })
  expect(await codeOf(open({}))).toBe('TOO_MANY_REQUESTS')
  await owner(database, 'delete from private.caller_counts')
})

test.each(ACTORS)('[6-14] students.view opens an export: %s', async (actor) => {
  const viewer = actor === 'admin' || actor === 'super_admin'
  const denied = actor === 'anonymous' || actor === 'service_role' ? 'denied' : 'FORBIDDEN'
  expect(await codeOf(open({}, actor))).toBe(viewer ? 'yes' : denied)
})
