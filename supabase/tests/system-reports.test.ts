import { expect, test } from 'vitest'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { SERVICE } from './support/people.ts'
import { as, database, withStaff } from './support/staff.ts'

withStaff()

type Health = { report: { jobs: Record<string, object>; disk?: object; is_old: boolean } | null }
const health = () => callAs<Health>(database, as('super_admin'), 'staff_health')
const note = (report: unknown) => callAs(database, SERVICE, 'note_system_report', [JSON.stringify(report)])

test('[2.12-04] super_admin reads what the process last said; before that nothing is known', async () => {
  expect((await health()).report).toBeNull()
  await note({
    jobs: { mails: { ran_at: '2026-11-01T10:00:00Z', failure: '503', next_at: null } },
    disk: { free_bytes: 1 },
  })
  expect((await health()).report).toMatchObject({
    jobs: { mails: { failure: '503' } },
    disk: { free_bytes: 1 },
    is_old: false,
  })
})

test('a job that did not run since keeps its last run, and one that is no more goes', async () => {
  await note({ jobs: { a: { ran_at: '1', failure: null, next_at: '2' }, b: { next_at: '3' } } })
  await note({ jobs: { a: { next_at: '4' } } })
  expect((await health()).report?.jobs).toEqual({ a: { ran_at: '1', failure: null, next_at: '4' } })
})

test('[2.12-04] jobs that failed wait for super_admin, until they ran or the process is silent', async () => {
  const waiting = async (role: 'super_admin' | 'admin') =>
    (await callAs<{ jobs?: number }>(database, as(role), 'staff_waiting')).jobs
  await note({ jobs: { a: { failure: '503' }, b: { failure: null }, c: { failure: 'timeout' } } })
  expect([await waiting('super_admin'), await waiting('admin')]).toEqual([2, undefined])
  await note({ jobs: { a: { failure: null }, b: { failure: null }, c: { failure: 'timeout' } } })
  expect(await waiting('super_admin')).toBe(1)
  await owner(database, `update private.system_reports set reported_at = now() - interval '11 minutes'`)
  expect(await waiting('super_admin')).toBe(0)
})

test.each([null, [], { jobs: [] }, {}])('refuses %j', async (report) => {
  expect(await note(report).catch(errorCode)).toBe('INVALID_REPORT')
})

test('a report has a bound', async () => {
  const noise = Array.from({ length: 20_000 }, (_, i) => (i * 7919).toString(36))
  expect(await note({ jobs: {}, noise }).catch(errorCode)).toBe('23514')
})

test('nobody but the process reports', async () => {
  for (const role of ['super_admin', 'admin']) {
    expect(await callAs(database, as(role), 'note_system_report', ['{}']).catch(errorCode)).toBe('denied')
    expect(await callAs(database, as(role), 'sum_up_days', [60]).catch(errorCode)).toBe('denied')
  }
})
