import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { callAs, errorCode, owner, rowsAs } from './support/outcome.ts'
import { ANONYMOUS, SERVICE, signUpStaff } from './support/people.ts'
import { as, database, staff, withStaff } from './support/staff.ts'

withStaff()

describe('changing staff', () => {
  const change = (role: string, target: string, to: string) =>
    callAs(database, as(role), 'set_admin_role', [staff[target]?.adminId, to]).catch(errorCode)

  test('[8-20] who is not there is told so', async () => {
    const nobody = '00000000-0000-4000-8000-00000000dead'
    const refusal = await callAs(database, as('admin'), 'set_admin_active', [nobody, false]).catch(
      ({ message }: Error) => message,
    )
    expect(JSON.parse(String(refusal))).toMatchObject({ code: 'ADMIN_NOT_FOUND', message: 'Admin user not found' })
  })

  test('an account is closed or reopened, nothing else', async () => {
    const neither = callAs(database, as('admin'), 'set_admin_active', [staff.analyst?.adminId, null])
    expect(await neither.catch(errorCode)).toBe('INVALID_CHANGE')
  })

  test('[6-11] nobody changes a mightier one, makes a mightier one or changes themselves', async () => {
    expect(await change('admin', 'super_admin', 'analyst')).toBe('INSUFFICIENT_LEVEL')
    expect(await change('admin', 'marketing', 'super_admin')).toBe('INSUFFICIENT_LEVEL')
    expect(await change('admin', 'admin', 'analyst')).toBe('CANNOT_CHANGE_SELF')
    expect(await change('super_admin', 'super_admin', 'admin')).toBe('CANNOT_CHANGE_SELF')
    expect(await change('analyst', 'marketing', 'unknown')).toBe('FORBIDDEN')
    expect(await change('admin', 'unknown', 'emperor')).toBe('INVALID_ROLE')
    expect(await change('admin', 'unknown', 'marketing')).toBeNull()
    expect(await change('admin', 'unknown', 'unknown')).toBeNull()
  })

  test('every change leaves a line with who, before and after', async () => {
    const rows = await owner<{ actor: string; before: { role_id: string }; after: { role_id: string } }>(
      database,
      `select actor, before, after from audit_log where entity = 'admin_users' and entity_id = $1 and action = 'update' order by id`,
      [staff.unknown?.adminId],
    )
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({ actor: staff.admin?.id })
    expect(rows[0]?.before.role_id).not.toBe(rows[0]?.after.role_id)
  })

  test('the last super admin cannot be removed, by nobody, even by two at once', async () => {
    await expect(
      owner(database, `delete from admin_users where email = 'super-admin@academy.example'`).catch(errorCode),
    ).resolves.toBe('LAST_SUPER_ADMIN')
    await expect(
      callAs(database, SERVICE, 'set_admin_active', [staff.super_admin?.adminId, false]).catch(errorCode),
    ).resolves.toBe('LAST_SUPER_ADMIN')
    const second = await signUpStaff(database, 'second@academy.example', 'super_admin')
    const both = await Promise.all([
      callAs(database, as('super_admin'), 'set_admin_role', [second.adminId, 'admin']).catch(errorCode),
      callAs(database, second.caller, 'set_admin_role', [staff.super_admin?.adminId, 'admin']).catch(errorCode),
    ])
    const left = await owner(
      database,
      `select a.id from admin_users a join roles r on r.id = role_id where r.name = 'super_admin' and is_active`,
    )
    expect(left).toHaveLength(1)
    expect(both.filter((answer) => answer === null)).toHaveLength(1)
  })
})

describe('the audit log', () => {
  test('[6-20] [6-21] [6-22] every change of content leaves a line with who, before and after', async () => {
    const id = randomUUID()
    const ask = async (call: string, ...values: unknown[]) =>
      callAs<{ version: string }>(database, as('admin'), call, ['category', id, ...values])
    const made = await ask(
      'create_content',
      JSON.stringify({ name_he: 'א', description_he: 'מה שכדאי לדעת', slug: 'changed' }),
    )
    const saved = await ask('save_content', made.version, JSON.stringify({ name_he: 'ב' }))
    await ask('publish_content', saved.version, null)
    const lines = await owner(
      database,
      `select actor, action, before ->> 'name_he' as before, after ->> 'name_he' as after from audit_log where entity_id = $1 order by id`,
      [id],
    )
    const actor = staff.admin?.id
    expect(lines).toEqual([
      { actor, action: 'insert', before: null, after: 'א' },
      { actor, action: 'update', before: 'א', after: 'ב' },
    ])
  })

  test('the server putting in content leaves none', async () => {
    const rows = await rowsAs<{ id: string }>(
      database,
      SERVICE,
      `insert into courses (title_he) values ('ג') returning id`,
    )
    expect(await owner(database, 'select 1 from audit_log where entity_id = $1', [rows[0]?.id])).toEqual([])
  })

  test('every table that staff write is watched', async () => {
    const unwatched = await owner(
      database,
      `select distinct tablename from pg_policies p where schemaname = 'public' and cmd <> 'SELECT'
       and concat(qual, with_check) ~ 'has_(permission|role)|can_manage' and not exists (
         select from pg_trigger t join pg_proc f on f.oid = tgfoid
         where tgrelid = to_regclass('public.' || quote_ident(tablename)) and f.proname = 'record_change')`,
    )
    expect(unwatched).toEqual([])
  })
})

describe('asking for a sign-in link', () => {
  type Answer = { admin_id: string | null; error: string | null }
  const check = (email: string, address = '10.1.1.1') =>
    database.asCaller(
      ANONYMOUS,
      async (tx) =>
        (await tx.query<{ answer: Answer }>('select public.check_admin_sign_in($1) as answer', [email])).rows[0]
          ?.answer,
      { settings: { 'request.headers': JSON.stringify({ 'x-forwarded-for': address }) } },
    )

  test('[5-17] [8-20] knows active members, and says of others that they are none or closed', async () => {
    expect(await check(' Admin@Academy.example ')).toEqual({ admin_id: staff.admin?.adminId, error: null })
    expect(await check('nobody@academy.example')).toEqual({ admin_id: null, error: 'Admin user not found' })
    const closed = await signUpStaff(database, 'shut@academy.example', 'analyst')
    await callAs(database, SERVICE, 'set_admin_active', [closed.adminId, false])
    expect(await check('shut@academy.example')).toEqual({ admin_id: null, error: 'Admin account is deactivated' })
  })

  test('[5-18] [9-22] refuses another domain, and tells a caller of twenty in an hour, then says the same of members and strangers', async () => {
    expect(await check('someone@gmail.com').catch(errorCode)).toBe('EMAIL_DOMAIN_NOT_ALLOWED')
    for (let i = 0; i < 20; i++) await check(`guess${i}@academy.example`, '10.1.1.2')
    for (const email of ['guess20@academy.example', 'guess1@academy.example', 'admin@academy.example', 'a@gmail.com']) {
      expect(await check(email, '10.1.1.2').catch(errorCode)).toBe('TOO_MANY_REQUESTS')
    }
    expect((await check('admin@academy.example', '10.1.1.3'))?.error).toBeNull()
  })

  test('members count as strangers do', async () => {
    for (let i = 0; i < 18; i++) await check(`guess${i}@academy.example`, '10.1.1.4')
    for (let i = 0; i < 3; i++) expect((await check('admin@academy.example', '10.1.1.4'))?.error).toBeNull()
    expect((await check('guess18@academy.example', '10.1.1.4'))?.error).toBe('Admin user not found')
    expect(await check('nobody@academy.example', '10.1.1.4').catch(errorCode)).toBe('TOO_MANY_REQUESTS')
  })
})
