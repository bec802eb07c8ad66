import { expect, test } from 'vitest'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { as, database, withStaff } from './support/staff.ts'

withStaff()

type Line = {
  id: string
  action: string
  actor: string | null
  sort_value: string
  changes: { field: string; after: string }[]
}
type Opened = { id: string; total: number; more: boolean }
const open = (query: object, role: Parameters<typeof as>[0] = 'super_admin', format = 'csv') =>
  callAs<Opened>(database, as(role), 'open_audit_export', [JSON.stringify(query), format])
const read = (id: string, place: object | null = null, role: Parameters<typeof as>[0] = 'super_admin') =>
  callAs<{ rows: Line[]; size: number }>(database, as(role), 'read_audit_export', [id, place && JSON.stringify(place)])
const codeOf = (outcome: Promise<unknown>) => outcome.then(() => 'yes', errorCode)

async function readAll(id: string): Promise<Line[]> {
  const seen: Line[] = []
  for (let place: object | null = null; ; ) {
    const { rows, size } = await read(id, place)
    seen.push(...rows.slice(0, size))
    const last = seen.at(-1)
    if (rows.length <= size || !last) return seen
    place = { value: last.sort_value, id: last.id }
  }
}
const write = (action: string, count: number) =>
  owner(
    database,
    `insert into audit_log (actor, action, entity, entity_id, before, after)
     select $1, $2, 'users', 'u' || i, '{}', '{"email":"dana@example.com","first_name":"דנה"}' from generate_series(1, $3) as i`,
    [as('admin').claims.sub, action, count],
  )

test.each(['asc', 'desc'])('[2.12-10] gives every line of its filter once and no later one, %s', async (direction) => {
  const action = `counted ${direction}`
  await write(action, 1100)
  const { id, total, more } = await open({ action, direction })
  expect({ total, more }).toEqual({ total: 1100, more: false })
  await write(action, 3)
  const lines = await readAll(id)
  expect(lines).toHaveLength(1100)
  expect(new Set(lines.map((line) => line.id)).size).toBe(1100)
  const ids = lines.map((line) => Number(line.id))
  expect(ids).toEqual([...ids].sort((one, other) => (direction === 'asc' ? one - other : other - one)))
  expect(lines[0]?.changes.map(({ field }) => field)).toEqual(['email', 'first_name'])
  expect(JSON.stringify(lines)).not.toContain('dana@example.com')
})

test('the own line of an export is not in it, and says who, how much and by which filter', async () => {
  await write('told', 2)
  const { id } = await open({ action: 'told', search: 'נועה', other: 1 }, 'super_admin', 'xlsx')
  const [line] = await owner<{ actor: string; after: object }>(
    database,
    `select actor, after from audit_log where action = 'audit exported' order by id desc limit 1`,
  )
  expect(line?.actor).toBe(as('super_admin').claims.sub)
  expect(line?.after).toMatchObject({ format: 'xlsx', filter: { action: 'told', search: 'a text of 4 characters' } })
  expect(JSON.stringify(await readAll(id))).not.toContain('audit exported')
})

test('members other than super_admin take along their own lines alone, and nobody reads the export of another', async () => {
  await write('by admin', 2)
  const { id, total } = await open({ action: 'by admin' }, 'analyst')
  expect(total).toBe(0)
  expect((await read(id, null, 'analyst')).rows).toEqual([])
  const own = await open({ action: 'by admin' }, 'admin')
  expect((await read(own.id, null, 'admin')).rows).toHaveLength(2)
  expect(await codeOf(read(own.id, null, 'super_admin'))).toBe('EXPORT_NOT_OPENED')
})

test('an export of one list is not read as one of the other', async () => {
  const students = await callAs<Opened>(database, as('super_admin'), 'open_students_export', ['{}', 'csv'])
  const lines = await open({})
  expect(await codeOf(read(students.id))).toBe('EXPORT_NOT_OPENED')
  expect(await codeOf(callAs(database, as('super_admin'), 'read_students_export', [lines.id, null]))).toBe(
    'EXPORT_NOT_OPENED',
  )
})

test('what is no format, or no place in a list, is refused; thirty an hour over all lists', async () => {
  expect(await codeOf(open({}, 'super_admin', 'pdf'))).toBe('INVALID_EXPORT')
  const { id } = await open({})
  expect(await codeOf(read(id, { value: 'x', id: 'y' }))).toBe('INVALID_CURSOR')
  const codes: string[] = []
  for (let asked = 0; asked < 32; asked += 1) codes.push(await codeOf(open({ action: 'none' }, 'marketing')))
  expect(codes.filter((code) => code === 'yes')).toHaveLength(30)
  expect(codes.slice(30)).toEqual(['TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS'])
})
