import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Caller } from '../../embedded-supabase/src/database/index.ts'
import { startTestServer, type TestServer } from '../../embedded-supabase/test/support/start.ts'
import { FRESH_CALLS } from '../../web/app/staff/entry/staff-calls.rules.ts'
import { agreed, draft } from './support/campaigns.ts'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { openSession, type Person, SERVICE, signUp, signUpStaff } from './support/people.ts'
import { database, staff, withStaff } from './support/staff.ts'

withStaff()

const REASON = 'סיבה טובה ומספיקה'
const MINUTE_H = 1 / 60
let root: Person & { adminId: string }
let old: Caller
let fresh: Caller
let student: Person

/** A session of a member that was opened so many minutes ago. */
const aged = (person: Person, minutes: number) =>
  database.asAuthAdmin((tx) => openSession(tx, person, { sessionAge: minutes * MINUTE_H, aal: 'aal2' }))

beforeAll(async () => {
  root = staff.super_admin as typeof root
  fresh = root.caller
  old = await aged(root, 11)
  student = await signUp(database, 'student@example.com')
  await owner(
    database,
    `insert into auth.users (id, email, email_confirmed_at)
     select gen_random_uuid(), 'crowd' || i || '@example.com', now() from generate_series(1, 40) as i`,
  )
  for (const name of ['one', 'two']) await agreed(database, `${name}-agreed@example.com`)
  await owner(database, `update users set first_name = 'קהל', email_verified = true where email like 'crowd%'`)
})
beforeEach(() => owner(database, 'delete from public.record_views'))

const outcome = (caller: Caller, name: string, values: unknown[]) =>
  callAs(database, caller, name, values).then(() => 'done', errorCode)
/** All that an act leaves behind, but for the row itself. */
const traces = () =>
  owner(
    database,
    `select (select count(*) from audit_log) as lines, (select count(*) from email_outbox) as mails,
       (select count(*) from invitation_history) as invitations, (select count(*) from private.list_exports) as exports,
       (select sum(version) from private.campaigns) as campaigns, (select count(*) from record_views) as views,
       (select json_agg(row_to_json(admin_users) order by id) from admin_users)::text as members,
       (select json_agg(users.phone_number order by id) from users)::text as phones`,
  )

/** A draft, and how many get it: all of the students, or of marketing the two who agreed to it. */
async function campaign(kind = 'service') {
  const { id, version } = await draft(database, root, { kind })
  const everybody = { match: 'all', rules: [] }
  const { reached } = await callAs<{ reached: number }>(database, fresh, 'campaign_audience', [everybody, kind])
  return { id, version, reached }
}
const lostMailbox = async () => {
  const [row] = await owner<{ id: string }>(
    database,
    `insert into access_requests (first_name, last_name, former_email, phone_number, contact_email, message)
     select first_name, last_name, email, phone_number, 'found-' || gen_random_uuid() || '@example.com', 'התיבה נסגרה' from users
     where id = $1 returning id`,
    [student.id],
  )
  return row?.id
}
/** Lets a viewer have opened so many other records; gives what opens one more. */
const opened = async (count: number, viewer = root.adminId) => {
  await owner(
    database,
    `insert into record_views (viewer_id, viewer_first_name, viewer_role, student_id, what)
     select $1, 'x', 'x', id, 'record' from users where email like 'crowd%' order by email limit $2`,
    [viewer, count],
  )
  return [student.id]
}

/** What is asked for in the case that FRESH_CALLS names, and the nearest case in which it is not. */
const CASES: Record<string, { asked: () => Promise<unknown[]>; free: () => Promise<unknown[]> }> = {
  correct_student: {
    asked: async () => [student.id, 0, '{"phone_number": "+972541234567"}'],
    free: async () => [student.id, 0, '{"first_name": "דנית"}'],
  },
  decide_access_request: {
    asked: async () => [await lostMailbox(), true, REASON],
    free: async () => [await lostMailbox(), false, REASON],
  },
  open_student_record: {
    asked: () => opened(20),
    free: () => opened(19),
  },
  send_campaign: {
    asked: async () => {
      const { id, version, reached } = await campaign()
      return [id, version, reached]
    },
    free: async () => {
      const { id, version, reached } = await campaign('marketing')
      expect(reached).toBe(2)
      return [id, version, reached]
    },
  },
  set_campaign_state: {
    asked: async () => {
      const { id, version, reached } = await campaign()
      await callAs(database, fresh, 'send_campaign', [id, version, reached])
      await callAs(database, fresh, 'set_campaign_state', [id, 'pause'])
      return [id, 'resume']
    },
    free: async () => {
      const { id, version, reached } = await campaign()
      await callAs(database, fresh, 'send_campaign', [id, version, reached])
      return [id, 'pause']
    },
  },
}

describe('in the case that is named', () => {
  const named = Object.entries(FRESH_CALLS).filter(([, when]) => when !== 'always')

  test('every one has its case here', () => expect(Object.keys(CASES)).toEqual(named.map(([name]) => name).toSorted()))

  test.each(named)('%s (%o) is refused to an old session, without a trace, and done by a fresh one', async (name) => {
    const values = (await CASES[name]?.asked()) ?? []
    const before = await traces()
    expect(await outcome(old, name, values)).toBe('REAUTHENTICATION_NEEDED')
    expect(await traces()).toEqual(before)
    expect(await outcome(fresh, name, values)).not.toBe('REAUTHENTICATION_NEEDED')
  })

  test.each(named)('%s asks for nothing in any other', async (name) => {
    const values = (await CASES[name]?.free()) ?? []
    expect(await outcome(old, name, values)).not.toBe('REAUTHENTICATION_NEEDED')
  })

  test('a planned campaign is asked about however few get it, and none is sent to more than were counted', async () => {
    const { id, version, reached } = await campaign()
    expect(reached).toBeGreaterThan(10)
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    expect(await outcome(old, 'send_campaign', [id, version, 1, tomorrow])).toBe('REAUTHENTICATION_NEEDED')
    for (const counted of [10, 0, -1, null]) {
      expect(await outcome(old, 'send_campaign', [id, version, counted])).toBe('AUDIENCE_CHANGED')
    }
  })
})

/** Acts with what they really change. */
const REAL: [name: string, values: () => unknown[]][] = [
  ['create_admin_invitation', () => ['new@academy.example', 'analyst']],
  ['set_admin_role', () => [staff.analyst?.adminId, 'marketing']],
  ['set_admin_active', () => [staff.marketing?.adminId, false]],
  ['move_student_phone', () => [student.id, '+972541112233', REASON]],
  ['request_student_deletion', () => [student.id, REASON]],
  ['set_students_active', () => [`{${student.id}}`, false, REASON]],
  ['open_student_data', () => [student.id, REASON]],
  ['open_students_export', () => ['{}', 'csv']],
  ['open_audit_export', () => ['{}', 'csv']],
  ['open_recipients_export', () => ['{}', 'csv']],
  ['open_tickets_export', () => ['{}', 'csv']],
]
test.each(REAL)('%s leaves nothing behind when an old session is refused', async (name, values) => {
  const before = await traces()
  expect(await outcome(old, name, values())).toBe('REAUTHENTICATION_NEEDED')
  expect(await traces()).toEqual(before)
  expect(await outcome(fresh, name, values())).not.toBe('REAUTHENTICATION_NEEDED')
})

describe('fresh is', () => {
  const invite = (caller: Caller) => outcome(caller, 'create_admin_invitation', ['fresh@academy.example', 'analyst'])

  test('a session of nine minutes, and one that gave the code of the app since', async () => {
    expect(await invite(await aged(root, 9))).toBe('done')
    const renewed = await aged(root, 50)
    expect(await invite(renewed)).toBe('REAUTHENTICATION_NEEDED')
    await owner(database, `insert into auth.mfa_amr_claims (session_id, authentication_method) values ($1, 'totp')`, [
      renewed.claims.session_id,
    ])
    expect(await invite(renewed)).toBe('done')
  })

  test('nothing that a token says of itself', async () => {
    const now = Math.floor(Date.now() / 1000)
    for (const amr of [
      [{ method: 'otp', timestamp: now }],
      [{ method: 'totp', timestamp: now + 900 }],
      ['totp'],
      [],
      null,
    ])
      expect(await invite({ ...old, claims: { ...old.claims, amr, iat: now } })).toBe('REAUTHENTICATION_NEEDED')
    const borrowed = { ...old.claims, session_id: staff.admin?.caller.claims.session_id }
    expect(await invite({ ...old, claims: borrowed })).toBe('FORBIDDEN')
  })

  test('not asked of the server, and who is no staff is only refused', async () => {
    expect(await invite(SERVICE)).toBe('done')
    const stranger = await signUp(database, 'stranger@example.com', { sessionAge: 1 })
    expect(await invite(stranger.caller)).toBe('FORBIDDEN')
  })
})

describe('records in bulk', () => {
  test('the twenty-first of an hour wants a proof, those that were opened before do not, nor does the next hour', async () => {
    const viewer = await signUpStaff(database, 'viewer@academy.example', 'admin', { sessionAge: 0.5 })
    await opened(20, viewer.adminId)
    const open = (id?: string) => outcome(viewer.caller, 'open_student_record', [id])
    const [first] = await owner<{ id: string }>(database, 'select student_id as id from record_views limit 1')
    expect(await open(first?.id)).toBe('done')
    expect(await open(student.id)).toBe('REAUTHENTICATION_NEEDED')
    await owner(database, `update record_views set occurred_at = now() - interval '61 minutes' where viewer_id = $1`, [
      viewer.adminId,
    ])
    expect(await open(student.id)).toBe('done')
  })

  test('many at once are counted as well', async () => {
    const viewer = await signUpStaff(database, 'quick-viewer@academy.example', 'admin', { sessionAge: 0.5 })
    const crowd = await owner<{ id: string }>(database, `select id from users where email like 'crowd%' limit 30`)
    const outcomes = await Promise.all(crowd.map(({ id }) => outcome(viewer.caller, 'open_student_record', [id])))
    expect(outcomes.filter((one) => one === 'done')).toHaveLength(20)
    expect(outcomes.filter((one) => one === 'REAUTHENTICATION_NEEDED')).toHaveLength(10)
  })
})

describe('over HTTP', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ projectDirectory: fileURLToPath(new URL('..', import.meta.url)) })
  })
  afterAll(() => server?.close())

  test('a refreshed token is as old as its sign-in, and a mailed code of one’s own renews it', async () => {
    const { database: own, serviceRoleKey } = server.supabase
    const email = 'head@academy.example'
    const { id } = await signUpStaff(own, email, 'admin')
    await owner(own, 'delete from auth.sessions where user_id = $1', [id])
    const client = server.client()
    const admin = server.client(serviceRoleKey)
    const enter = async () => {
      const link = await admin.auth.admin.generateLink({ type: 'magiclink', email })
      const { error } = await client.auth.verifyOtp({
        email,
        token: link.data.properties?.email_otp ?? '',
        type: 'email',
      })
      expect(error).toBeNull()
    }
    const invite = (address: string) => client.rpc('create_admin_invitation', { email: address, role_name: 'analyst' })
    await enter()
    expect((await invite('one@academy.example')).error).toBeNull()

    await owner(
      own,
      `with old as (update auth.sessions set created_at = created_at - interval '11 minutes' where user_id = $1 returning id)
       update auth.mfa_amr_claims set created_at = now() - interval '11 minutes', updated_at = now() - interval '11 minutes'
       where session_id in (select id from old)`,
      [id],
    )
    for (let turn = 0; turn < 2; turn += 1) {
      expect((await invite('two@academy.example')).error?.code).toBe('REAUTHENTICATION_NEEDED')
      expect((await client.auth.refreshSession()).error).toBeNull()
    }
    expect((await invite('two@academy.example')).status).toBe(403)
    await enter()
    expect((await invite('two@academy.example')).error).toBeNull()
    const rows = await owner(own, `select email from invitation_history order by email`)
    expect(rows).toEqual([{ email: 'one@academy.example' }, { email: 'two@academy.example' }])
  })
})
