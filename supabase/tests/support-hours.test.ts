import { expect, test } from 'vitest'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { as, database, withStaff } from './support/staff.ts'

withStaff()

type Hours = { opens?: string; closes?: string; days?: number[]; holidays?: string[] }

/** When so many minutes of work have passed, on the clock in Israel. */
async function after(moment: string, minutes: number, hours: Hours = {}): Promise<string | null | undefined> {
  const { opens = '09:00', closes = '17:00', days = [0, 1, 2, 3, 4], holidays = [] } = hours
  const [row] = await owner<{ at: string | null }>(
    database,
    `select to_char(private.after_working_minutes($1, $2, $3, $4, $5, $6) at time zone 'Asia/Jerusalem', 'YYYY-MM-DD HH24:MI') as at`,
    [moment, minutes, opens, closes, days, holidays],
  )
  return row?.at
}

test.each([
  ['within a day', '2026-11-22T10:00:00+02:00', 60, '2026-11-22 11:00'],
  ['before the day begins', '2026-11-22T05:00:00+02:00', 60, '2026-11-22 10:00'],
  ['after it ended', '2026-11-22T20:00:00+02:00', 60, '2026-11-23 10:00'],
  ['over the night', '2026-11-22T16:30:00+02:00', 60, '2026-11-23 09:30'],
  ['to the last minute of a day', '2026-11-22T09:00:00+02:00', 480, '2026-11-22 17:00'],
  ['over Friday and Saturday', '2026-11-26T16:30:00+02:00', 60, '2026-11-29 09:30'],
  ['asked on Saturday', '2026-11-28T12:00:00+02:00', 960, '2026-11-30 17:00'],
])('%s', async (_, moment, minutes, expected) => expect(await after(moment, minutes)).toBe(expected))

test('a holiday is no day of work', async () => {
  const holidays = ['2026-11-23', '2026-11-24']
  expect(await after('2026-11-22T16:30:00+02:00', 60, { holidays })).toBe('2026-11-25 09:30')
})

test('over both changes of the clock, days of work begin at nine on the clock', async () => {
  // The clock goes forward in the night to Friday 27 March 2026, and back in the night to Sunday 25 October.
  expect(await after('2026-03-26T16:30:00+02:00', 60)).toBe('2026-03-29 09:30')
  expect(await after('2026-10-22T16:30:00+03:00', 60)).toBe('2026-10-25 09:30')
})

test('a night of work is an hour shorter or longer when the clock changes in it', async () => {
  const night = { opens: '00:00', closes: '06:00', days: [0, 5] }
  expect(await after('2026-03-27T00:00:00+02:00', 300, night)).toBe('2026-03-27 06:00')
  expect(await after('2026-10-25T00:00:00+03:00', 300, night)).toBe('2026-10-25 04:00')
})

test('where there is next to no work, there is no such moment', async () => {
  expect(await after('2026-11-22T10:00:00+02:00', 9600, { opens: '09:00', closes: '09:10', days: [0] })).toBeNull()
})

const GOOD = {
  opens_at: '08:30',
  closes_at: '16:00',
  days: [0, 1, 2, 3, 4],
  holidays: ['2027-04-21'],
  target_minutes: 120,
  reply_address: 'help@mail.example',
}
const version = async () =>
  (await callAs<{ version: number }>(database, as('super_admin'), 'read_support_settings')).version
const save = async (changes: object, at?: number) =>
  callAs(database, as('super_admin'), 'save_support_settings', [
    JSON.stringify({ ...GOOD, ...changes }),
    at ?? (await version()),
  ]).catch(errorCode)

test('hours are saved once for a version, and open questions are held to them', async () => {
  const [ticket] = await owner<{ id: string; first_answer_due_at: Date }>(
    database,
    `insert into support_tickets (name, email, subject, created_at) values ('דנה', 'a@example.com', 'שאלה', '2026-11-22T09:00:00+02:00') returning id, first_answer_due_at`,
  )
  expect(ticket?.first_answer_due_at).toEqual(new Date('2026-11-23T17:00:00+02:00'))
  const before = await version()
  const ends = await Promise.all([save({}, before), save({ target_minutes: 60 }, before)])
  expect(ends.filter((end) => end === 'SETTINGS_CHANGED')).toHaveLength(1)
  expect(await save({})).not.toBe('SETTINGS_CHANGED')
  const due = await owner<{ first_answer_due_at: Date }>(
    database,
    'select first_answer_due_at from support_tickets where id = $1',
    [ticket?.id],
  )
  expect(due[0]?.first_answer_due_at).toEqual(new Date('2026-11-22T11:00:00+02:00'))
  expect(await owner(database, `select 1 from audit_log where action = 'support hours changed'`)).toHaveLength(2)
})

test.each([
  [{ opens_at: '17:00', closes_at: '09:00' }],
  [{ opens_at: 'morning' }],
  [{ opens_at: null }],
  [{ days: [] }],
  [{ days: [7] }],
  [{ days: 'all' }],
  [{ holidays: ['2027-02-30'] }],
  [{ holidays: ['soon'] }],
  [{ target_minutes: 5 }],
  [{ target_minutes: 99_999_999_999 }],
  [{ reply_address: 'nobody' }],
  [{ reply_address: 'a@b.example\r\nBcc: c@d.example' }],
  [{ reply_address: 'a+b@c.example' }],
])('refuses %j', async (changes) => expect(await save(changes)).toBe('INVALID_SETTING'))
