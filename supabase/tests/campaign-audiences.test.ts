import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { agreed, draft, paragraphText, WRITTEN } from './support/campaigns.ts'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { ANONYMOUS, type Person, signUpStaff } from './support/people.ts'

type Audience = {
  total: number
  reached: number
  left_out: Record<string, number>
  samples: { id: string; email_masked: string }[]
}

let database: Database
let writer: Person
const people: Record<string, Person> = {}
const NEVER = '00000000-0000-4000-8000-000000000000'
const LEAVING = { field: 'state', op: 'leaving' }
const DAY_MS = 86_400_000
let course = NEVER
beforeAll(async () => {
  database = await openAcademyDatabase()
  writer = await signUpStaff(database, 'writer@academy.example', 'marketing')
  for (const name of ['began', 'finished', 'idle', 'silent']) {
    people[name] = await agreed(database, `${name}@students.example`, name !== 'silent')
  }
  const [made] = await owner<{ course: string; lesson: string }>(
    database,
    `with c as (insert into courses (title_he, is_published) values ('קורס', true) returning id)
     insert into lessons (course_id, title_he, duration_seconds, is_published) select id, 'שיעור', 100, true from c
     returning course_id as course, id as lesson`,
  )
  course = made?.course ?? NEVER
  for (const name of ['began', 'finished']) {
    await owner(
      database,
      `insert into user_progress (user_id, lesson_id, course_id, completed) values ($1, $2, $3, $4)`,
      [people[name]?.id, made?.lesson, course, name === 'finished'],
    )
  }
  await owner(
    database,
    `with tag as (insert into private.student_tags (name) values ('Pilot') returning id)
     insert into private.tagged_students (student_id, tag_id) select unnest($1::uuid[]), id from tag`,
    [[people.began?.id, people.idle?.id]],
  )
  await owner(database, `update users set last_login_at = now() - interval '40 days' where id = $1`, [people.idle?.id])
})
afterAll(() => database?.close())

const find = (rules: object[], { match = 'all', kind = 'service' } = {}, person = writer) =>
  callAs<Audience>(database, person.caller, 'campaign_audience', [{ match, rules }, kind])
/** The students of this file among those that a rule finds. */
async function names(rules: object[], match = 'all'): Promise<string[]> {
  const { samples } = await find(rules, { match })
  const found = new Set(samples.map(({ id }) => id))
  return Object.entries(people).flatMap(([name, { id }]) => (found.has(id) ? [name] : []))
}

test.each([
  [{ field: 'course', op: 'began' }, ['began', 'finished']],
  [{ field: 'course', op: 'not_began' }, ['idle', 'silent']],
  [{ field: 'course', op: 'completed' }, ['finished']],
  [{ field: 'course', op: 'not_completed' }, ['began']],
  [{ field: 'progress', op: 'at_least', lessons: 1 }, ['finished']],
  [{ field: 'progress', op: 'at_most', lessons: 0 }, ['began', 'idle', 'silent']],
  [{ field: 'activity', op: 'within', days: 30 }, ['began', 'finished']],
  [{ field: 'activity', op: 'not_within', days: 30 }, ['idle', 'silent']],
  [{ field: 'registered', op: 'within', days: 1 }, ['began', 'finished', 'idle', 'silent']],
  [{ field: 'registered', op: 'before', days: 1 }, []],
  [{ field: 'marketing', op: 'not_agreed' }, ['silent']],
  [{ field: 'test', op: 'not_tried', id: NEVER }, ['began', 'finished', 'idle', 'silent']],
  [{ field: 'test', op: 'passed', id: NEVER }, []],
  [LEAVING, []],
  [{ field: 'tag', op: 'has', tag: 'pilot' }, ['began', 'idle']],
  [{ field: 'tag', op: 'has_not', tag: 'Pilot' }, ['finished', 'silent']],
  [{ field: 'tag', op: 'has', tag: 'אין כזאת' }, []],
])('[2.12-09] the rule %j finds %j', async (rule, found) => {
  expect(await names([rule.field === 'course' ? { ...rule, id: course } : rule])).toEqual(found)
})

test('rules are joined by all or any', async () => {
  const rules = [
    { field: 'course', op: 'completed', id: course },
    { field: 'marketing', op: 'not_agreed' },
  ]
  expect(await names(rules)).toEqual([])
  expect(await names(rules, 'any')).toEqual(['finished', 'silent'])
})

test('marketing reaches those who agreed, and says why the others are left out', async () => {
  const { total, reached, left_out } = await find([{ field: 'registered', op: 'within', days: 1 }], {
    kind: 'marketing',
  })
  expect(total - reached).toBe(left_out['no consent'])
  expect(reached).toBe(3)
})

test('samples are ten at most and masked', async () => {
  const { samples } = await find([])
  expect(samples.length).toBeLessThanOrEqual(10)
  expect(JSON.stringify(samples)).not.toContain('@students.example')
})

test.each([
  [{}],
  [{ match: 'all' }],
  [{ match: 'none', rules: [] }],
  [{ match: 'all', rules: [{ field: 'email', op: 'is' }] }],
  [{ match: 'all', rules: [{ field: 'registered', op: 'within' }] }],
  [{ match: 'all', rules: [{ field: 'registered', op: 'within', days: '1); drop table users; --' }] }],
  [{ match: 'all', rules: [{ field: 'course', op: 'began', id: `${NEVER}' or true --` }] }],
  [{ match: 'all', rules: [{ field: 'tag', op: 'has' }] }],
  [{ match: 'all', rules: [{ field: 'tag', op: 'is', tag: 'Pilot' }] }],
  [{ match: 'all', rules: [{ field: 'tag', op: 'has', tag: "a,b' or true --" }] }],
  [{ match: 'all', rules: [{ field: 'progress', op: '>', lessons: 1 }] }],
  [{ match: 'all', rules: Array.from({ length: 21 }, () => ({ field: 'marketing', op: 'agreed' })) }],
])('%j is no audience', async (audience) => {
  const asked = callAs(database, writer.caller, 'campaign_audience', [audience, 'service'])
  expect(await asked.catch(errorCode)).toBe('AUDIENCE_INVALID')
})

test.each([
  ['a kind there is not', { match: 'all', rules: [] }, 'secret'],
  ['no kind', { match: 'all', rules: [] }, null],
  ['more than 8,000 bytes', { match: 'all', rules: [], note: 'x'.repeat(8_000) }, 'service'],
])('an audience is not counted for %s', async (_, audience, kind) => {
  const asked = callAs(database, writer.caller, 'campaign_audience', [audience, kind])
  expect(await asked.catch(errorCode)).toBe('AUDIENCE_INVALID')
})

test('a campaign goes to the number that was confirmed, or not at all', async () => {
  const audience = { match: 'all', rules: [{ field: 'course', op: 'began', id: course }] }
  const { id, version } = await draft(database, writer, { audience })
  const sendTo = (count: number) =>
    callAs(database, writer.caller, 'send_campaign', [id, version, count]).catch(errorCode)
  expect(await sendTo(3)).toBe('AUDIENCE_CHANGED')
  expect(await sendTo(2)).toMatchObject({ state: 'sending', counts: { waiting: 2 } })
  expect(await sendTo(2)).toBe('CAMPAIGN_NOT_DRAFT')
})

test.each([
  ['has no subject', { subject: ' ' }, {}, 'CAMPAIGN_INVALID'],
  ['says nothing', { body: paragraphText(' ') }, {}, 'CAMPAIGN_INVALID'],
  ['was changed since it was read', {}, { version: 1 }, 'CAMPAIGN_CHANGED'],
  ['was read in no version', {}, { version: null }, 'CAMPAIGN_CHANGED'],
  ['finds nobody', { audience: { match: 'all', rules: [LEAVING] } }, { count: 0 }, 'AUDIENCE_EMPTY'],
  ['is to go yesterday', {}, { days: -1 }, 'CAMPAIGN_INVALID'],
  ['is to go in more than a year', {}, { days: 367 }, 'CAMPAIGN_INVALID'],
])('a campaign that %s is not sent', async (_, changes, asked, code) => {
  const began = { match: 'all', rules: [{ field: 'course', op: 'began', id: course }] }
  const { id, version } = await draft(database, writer, { audience: began, ...changes })
  const { count, days, ...read } = { version, count: 2, days: 0, ...asked }
  const at = days ? new Date(Date.now() + days * DAY_MS) : null
  const sent = callAs(database, writer.caller, 'send_campaign', [id, read.version, count, at])
  expect(await sent.catch(errorCode)).toBe(code)
})

test.each(['scheduled', 'sending', 'paused', 'cancelled', 'done'])(
  'what is %s is not changed any more',
  async (state) => {
    const { id, version } = await draft(database, writer)
    await owner(database, 'update private.campaigns set state = $2, starts_at = now() where id = $1', [id, state])
    const saved = callAs(database, writer.caller, 'save_campaign', [id, version, { name: 'אחר' }])
    expect(await saved.catch(errorCode)).toBe('CAMPAIGN_NOT_DRAFT')
  },
)

test.each([
  [{ subject: 'שלום {{phone_number}}' }, 'CAMPAIGN_INVALID'],
  [{ subject: 'שלום {{first_name' }, 'CAMPAIGN_INVALID'],
  [{ body: { type: 'doc', content: [{ type: 'script' }] } }, 'CAMPAIGN_INVALID'],
  [{ per_minute: 0 }, 'CAMPAIGN_INVALID'],
  [{ per_minute: 'many' }, 'CAMPAIGN_INVALID'],
  [{ kind: 'secret' }, 'CAMPAIGN_INVALID'],
  [{ quiet_from: '21:00', quiet_to: null }, 'CAMPAIGN_INVALID'],
  [{ name: ' ' }, 'CAMPAIGN_INVALID'],
  [{ audience: { match: 'all', rules: [{}] } }, 'AUDIENCE_INVALID'],
])('a draft is not saved with %j', async (changes, code) => {
  expect(await draft(database, writer, { ...WRITTEN, ...changes }).catch(errorCode)).toBe(code)
})

test.each([
  [{ per_minute: 'many' }, 'per_minute'],
  [{ per_minute: 1.5 }, 'per_minute'],
  [{ per_minute: 0 }, 'per_minute'],
  [{ per_minute: null }, 'per_minute'],
  [{ in_academy: 'maybe', name: 'אחר' }, 'in_academy'],
  [{ quiet_from: '25:00' }, 'quiet_from'],
  [{ quiet_from: '21:00' }, 'quiet_to'],
  [{ quiet_to: [] }, 'quiet_to'],
  [{ kind: 'secret' }, 'kind'],
  [{ subject: 'ש'.repeat(151) }, 'subject'],
  [{ body: null }, 'body'],
  [{ name: 'ש'.repeat(121) }, 'name'],
  [{ name: null }, 'name'],
  [{ audience: { match: 'all', rules: [], note: 'x'.repeat(8_000) } }, 'audience'],
  [['name'], undefined],
  ['name', undefined],
  [null, undefined],
])('a draft that is not saved says where (%#)', async (changes, field) => {
  const { id, version } = await draft(database, writer)
  const values = [id, version, JSON.stringify(changes)]
  const saved = callAs(database, writer.caller, 'save_campaign', values)
  const refused = await saved.catch((error: Error) => error.message)
  const { code, details } = JSON.parse(String(refused))
  expect(code).toBe(field === 'audience' ? 'AUDIENCE_INVALID' : 'CAMPAIGN_INVALID')
  expect(JSON.parse(details ?? '{}')).toEqual(field ? { field } : {})
})

test('a save over a newer version is refused and says what stands', async () => {
  const { id, version } = await draft(database, writer)
  await callAs(database, writer.caller, 'save_campaign', [id, version, { name: 'אחר' }])
  for (const read of [version, null]) {
    const late = callAs(database, writer.caller, 'save_campaign', [id, read, { name: 'שלי' }])
    expect(await late.catch(errorCode)).toBe('VERSION_CONFLICT')
  }
})

test('nothing is for who may not notify', async () => {
  const analyst = await signUpStaff(database, 'analyst@academy.example', 'analyst')
  for (const { caller } of [analyst, people.idle ?? analyst]) {
    for (const [name, values] of [
      ['campaign_audience', [{ match: 'all', rules: [] }, 'service']],
      ['create_campaign', ['מבצע', null]],
      ['list_campaigns', [{}]],
      ['read_campaign', [NEVER]],
      ['send_campaign', [NEVER, 1, 1]],
      ['set_campaign_state', [NEVER, 'pause']],
      ['retry_campaign', [NEVER, 'failed']],
      ['list_campaign_recipients', [{ campaign_id: NEVER }]],
    ] as const)
      expect(await callAs(database, caller, name, [...values]).catch(errorCode)).toBe('FORBIDDEN')
  }
  expect(await callAs(database, ANONYMOUS, 'list_campaigns', [{}]).catch(errorCode)).toBe('denied')
})
