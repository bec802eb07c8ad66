import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { ACTORS, type Actor, assemble, type Cast, STAFF } from './support/cast.ts'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { SERVICE } from './support/people.ts'

type Line = { id: string; sort_value: string; actor: string | null; action: string; entity: string; fields: string[] }
type Lines = { rows: Line[]; total: number | null; size: number }
type Detail = { changes: { field: string; before: string | null; after: string | null }[]; hash: string }

let database: Database
let cast: Cast
beforeAll(async () => {
  database = await openAcademyDatabase()
  cast = await assemble(database)
  const student = cast.person('student').id
  await callAs(database, cast.caller('admin'), 'set_student_active', [student, false, 'חשד לשימוש לרעה'])
  await callAs(database, cast.caller('admin'), 'set_student_active', [student, true, 'נבדק'])
  await owner(
    database,
    `insert into audit_log (action, entity, entity_id, after) select 'update', 'crowd', i::text, '{"a": 1}' from generate_series(1, 120) as i`,
  )
})
afterAll(() => database?.close())

const list = (actor: Actor, query: object = {}) =>
  callAs<Lines>(database, cast.caller(actor), 'list_audit_lines', [JSON.stringify(query)])
const line = (actor: Actor, id: string | undefined) => callAs<Detail>(database, cast.caller(actor), 'audit_line', [id])

describe('the audit log', () => {
  test.each(ACTORS)('super_admin reads all lines, other staff their own, nobody else any: %s', async (actor) => {
    const outcome = await list(actor, { count: true }).catch(errorCode)
    if (!(STAFF as readonly string[]).includes(actor)) {
      expect(outcome).toBe(actor === 'anonymous' || actor === 'service_role' ? 'denied' : 'FORBIDDEN')
      return
    }
    const { rows, total } = outcome as Lines
    const [all] = await owner<{ n: number }>(database, 'select count(*)::integer as n from audit_log')
    if (actor === 'super_admin') expect(total).toBe(all?.n)
    else expect(rows.every((row) => row.actor === cast.person(actor as 'admin').id)).toBe(true)
    if (actor === 'admin') expect(rows.length).toBeGreaterThan(2)
    else if (actor !== 'super_admin') expect(rows).toEqual([])
  })

  test('no filter widens what staff may read', async () => {
    const own = await list('admin')
    for (const query of [
      { search: '' },
      { search: "' or true --" },
      { entity: 'crowd' },
      { days: 1e12 },
      { actor: null },
    ]) {
      const { rows } = await list('admin', query)
      expect(rows.length).toBeLessThanOrEqual(own.rows.length)
      expect(rows.every(({ actor }) => actor === cast.person('admin').id)).toBe(true)
    }
    const [other] = (await list('super_admin', { entity: 'crowd' })).rows
    expect(await line('admin', other?.id)).toBeNull()
    expect(await line('student', own.rows[0]?.id).catch(errorCode)).toBe('FORBIDDEN')
  })

  test('addresses and phones of a student are masked, and only what changed is told', async () => {
    const { rows } = await list('admin', { entity: 'users', action: 'update' })
    const detail = await line('admin', rows[0]?.id)
    expect(detail.changes).toEqual([{ field: 'is_active', before: 'false', after: 'true' }])
    expect(detail.hash).toMatch(/^[0-9a-f]{64}$/)
    const [whole] = await owner<{ id: string }>(
      database,
      `insert into audit_log (action, entity, entity_id, after)
       select 'insert', 'users', id::text, to_jsonb(users) from users where id = $1 returning id::text`,
      [cast.person('student').id],
    )
    const said = JSON.stringify(await line('super_admin', whole?.id))
    expect(said).toContain('s***@e***.com')
    expect(said).not.toMatch(/[a-z0-9]+@example|\+97250/)
  })

  test('walks every line once, both ways', async () => {
    const seen: string[] = []
    let after: object | undefined
    for (;;) {
      const { rows, size } = await list('super_admin', { entity: 'crowd', ...(after && { after }) })
      seen.push(...rows.slice(0, size).map(({ id }) => id))
      const last = rows.slice(0, size).at(-1)
      if (rows.length <= size || !last) break
      after = { value: last.sort_value, id: last.id }
    }
    expect(new Set(seen).size).toBe(120)
    const { rows } = await list('super_admin', { entity: 'crowd', before: after })
    expect(rows.map(({ id }) => id).slice(0, 50)).toEqual(seen.slice(49, 99).reverse())
    expect(await list('super_admin', { after: { value: 'x', id: 'y' } }).catch(errorCode)).toBe('INVALID_CURSOR')
  })

  test('finds a record by its id and staff by name or address', async () => {
    const found = async (search: string) =>
      new Set((await list('super_admin', { search })).rows.map((row) => row.actor))
    expect(await found(cast.person('student').id)).toContain(cast.person('admin').id)
    expect(await found(cast.person('admin').email)).toEqual(new Set([cast.person('admin').id]))
    expect(await found('אין כזה')).toEqual(new Set())
  })
})

describe('[2.12-04] [6-24] the first page of the staff', () => {
  const KEYS: Partial<Record<Actor, string[]>> = {
    super_admin: ['access_requests', 'articles', 'courses', 'facts', 'invitations', 'jobs', 'mails', 'tickets'],
    admin: ['access_requests', 'articles', 'courses', 'facts', 'invitations', 'tickets'],
    analyst: [],
    marketing: ['articles'],
  }
  test.each(Object.entries(KEYS))('%s is told what waits for the role and nothing else', async (actor, keys) => {
    const waiting = await callAs<object>(database, cast.caller(actor as Actor), 'staff_waiting')
    expect(Object.keys(waiting).sort()).toEqual(keys)
  })

  test.each(ACTORS)('figures and health: %s', async (actor) => {
    const outcome = (name: string) => callAs(database, cast.caller(actor), name).then(() => 'yes', errorCode)
    const refused = actor === 'anonymous' || actor === 'service_role' ? 'denied' : 'FORBIDDEN'
    expect(await outcome('staff_figures')).toBe(['super_admin', 'admin', 'analyst'].includes(actor) ? 'yes' : refused)
    expect(await outcome('staff_health')).toBe(actor === 'super_admin' ? 'yes' : refused)
    if (!(STAFF as readonly string[]).includes(actor)) expect(await outcome('staff_waiting')).toBe(refused)
  })

  test('figures are 56 days and today, as they were last counted', async () => {
    await callAs(database, SERVICE, 'sum_up_days')
    const { days } = await callAs<{ days: { registrations: number }[] }>(
      database,
      cast.caller('analyst'),
      'staff_figures',
    )
    expect(days).toHaveLength(57)
    expect(days.reduce((sum, { registrations }) => sum + registrations, 0)).toBeGreaterThan(3)
  })
})
