import { beforeAll, beforeEach, expect, test } from 'vitest'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { SERVICE } from './support/people.ts'
import { as, database, staff, withStaff } from './support/staff.ts'

withStaff()

type Figures = Record<string, number | null>
type Mail = { recipient: string; content: { first: string; last: string; week: Figures; before: Figures } }

/** Eight on a Sunday in Israel, in winter. */
const SUNDAY = '2026-11-22T06:03:33Z'
const queue = async (at = SUNDAY) =>
  (await owner<{ count: number }>(database, 'select private.queue_weekly_mails($1) as count', [at]))[0]?.count
const mails = () =>
  owner<Mail>(
    database,
    `select recipient, content from public.email_outbox where kind = 'weekly_figures' order by recipient`,
  )
const want = (role: string, wanted = true) => callAs(database, as(role), 'want_weekly_mail', [wanted])

beforeAll(async () => {
  await owner(
    database,
    `insert into private.day_sums (day, registrations, active_students, completed_lessons, completed_courses) values
     ('2026-11-14', 1, 70, 12, 3), ('2026-11-15', 21, 80, 12, 3), ('2026-11-21', 22, 74, 12, 4), ('2026-11-22', 99, 99, 99, 99)
     on conflict (day) do update set registrations = excluded.registrations, active_students = excluded.active_students,
       completed_lessons = excluded.completed_lessons, completed_courses = excluded.completed_courses`,
  )
  await owner(
    database,
    `insert into private.visit_sums (day, path_pattern, views, visitors) values ('2026-11-08', '', 5, 4), ('2026-11-20', '', 7, 6)`,
  )
})
beforeEach(async () => {
  await owner(database, `delete from public.email_outbox where kind = 'weekly_figures'`)
  await owner(database, 'delete from private.weekly_mails')
})

test('[2.12-08] nobody gets it who did not ask; who did gets the week from Sunday to Saturday beside the one before', async () => {
  expect(await callAs(database, as('analyst'), 'wants_weekly_mail')).toBe(false)
  expect(await queue()).toBe(0)
  await want('analyst')
  expect(await callAs(database, as('analyst'), 'wants_weekly_mail')).toBe(true)
  expect(await queue()).toBe(1)
  const [mail] = await mails()
  expect(mail?.recipient).toBe(staff.analyst?.email)
  expect(mail?.content).toMatchObject({ first: '2026-11-15', last: '2026-11-21' })
  // Never more than there were: 43 registered and seven completed courses, 154 were active in seven days.
  expect(mail?.content.week).toEqual({
    ...{ views: 7, visitors: 6, registrations: 40, active_students: 20 },
    ...{ completed_lessons: 20, completed_courses: null },
  })
  expect(mail?.content.before).toMatchObject({
    views: 5,
    registrations: null,
    active_students: 10,
    completed_lessons: 10,
  })
})

test('neither wanting it nor not wanting it changes nothing', async () => {
  await want('analyst')
  expect(await callAs(database, as('analyst'), 'want_weekly_mail', [null]).catch(errorCode)).toBe('INVALID_CHANGE')
  expect(await callAs(database, as('analyst'), 'wants_weekly_mail')).toBe(true)
})

test('a week is told once, whatever is started again or runs twice', async () => {
  await want('analyst')
  await want('super_admin')
  const counts = await Promise.all([queue(), queue(), queue('2026-11-22T16:03:33Z')])
  expect(counts.reduce((sum, count) => Number(sum) + Number(count), 0)).toBe(2)
  expect(await mails()).toHaveLength(2)
  expect(await queue('2026-11-29T06:03:33Z')).toBe(2)
})

test.each([
  ['before eight on Sunday', '2026-11-22T05:59:59Z', 0],
  ['at eight', '2026-11-22T06:00:00Z', 1],
  ['at eight in summer', '2026-07-05T05:00:00Z', 1],
  ['an hour before that', '2026-07-05T04:59:59Z', 0],
  ['in the afternoon, where no process was there at eight', '2026-11-22T15:00:00Z', 1],
  ['in the evening', '2026-11-22T18:00:00Z', 0],
  ['on Saturday', '2026-11-21T08:00:00Z', 0],
  ['on Monday', '2026-11-23T08:00:00Z', 0],
])('%s (%s) it is sent to %i', async (_, at, count) => {
  await want('analyst')
  expect(await queue(at)).toBe(count)
})

test('[6-17] it stops when the permission is taken away, the account is closed, or it is turned off', async () => {
  const { role_id: role } = (
    await owner<{ role_id: string }>(database, 'select role_id from public.admin_users where id = $1', [
      staff.analyst?.adminId,
    ])
  )[0] ?? { role_id: '' }
  await want('analyst')
  const inEach = async (change: string, back: string, values: unknown[]) => {
    await owner(database, change, values)
    const count = await queue()
    await owner(database, back, values)
    return count
  }
  const permission = `(select id from public.permissions where name = 'analytics.view')`
  expect(
    await inEach(
      `delete from public.role_permissions where role_id = $1 and permission_id = ${permission}`,
      `insert into public.role_permissions (role_id, permission_id) values ($1, ${permission})`,
      [role],
    ),
  ).toBe(0)
  const member = [staff.analyst?.adminId]
  // Closing ends the sessions of a member; the switch stays as it was.
  expect(
    await inEach(
      'update public.admin_users set is_active = false where id = $1',
      'update public.admin_users set is_active = true where id = $1',
      member,
    ),
  ).toBe(0)
  // The member was told nothing meanwhile.
  expect(await queue()).toBe(1)
  await want('super_admin')
  await want('super_admin', false)
  expect(await queue()).toBe(0)
})

test('[6-17] only who may view analytics turns it on, and only the schedule sends it', async () => {
  for (const role of ['admin', 'marketing', 'unknown']) {
    expect(await want(role).catch(errorCode)).toBe('FORBIDDEN')
    expect(await callAs(database, as(role), 'wants_weekly_mail').catch(errorCode)).toBe('FORBIDDEN')
  }
  expect(await callAs(database, as('super_admin'), 'queue_weekly_mails').catch(errorCode)).toBe('denied')
  expect(await callAs(database, SERVICE, 'queue_weekly_mails')).toBeTypeOf('number')
})
