import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller, Database } from '../../embedded-supabase/src/database/index.ts'
import cases from './setting-cases.json' with { type: 'json' }
import { openAcademyDatabase } from './support/academy-database.ts'
import { ACTORS, type Actor, assemble, type Cast } from './support/cast.ts'
import { callAs, errorCode, owner, rowsAs } from './support/outcome.ts'
import { addApp, openSession, signUpStaff } from './support/people.ts'

let database: Database
let cast: Cast
/** Two members of a role that may change settings. */
let dana: Caller
let noa: Caller
beforeAll(async () => {
  database = await openAcademyDatabase()
  cast = await assemble(database)
  await owner(database, `insert into roles (name, level) values ('keeper', 3)`)
  await owner(
    database,
    `insert into role_permissions (role_id, permission_id)
     select roles.id, permissions.id from roles, permissions where roles.name = 'keeper' and permissions.name = 'settings.manage'`,
  )
  dana = (await signUpStaff(database, 'dana@academy.example', 'keeper')).caller
  noa = (await signUpStaff(database, 'noa@academy.example', 'keeper')).caller
})
afterAll(() => database?.close())

type Saved = { version: number; values: Record<string, unknown> }
const read = (caller: Caller = dana) => callAs<Saved>(database, caller, 'read_settings')
const save = (caller: Caller, version: number, changes: object) =>
  callAs<Saved>(database, caller, 'save_settings', [version, changes])
const codeOf = (work: Promise<unknown>) => work.then(() => 'done', errorCode)
const detailsOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { message: string }) => JSON.parse((JSON.parse(error.message) as { details: string }).details) as unknown,
  )
const write = (caller: Caller, key: string, value: unknown) =>
  codeOf(
    rowsAs(
      database,
      caller,
      `insert into app_settings (key, value) values ($1, $2::text::jsonb) on conflict (key) do update set value = excluded.value`,
      [key, JSON.stringify(value)],
    ),
  )

describe('[2.12-10] what a setting may hold', () => {
  test.each(cases)('$key', async ({ key, fits, fails }) => {
    const judged = async (values: unknown[]) =>
      Promise.all(
        values.map(async (value) => {
          const [row] = await owner<{ fits: boolean }>(
            database,
            'select private.fits_setting($1, $2::text::jsonb) as fits',
            [key, JSON.stringify(value)],
          )
          return [value, row?.fits]
        }),
      )
    expect(await judged(fits)).toEqual(fits.map((value) => [value, true]))
    expect(await judged(fails)).toEqual(fails.map((value) => [value, false]))
  })

  test('a direct write of the server obeys the same rules, and staff write none', async () => {
    const server = cast.caller('service_role')
    expect(await write(server, 'contact_email', 'no address')).toBe('SETTING_INVALID')
    expect(await write(server, 'mails_kept_days', 400)).toBe('SETTING_INVALID')
    expect(await write(dana, 'mails_kept_days', 30)).toBe('denied')
    expect(await write(server, 'contact_email', 'direct@academy.example')).toBe('done')
    for (const sql of ['delete from app_settings', `update app_settings set key = 'y'`])
      expect(await codeOf(rowsAs(database, dana, `${sql} where key = 'contact_email'`))).toBe('denied')
    await rowsAs(
      database,
      server,
      `update app_settings set is_public = true, version = 0 where key = 'staff_email_domains'`,
    )
    const rows = await owner(
      database,
      `select is_public, version > 0 as counted from app_settings where key = 'staff_email_domains'`,
    )
    expect(rows).toEqual([{ is_public: false, counted: true }])
  })

  test('a setting that is not declared is taken from nobody, and those of the server from no member of the staff', async () => {
    const server = cast.caller('service_role')
    for (const key of ['anything', 'demo_academies', 'site_name', 'Academy_name', ''])
      for (const value of ['x', true, null, {}])
        expect([key, await write(server, key, value)]).toEqual([
          key,
          expect.stringMatching(/^(SETTING_INVALID|23514)$/),
        ])
    const own = {
      demo_academy: { fits: [true, false], fails: ['true', 1, null] },
      demo_content: { fits: ['adding', 'partial', 'complete'], fails: ['', 'done', true, null] },
      demo_people: {
        fits: [{ seed: 1, until: '2026-11-28' }],
        fails: [
          ...[null, {}, { seed: 1 }, { seed: 0, until: '2026-11-28' }, { seed: '1', until: '2026-11-28' }],
          ...[
            { seed: 1, until: '2026-13-01' },
            { seed: 1, until: 'x' },
            { seed: 1, until: '2026-11-28', more: 1 },
          ],
        ],
      },
    }
    for (const [key, { fits, fails }] of Object.entries(own)) {
      for (const value of fails)
        expect([key, value, await write(server, key, value)]).toEqual([key, value, 'SETTING_INVALID'])
      for (const value of fits) {
        expect([key, value, await write(server, key, value)]).toEqual([key, value, 'done'])
        expect([key, await codeOf(save(dana, 1e9, { [key]: value }))]).toEqual([key, 'SETTING_INVALID'])
        expect([key, await write(dana, key, value)]).toEqual([key, 'denied'])
      }
      // Also where a function would write for them.
      const asOwner = database.asOwner(async (tx) => {
        await tx.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify(dana.claims)])
        await tx.query('update app_settings set value = value where key = $1', [key])
        await tx.query(`update app_settings set value = $2::text::jsonb where key = $1`, [key, JSON.stringify(fits[0])])
        await tx.query('delete from app_settings where key = $1', [key])
      })
      expect([key, await codeOf(asOwner)]).toEqual([key, 'SETTING_INVALID'])
      await rowsAs(database, server, 'delete from app_settings where key = $1', [key])
    }
  })

  test('a notice ends after it begins', async () => {
    const { version } = await read()
    const notice = { maintenance_starts_at: '2026-12-02T08:00:00Z', maintenance_ends_at: '2026-12-02T07:00:00Z' }
    expect(await detailsOf(save(dana, version, notice))).toEqual({ field: 'maintenance_ends_at' })
    expect(await codeOf(save(dana, version, { ...notice, maintenance_ends_at: '' }))).toBe('done')
  })
})

describe('[6-19] who reads and writes settings', () => {
  test.each(ACTORS)('%s', async (actor: Actor) => {
    const caller = cast.caller(actor)
    const may = actor === 'super_admin'
    const refused = actor === 'anonymous' || actor === 'service_role' ? 'denied' : 'FORBIDDEN'
    expect(await codeOf(read(caller))).toBe(may ? 'done' : refused)
    expect(await codeOf(save(caller, 1e9, { academy_name: 'שם' }))).toBe(may ? 'done' : refused)
    expect(await codeOf(callAs(database, caller, 'settings_history'))).toBe(may ? 'done' : refused)
  })

  test('a visitor reads what visitors see and nothing else', async () => {
    const keys = await rowsAs<{ key: string }>(
      database,
      cast.caller('anonymous'),
      'select key from app_settings order by key',
    )
    expect(keys.map(({ key }) => key)).toEqual([
      'academy_name',
      'contact_email',
      'link_tiktok',
      'maintenance_ends_at',
      'maintenance_starts_at',
    ])
  })

  test('oversized, malformed and unknown changes are refused', async () => {
    for (const changes of [1, { nothing_known: 1 }, { academy_name: 'x'.repeat(20_000) }, { demo_academy: true }]) {
      expect(await codeOf(save(dana, 1e9, changes as object))).toBe('SETTING_INVALID')
    }
  })
})

describe('two who change settings', () => {
  test('of one setting the second hears who changed what, and nothing is written over', async () => {
    const { version } = await read()
    await save(dana, version, { academy_name: 'של דנה' })
    const refused = save(noa, version, { academy_name: 'של נועה', contact_phone: '03-111-1111' })
    expect(await detailsOf(refused)).toMatchObject({
      values: { academy_name: 'של דנה' },
      changes: [{ field: 'academy_name', by: 'צוות' }],
    })
    expect((await read()).values).not.toHaveProperty('contact_phone', '03-111-1111')
    expect((await save(noa, (await read()).version, { academy_name: 'של נועה' })).values.academy_name).toBe('של נועה')
  })

  test('of different settings both are saved; saving the same once more is no conflict', async () => {
    const { version } = await read()
    await save(dana, version, { contact_phone: '03-222-2222' })
    expect((await save(noa, version, { contact_address: 'רחוב 2' })).values).toMatchObject({
      contact_phone: '03-222-2222',
      contact_address: 'רחוב 2',
    })
    expect(await codeOf(save(dana, version, { contact_phone: '03-222-2222' }))).toBe('done')
  })

  test('who save at one moment: one of them is told', async () => {
    const { version } = await read()
    const names = ['א', 'ב', 'ג', 'ד']
    const outcomes = await Promise.all(names.map((name) => codeOf(save(dana, version, { academy_name: name }))))
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'VERSION_CONFLICT')).toHaveLength(3)
  })

  test('each change has its line of history', async () => {
    const { version } = await read()
    await save(noa, version, { accessibility_name: 'רות' })
    await save(dana, version + 1, { accessibility_name: 'מאיה' })
    const history = await callAs<{ id: number }[]>(database, dana, 'settings_history')
    expect(history.slice(0, 2)).toMatchObject([
      { key: 'accessibility_name', before: 'רות', after: 'מאיה', actor: 'צוות' },
      { key: 'accessibility_name', before: null, after: 'רות', actor: 'צוות' },
    ])
    const older = await callAs<{ id: number }[]>(database, dana, 'settings_history', [history[0]?.id])
    expect(older[0]).toEqual(history[1])
  })
})

describe('settings that could lock somebody out', () => {
  test('the domains of staff keep one super_admin and the one who saves', async () => {
    const lia = (await signUpStaff(database, 'lia@finance.example', 'keeper')).caller
    const change = async (caller: Caller, domains: string[]) =>
      codeOf(save(caller, (await read()).version, { staff_email_domains: domains }))
    expect(await change(dana, ['finance.example'])).toBe('SETTING_LOCKS_OUT')
    expect(await change(lia, ['finance.example'])).toBe('SETTING_LOCKS_OUT')
    expect(await change(lia, ['finance.example', 'academy.example', 'other.example'])).toBe('done')
    expect(await change(dana, ['academy.example'])).toBe('done')
  })

  test('[3-07] the second step of all staff: who demands it has given it, and nobody without it is staff', async () => {
    const member = await signUpStaff(database, 'omer@academy.example', 'keeper')
    const demand = async (caller: Caller, on: boolean) => codeOf(save(caller, 1e9, { staff_second_step_for_all: on }))
    expect(await demand(member.caller, true)).toBe('SETTING_LOCKS_OUT')
    await database.asAuthAdmin((tx) => addApp(tx, member.id))
    const lifted = await database.asAuthAdmin((tx) => openSession(tx, member, { aal: 'aal2' }))
    expect(await demand(lifted, true)).toBe('done')
    expect(await codeOf(read(lifted))).toBe('done')
    expect(await codeOf(read(dana))).toBe('FORBIDDEN')
    expect(await callAs(database, dana, 'staff_app_missing')).toBe(true)
    expect(await rowsAs(database, dana, `select key from app_settings where key = 'mails_kept_days'`)).toEqual([])
    expect(await demand(lifted, false)).toBe('done')
    expect(await codeOf(read(dana))).toBe('done')
  })
})

test('what nobody needs is kept as long as the settings say', async () => {
  const visits = `insert into page_views (path_pattern, occurred_at) select '/', now() - make_interval(months => n) from generate_series(0, 5) as n`
  await owner(database, visits)
  const left = async () => {
    await callAs(database, cast.caller('service_role'), 'forget_old_rows')
    return (await owner(database, `select id from page_views where path_pattern = '/'`)).length
  }
  expect(await left()).toBe(6)
  await save(dana, (await read()).version, { visits_kept_months: 3 })
  expect(await left()).toBeLessThanOrEqual(4)
})
