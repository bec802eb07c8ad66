import { describe, expect, test } from 'vitest'
import {
  auth,
  dana,
  database,
  describeLink,
  enter,
  joinApp,
  later,
  left,
  move,
  press,
  profile,
  serial,
  setPhone,
  token,
  withOwner,
} from './support/not-me.ts'
import { callAs, owner, rowsAs } from './support/outcome.ts'
import { freshPhone, SERVICE, signUp, signUpStaff } from './support/people.ts'

withOwner()

describe('looking', () => {
  test('says what it was about and for whom, and changes nothing', async () => {
    await enter()
    const link = await token('new_device')
    expect(await describeLink(link)).toEqual({
      state: 'open',
      kind: 'new_device',
      masked_email: 'da***@gmail.com',
      outcome: null,
    })
    expect(await describeLink(link)).toMatchObject({ state: 'open' })
    expect(await left('auth.sessions')).toBe(2)
  })

  test.each(['', 'a'.repeat(64), 'x'])('knows nothing of %j', async (made) => {
    expect(await describeLink(made)).toEqual({ state: 'unknown' })
    expect(await press(made)).toEqual({ state: 'unknown' })
  })

  test('a link ends after seven days', async () => {
    await enter()
    const link = await token('new_device')
    await later(7)
    expect(await press(link)).toEqual({ state: 'unknown' })
    expect(await left('auth.sessions')).toBe(2)
  })
})

describe('the press', () => {
  test('ends all sessions, all links, codes and permits under way, writes a line and tells the owner', async () => {
    await enter()
    await auth(
      `insert into auth.one_time_tokens (user_id, token_type, token_hash, code_hash, relates_to) values ($1, 'recovery_token', 'x', 'y', 'z')`,
      [dana.id],
    )
    await auth(
      `insert into auth.flow_state (user_id, code_challenge_method, code_challenge, authentication_method) values ($1, 's256', 'c', 'magiclink')`,
      [dana.id],
    )
    await owner(
      database,
      `with a as (insert into private.permits values ($1, 'email', gen_random_uuid()))
       insert into private.account_recovery_tokens (token_hash, user_id, phone_number) values (repeat('a', 64), $1, '+972500000000')`,
      [dana.id],
    )
    await auth(`update auth.users set encrypted_password = 'planted' where id = $1`, [dana.id])
    expect(await press(await token('new_device'))).toMatchObject({
      state: 'done',
      outcome: { undone: [], remaining: [], is_staff: false },
    })
    for (const table of [
      'auth.sessions',
      'auth.one_time_tokens',
      'auth.flow_state',
      'private.permits',
      'private.account_recovery_tokens',
    ])
      expect([table, await left(table)]).toEqual([table, 0])
    expect((await auth('select encrypted_password from auth.users where id = $1', [dana.id])).rows).toEqual([
      { encrypted_password: null },
    ])
    const lines = await owner(
      database,
      `select actor, after ->> 'kind' as kind from audit_log where action = 'not me' and entity_id = $1`,
      [dana.id],
    )
    expect(lines).toEqual([{ actor: null, kind: 'new_device' }])
    const stored = await owner(
      database,
      `select recipient, content ->> 'what' as what from email_outbox where content ->> 'token' is null`,
    )
    expect(stored).toEqual([{ recipient: dana.email, what: 'account_secured' }])
  })

  test('thirty at once do it once, and all say that it is done', async () => {
    await enter()
    const link = await token('new_device')
    const answers = await Promise.all(Array.from({ length: 30 }, () => press(link)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ state: 'done' })
    expect(
      await owner(database, `select from audit_log where action = 'not me' and entity_id = $1`, [dana.id]),
    ).toHaveLength(1)
    await enter()
    expect(await press(link)).toMatchObject({ state: 'done' })
    expect(await left('auth.sessions')).toBe(1)
  })

  test('forgets the device, so that the next sign-in from it is told again', async () => {
    await enter()
    await press(await token('new_device'))
    await owner(database, 'delete from email_outbox')
    await later(1)
    await enter()
    expect(await token('new_device')).not.toBe('')
  })

  test('gives up a change of address that is under way', async () => {
    await owner(database, `insert into private.permits values ($1, 'email', gen_random_uuid())`, [dana.id])
    await auth(`update auth.users set email_change = 'thief@evil.example' where id = $1`, [dana.id])
    expect(await press(await token('email_change_begun'))).toMatchObject({ outcome: { undone: ['email_change'] } })
    expect((await auth('select email_change from auth.users where id = $1', [dana.id])).rows).toEqual([
      { email_change: '' },
    ])
  })

  test('gives the former phone back, also when the pressing browser is signed in as somebody', async () => {
    const { phone_number: former } = (await profile()) ?? {}
    await setPhone(freshPhone())
    expect(await press(await token('phone_changed'), dana.caller)).toMatchObject({ outcome: { undone: ['phone'] } })
    expect((await profile())?.phone_number).toBe(former)
  })

  test('leaves a phone that somebody else has by now', async () => {
    const { phone_number: former } = (await profile()) ?? {}
    await setPhone(freshPhone())
    const link = await token('phone_changed')
    const other = await signUp(database, `other${serial}@gmail.com`)
    await rowsAs(database, SERVICE, 'update users set phone_number = $2 where id = $1', [other.id, former])
    expect(await press(link)).toMatchObject({ state: 'done', outcome: { undone: [], remaining: ['phone'] } })
    expect((await profile(other))?.phone_number).toBe(former)
    expect(await left('auth.sessions')).toBe(0)
  })

  test('takes off an app that joined within a day, and after that only ends the sessions', async () => {
    await joinApp()
    expect(await press(await token('second_step_joined'))).toMatchObject({ outcome: { undone: ['second_step'] } })
    expect(await left('auth.mfa_factors')).toBe(0)
    await later(2)
    await joinApp()
    const link = await token('second_step_joined')
    await later(1.5)
    expect(await press(link)).toMatchObject({ outcome: { undone: [], remaining: ['second_step'] } })
    expect(await left('auth.mfa_factors')).toBe(1)
  })

  test('never touches an app that was there before', async () => {
    await joinApp()
    await enter()
    await press(await token('new_device'))
    expect(await left('auth.mfa_factors')).toBe(1)
  })

  test('keeps an account whose deletion was asked for since', async () => {
    await enter()
    await rowsAs(
      database,
      SERVICE,
      `update users set deletion_due_at = now() + interval '14 days 1 minute' where id = $1`,
      [dana.id],
    )
    expect(await press(await token('new_device'))).toMatchObject({ outcome: { undone: ['deletion'] } })
  })

  test('[6-06] ends the sessions of staff, whose role stays', async () => {
    const staff = await signUpStaff(database, `staff${serial}@academy.example`, 'analyst')
    await callAs(database, SERVICE, 'set_admin_role', [staff.adminId, 'marketing'])
    expect(await press(await token('role_changed', staff.email))).toMatchObject({
      outcome: { undone: [], is_staff: true },
    })
    expect(await left('auth.sessions', staff)).toBe(0)
    const [row] = await owner(
      database,
      'select name from admin_users join roles on roles.id = role_id where admin_users.id = $1',
      [staff.adminId],
    )
    expect(row).toEqual({ name: 'marketing' })
  })
})

describe('a change of address that is done', () => {
  const thief = () => `thief${serial}@evil.example`

  test('goes back by the mail to the former address, with what was changed after it', async () => {
    const { phone_number: former } = (await profile()) ?? {}
    await auth(
      `insert into auth.identities (provider_id, user_id, identity_data, provider) values ($1::uuid::text, $1::uuid, jsonb_build_object('email', $2::text), 'email')`,
      [dana.id, dana.email],
    )
    await move(thief())
    await setPhone(freshPhone())
    await joinApp()
    await enter()
    expect(await press(await token('email_changed'))).toMatchObject({
      outcome: { undone: ['email', 'phone', 'second_step'], remaining: [] },
    })
    expect(await profile()).toEqual({ email: dana.email, phone_number: former })
    expect(
      (await auth(`select identity_data ->> 'email' as email from auth.identities where user_id = $1`, [dana.id])).rows,
    ).toEqual([{ email: dana.email }])
    expect([await left('auth.sessions'), await left('auth.mfa_factors')]).toEqual([0, 0])
    const stored = await owner(
      database,
      `select recipient, content ->> 'what' as what from email_outbox where content ->> 'token' is null order by 1`,
    )
    expect(stored).toEqual([
      { recipient: dana.email, what: 'account_secured' },
      { recipient: thief(), what: 'address_given_back' },
    ])
  })

  test('leaves no link alive that whoever took the address was sent', async () => {
    await move(thief())
    await setPhone(freshPhone())
    const theirs = [await token('email_changed', thief()), await token('phone_changed', thief())]
    await press(await token('email_changed'))
    for (const link of theirs) expect(await press(link)).toEqual({ state: 'unknown' })
    expect((await profile())?.email).toBe(dana.email)
  })

  test('the mail to the new address ends the sessions and gives nothing back', async () => {
    await move(thief())
    expect(await press(await token('email_changed', thief()))).toMatchObject({ outcome: { undone: [] } })
    expect((await profile())?.email).toBe(thief())
  })

  test('a thief who moves on and back gets no way back of their own', async () => {
    await move(thief())
    await move(dana.email)
    expect(await press(await token('email_changed', thief()))).toMatchObject({ outcome: { undone: [] } })
    expect((await profile())?.email).toBe(dana.email)
  })

  test('[3-07] an app that was there before stays, so that the mailbox alone does not open the account', async () => {
    await joinApp()
    await later(2)
    await move(thief())
    expect(await press(await token('email_changed'))).toMatchObject({ outcome: { undone: ['email'], remaining: [] } })
    expect(await left('auth.mfa_factors')).toBe(1)
  })

  test('stays where the former address belongs to another account by now', async () => {
    await move(thief())
    await signUp(database, dana.email)
    expect(await press(await token('email_changed'))).toMatchObject({
      state: 'done',
      outcome: { undone: [], remaining: ['email'] },
    })
    expect(await left('auth.sessions')).toBe(0)
  })
})
