import { describe, expect, test } from 'vitest'
import type { Caller } from '../../embedded-supabase/src/database/index.ts'
import { callAs, errorCode, owner, rowsAs } from './support/outcome.ts'
import { ANONYMOUS, SERVICE, signUp, signUpStaff } from './support/people.ts'
import { as, database, withStaff } from './support/staff.ts'

type Invitation = { id: string; token: string; email: string; expires_at: string }
type Accepted = { success: boolean; error: string | null; admin_id: string | null }

withStaff()

const invite = (caller: Caller, email: string, role = 'analyst') =>
  callAs<Invitation>(database, caller, 'create_admin_invitation', [email, role, 'נועה', 'לוי'])
const accept = (caller: Caller, token: string) => callAs<Accepted>(database, caller, 'accept_admin_invitation', [token])
const invitee = (email: string) => signUp(database, email, { metadata: { user_type: 'admin' } })
const status = async (id: string) =>
  (await owner<{ status: string }>(database, 'select status from invitation_history where id = $1', [id]))[0]?.status

describe('inviting', () => {
  test('[7-12] [9-04] [3-04] keeps the hash of the token only, for 7 days', async () => {
    const { id, token } = await invite(as('admin'), 'New1@Academy.example')
    expect(token).toMatch(/^[0-9a-f]{64}$/)
    const rows = await owner<{ row: string; email: string; days: number }>(
      database,
      `select to_jsonb(i)::text as row, email, extract(epoch from expires_at - created_at) / 86400 as days from invitation_history i where id = $1`,
      [id],
    )
    expect(rows[0]).toMatchObject({ email: 'new1@academy.example', days: '7.0000000000000000' })
    expect(rows[0]?.row).not.toContain(token)
    expect(JSON.stringify(await owner(database, `select * from audit_log where entity_id = $1`, [id]))).not.toContain(
      token,
    )
  })

  const LEVELS = ['super_admin', 'admin', 'analyst', 'marketing', 'unknown']
  const allowed = { super_admin: LEVELS, admin: LEVELS.slice(1), analyst: [], marketing: [], unknown: [] }
  test.each(Object.entries(allowed))('[6-11] [2.12-26] %s may invite exactly: %s', async (role, roles) => {
    const invited: string[] = []
    for (const target of LEVELS) {
      const done = await invite(
        as(role),
        `level-${role.replace('_', '')}-${target.replace('_', '')}@academy.example`,
        target,
      ).catch(errorCode)
      if (typeof done !== 'string') invited.push(target)
    }
    expect(invited).toEqual(roles)
  })

  test.each([
    ['[5-12]', 'other@academy.example', 'emperor', 'INVALID_ROLE', 'Invalid role specified'],
    ['[5-13]', 'admin@academy.example', 'analyst', 'ADMIN_ALREADY_EXISTS', 'Admin user already exists'],
    [
      '[5-18] [9-22]',
      'someone@gmail.com',
      'analyst',
      'EMAIL_DOMAIN_NOT_ALLOWED',
      'The email domain is not allowed for staff',
    ],
  ])('%s refuses %s as %s: %s', async (_, email, role, code, message) => {
    const error = await invite(as('admin'), email, role).catch((e) => e)
    expect(errorCode(error)).toBe(code)
    expect(JSON.parse(error.message).message).toBe(message)
  })

  test('[5-14] an unexpected failure of the check is told as such, and nothing is written', async () => {
    let release: () => void = () => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    let locked: () => void = () => undefined
    const isLocked = new Promise<void>((resolve) => (locked = resolve))
    const holder = database.asOwner(async (tx) => {
      await tx.query('lock table public.admin_users in access exclusive mode')
      locked()
      await released
    })
    await isLocked
    const error = await database
      .asCaller(SERVICE, async (tx) => {
        await tx.query(`set local lock_timeout = '200ms'`)
        await tx.query(`select public.create_admin_invitation('checked@academy.example', 'analyst')`)
      })
      .catch((e) => e)
    release()
    await holder
    expect(JSON.parse(error.message)).toMatchObject({
      code: 'ADMIN_CHECK_FAILED',
      message: 'Error checking existing admin users',
    })
    expect(await owner(database, `select 1 from invitation_history where email = 'checked@academy.example'`)).toEqual(
      [],
    )
    expect((await invite(SERVICE, 'checked@academy.example')).token).toMatch(/^[0-9a-f]{64}$/)
  })

  test('students and visitors may not', async () => {
    const student = await signUp(database, 'student@example.com')
    expect(await invite(student.caller, 'x@academy.example').catch(errorCode)).toBe('FORBIDDEN')
    expect(await invite(ANONYMOUS, 'x@academy.example').catch(errorCode)).toBe('denied')
  })

  const BYPASSES = [
    'a@academy.example.evil.com',
    'a@evil.com@academy.example',
    'a@sub.academy.example',
    'a@academy.example.',
    'a@academy-example',
    'a@evil.com,b@academy.example',
    '"a@evil.com "@academy.example',
    'a+b@academy.example',
    'a@аcademy.example',
    'а@academy.example',
    'a@academy。example',
    'a＠academy.example',
    'a@academy.example\r\nBcc: x@evil.com',
    'a@academy.example\n',
    'a b@academy.example',
    '<a@academy.example>',
    'a@[academy.example]',
    '@academy.example',
    'a@',
    'a',
    '',
    '.a@academy.example',
    'a.@academy.example',
    'a(x)@academy.example',
    'a;b@academy.example',
    'a\u0000@academy.example',
    'a\u200b@academy.example',
    'a@academy.example\u200e',
    'a%evil.com@academy.example',
    'evil.com!a@academy.example',
    'a@xn--academy.example',
    `${'a'.repeat(65)}@academy.example`,
  ]
  test.each([...BYPASSES, ...BYPASSES.map((email) => email.toUpperCase())])(
    '[5-18] [9-22] refuses the address %j',
    async (email) => {
      const outcome = await invite(as('super_admin'), email).catch(errorCode)
      expect(['EMAIL_DOMAIN_NOT_ALLOWED', '22021']).toContain(outcome)
      await expect(
        owner(database, `insert into admin_users (email, role_id) select $1, id from roles limit 1`, [email]),
      ).rejects.toThrow()
    },
  )

  test('a new invitation ends the earlier one, and one can be revoked', async () => {
    const first = await invite(as('admin'), 'twice@academy.example')
    const second = await invite(as('admin'), 'twice@academy.example')
    expect([await status(first.id), await status(second.id)]).toEqual(['revoked', 'pending'])
    await callAs(database, as('admin'), 'revoke_admin_invitation', [second.id])
    const person = await invitee('twice@academy.example')
    expect((await accept(person.caller, second.token)).error).toBe('Invalid or expired invitation')
  })
})

describe('accepting', () => {
  test('[4-25] makes the staff member that was invited', async () => {
    const { id, token } = await invite(as('admin'), 'accept@academy.example', 'marketing')
    const person = await invitee('accept@academy.example')
    const { success, admin_id } = await accept(person.caller, token)
    expect(success).toBe(true)
    expect(
      await owner(database, 'select status, accepted_at is not null as dated from invitation_history where id = $1', [
        id,
      ]),
    ).toEqual([{ status: 'accepted', dated: true }])
    const rows = await rowsAs(
      database,
      person.caller,
      'select a.id, a.first_name, a.is_active, r.name as role from admin_users a join roles r on r.id = role_id',
    )
    expect(rows).toEqual([{ id: admin_id, first_name: 'נועה', is_active: true, role: 'marketing' }])
    expect((await accept(person.caller, token)).error).toBe('Invalid or expired invitation')
  })

  test('[5-15] is refused to another account, and leaves the invitation to its owner', async () => {
    const { id, token } = await invite(as('admin'), 'mine@academy.example')
    const thief = await invitee('thief@academy.example')
    expect(await accept(thief.caller, token)).toEqual({
      success: false,
      error: 'Invalid or expired invitation',
      admin_id: null,
    })
    expect(await status(id)).toBe('pending')
  })

  test('[4-26] [5-15] [9-04] in time it is accepted, a second late it has expired and says so', async () => {
    for (const [name, seconds, error] of [
      ['before', -60, null],
      ['after', 1, 'Invitation has expired'],
    ] as const) {
      const { id, token } = await invite(as('admin'), `${name}@academy.example`)
      await owner(
        database,
        `update invitation_history set expires_at = now() - make_interval(secs => $2) where id = $1`,
        [id, seconds],
      )
      const person = await invitee(`${name}@academy.example`)
      expect((await accept(person.caller, token)).error).toBe(error)
      expect(await status(id)).toBe(error ? 'expired' : 'accepted')
    }
  })

  test('[5-16] needs a session with a confirmed address', async () => {
    const { token } = await invite(as('admin'), 'later@academy.example')
    const unconfirmed = await signUp(database, 'later@academy.example', {
      metadata: { user_type: 'admin' },
      verified: false,
    })
    expect((await accept(ANONYMOUS, token)).error).toBe('No authenticated session')
    expect((await accept(unconfirmed.caller, token)).error).toBe('No authenticated session')
  })

  test('[4-25] of 30 at once exactly one succeeds', async () => {
    for (let round = 0; round < 5; round++) {
      const email = `race${round}@academy.example`
      const { token } = await invite(as('admin'), email)
      const person = await invitee(email)
      const answers = await Promise.all(Array.from({ length: 30 }, () => accept(person.caller, token)))
      expect(answers.filter(({ success }) => success)).toHaveLength(1)
      expect(await owner(database, 'select id from admin_users where email = $1', [email])).toHaveLength(1)
    }
  })

  test('the check can fail: select and then update succeeds twice', async () => {
    await owner(database, `create table private.naive (id int primary key, used boolean not null default false)`)
    await owner(database, 'insert into private.naive values (1)')
    let reading = 2
    let goOn: () => void = () => undefined
    const bothHaveRead = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const redeem = () =>
      database.asOwner(async (tx) => {
        const { rows } = await tx.query<{ used: boolean }>('select used from private.naive')
        reading -= 1
        if (reading === 0) goOn()
        await bothHaveRead
        await tx.query('update private.naive set used = true')
        return rows[0]?.used === false
      })
    const wins = await Promise.all([redeem(), redeem()])
    expect(wins).toEqual([true, true])
  })
})

describe('linking by email', () => {
  const link = (caller: Caller) => callAs<{ success: boolean }>(database, caller, 'link_admin_account')
  const unlinked = (email: string) =>
    owner(database, `insert into admin_users (email, role_id) select $1, id from roles where name = 'analyst'`, [email])

  test('[4-28] binds an unlinked row to the address proved in this session', async () => {
    await unlinked('link@academy.example')
    const person = await invitee('link@academy.example')
    expect(await link(person.caller)).toMatchObject({ success: true })
    expect(await rowsAs(database, person.caller, 'select id from roles')).toHaveLength(5)
    expect(await link(person.caller)).toMatchObject({ success: false })
  })

  test('[4-28] never binds an unconfirmed address, another address or a session without a link', async () => {
    await unlinked('target@academy.example')
    const unconfirmed = await signUp(database, 'target@academy.example', {
      metadata: { user_type: 'admin' },
      verified: false,
    })
    const other = await invitee('another@academy.example')
    expect(await link(unconfirmed.caller)).toMatchObject({ success: false })
    expect(
      await link({ role: 'authenticated', claims: { ...other.caller.claims, email: 'target@academy.example' } }),
    ).toMatchObject({ success: false })
    await owner(database, `update auth.users set email_confirmed_at = now() where id = $1`, [unconfirmed.id])
    expect(
      await link({ role: 'authenticated', claims: { ...unconfirmed.caller.claims, amr: [{ method: 'password' }] } }),
    ).toMatchObject({ success: false })
  })

  test('[9-22] an address outside the staff domains takes the permissions along', async () => {
    const member = await signUpStaff(database, 'leaver@academy.example', 'analyst')
    await owner(database, `update auth.users set email = 'leaver@gmail.com' where id = $1`, [member.id])
    expect(await rowsAs(database, member.caller, 'select id from roles')).toEqual([])
  })
})

describe('reading an invitation', () => {
  const read = (token: string | null) => callAs(database, ANONYMOUS, 'read_admin_invitation', [token])

  test('[9-04] says who invites whom until when, to whoever holds the token, for as long as it waits', async () => {
    const email = 'reads@academy.example'
    const { id, token } = await invite(as('admin'), email)
    const inviter = await owner<{ name: string }>(
      database,
      `select trim(concat(first_name, ' ', last_name)) as name from admin_users where supabase_auth_id = $1`,
      [as('admin').claims.sub],
    )
    expect(await read(token)).toMatchObject({ email, inviter: inviter[0]?.name || null, is_over: false })
    await owner(database, `update invitation_history set expires_at = now() - interval '1 second' where id = $1`, [id])
    expect(await read(token)).toMatchObject({ email, is_over: true })
    expect(await accept((await invitee(email)).caller, token)).toMatchObject({ error: 'Invitation has expired' })
    expect(await read(token)).toMatchObject({ email, is_over: true })
  })

  test('says nothing once it is accepted, taken back or replaced, nor to who guesses', async () => {
    const accepted = await invite(as('admin'), 'reads-accepted@academy.example')
    await accept((await invitee(accepted.email)).caller, accepted.token)
    const replaced = await invite(as('admin'), 'reads-replaced@academy.example')
    await invite(as('admin'), replaced.email)
    for (const token of [accepted.token, replaced.token, accepted.id, '', 'x'.repeat(5_000), null])
      expect(await read(token)).toBeNull()
  })
})
