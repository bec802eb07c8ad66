import { beforeAll, beforeEach, expect, test } from 'vitest'
import { owner } from './support/outcome.ts'
import { type Person, signUp } from './support/people.ts'
import { as, database, staff, withStaff } from './support/staff.ts'
import { ask, tryAs } from './support/tickets.ts'

withStaff()

let dana: Person
beforeAll(async () => {
  dana = await signUp(database, 'dana@example.com')
})
beforeEach(() => owner(database, 'delete from private.caller_counts'))

const open = (query: object = {}, format = 'csv') =>
  tryAs(database, as('admin'), 'open_tickets_export', [JSON.stringify(query), format])
const read = (id: string, role = 'admin') => tryAs(database, as(role), 'read_tickets_export', [id, null])

test('an export is opened, which leaves a line, and read by whoever opened it', async () => {
  await ask(database, dana.caller)
  const opened = (await open({ view: 'all', search: 'dana@example.com', secret: 1 })) as { id: string; total: number }
  expect(opened.total).toBe(1)
  expect(await read(opened.id)).toMatchObject({ rows: [{ email_masked: 'd***@e***.com' }] })
  expect(await read(opened.id, 'super_admin')).toBe('EXPORT_NOT_OPENED')
  const [line] = await owner<{ after: object }>(
    database,
    `select after from audit_log where action = 'tickets exported' order by id desc limit 1`,
  )
  expect(line?.after).toMatchObject({ filter: { view: 'all', search: 'an address' } })
  expect(JSON.stringify(line)).not.toContain('secret')
})

test.each([
  ['no format', {}, 'pdf', 'INVALID_EXPORT'],
  ['no member to be given tickets', { assignee: 'nobody' }, 'csv', 'INVALID_CURSOR'],
])('what is %s is refused', async (_, query, format, code) => {
  expect(await open(query, format)).toBe(code)
})

test('thirty exports an hour are enough', async () => {
  const taken = `select private.take_call('list export', $1, 30, '1 hour') from generate_series(1, 29)`
  await owner(database, taken, [staff.admin?.id])
  expect([await open(), await open()]).toEqual([expect.objectContaining({ more: false }), 'TOO_MANY_REQUESTS'])
})
