import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuthServer, newEmail, PASSWORD, RELAXED, startAuthServer } from '../../support/auth.ts'

const MIGRATION = `
create schema hooks;
grant usage on schema hooks to supabase_auth_admin;
create table hooks.mails (at bigint generated always as identity, event jsonb, stored_change text, called_by text default current_user);
grant insert, select on hooks.mails to supabase_auth_admin;

create function hooks.send(event jsonb) returns jsonb language plpgsql as $$
begin
  if event #>> '{email_data,redirect_to}' like '%refuse%' then
    return '{"error": {"http_code": 403, "message": "MAIL_REFUSED not to this address"}}';
  end if;
  insert into hooks.mails (event, stored_change)
    values (event, (select email_change from auth.users where id = (event #>> '{user,id}')::uuid));
  return '{}';
end $$;

create function hooks.on_change() returns trigger language plpgsql as $$
begin
  if new.email_change like 'forbidden%' then raise exception 'the trigger says no'; end if;
  return new;
end $$;
create trigger on_change before update of email_change on auth.users for each row execute function hooks.on_change();
`
const configWith = (email: string, hook = '') => `
[auth]
additional_redirect_urls = ["https://app.example/**"]
${RELAXED.replace('[auth.email]', `[auth.email]\n${email}`)}
${hook}`
const HOOK = `
[auth.hook.send_email]
enabled = true
uri = "pg-functions://postgres/hooks/send"
`
const start = (config: string) => startAuthServer({ migrations: { '1_hooks.sql': MIGRATION }, config })

type Event = {
  metadata: { name: string; ip_address: string; user_agent: string }
  user: { id: string; email: string; new_email?: string }
  email_data: Record<string, string>
}

let server: AuthServer
const events = (email: string) =>
  server.sql<{ event: Event; stored_change: string | null; called_by: string }>(
    `select * from hooks.mails where event #>> '{user,email}' = $1 order by at`,
    [email],
  )

describe('with the hook', () => {
  beforeAll(async () => {
    server = await start(configWith('', HOOK))
  })
  afterAll(() => server?.close())
  const own = () => server.sql('select from mail.outbox')

  test('every mail is its own to send, with the tokens that the service redeems', async () => {
    const email = newEmail()
    const client = server.client()
    expect((await client.auth.signUp({ email, password: PASSWORD })).error).toBeNull()
    const [signup] = await events(email)
    expect(signup?.called_by).toBe('supabase_auth_admin')
    expect(signup?.event).toMatchObject({
      metadata: { name: 'send-email' },
      user: { email },
      email_data: { email_action_type: 'signup', token_new: '', token_hash_new: '', site_url: `${server.url}/auth/v1` },
    })
    const token_hash = signup?.event.email_data.token_hash ?? ''
    expect((await client.auth.verifyOtp({ token_hash, type: 'email' })).data.user?.email).toBe(email)

    await client.auth.signInWithOtp({ email, options: { emailRedirectTo: 'https://app.example/in' } })
    await client.auth.resetPasswordForEmail(email)
    await client.auth.reauthenticate()
    const [, ...more] = await events(email)
    expect(more.map(({ event }) => event.email_data.email_action_type)).toEqual([
      'magiclink',
      'recovery',
      'reauthentication',
    ])
    expect(more[0]?.event.email_data.redirect_to).toBe('https://app.example/in')
    const invited = newEmail()
    expect((await server.admin.auth.admin.inviteUserByEmail(invited)).error).toBeNull()
    expect((await events(invited))[0]?.event.email_data.email_action_type).toBe('invite')
    expect(await own()).toEqual([])
  })

  test('a change of address is one call, before it is stored, with the two tokens as GoTrue names them', async () => {
    const { client, email } = await server.person()
    const next = newEmail()
    expect((await client.auth.updateUser({ email: next })).error).toBeNull()
    const [call, ...more] = await events(email)
    expect(more).toEqual([])
    expect(call?.stored_change || null).toBeNull()
    expect(call?.event.user.new_email).toBe(next)
    const { token, token_hash = '', token_new, token_hash_new = '' } = call?.event.email_data ?? {}
    const verify = (proof: object) => server.client().auth.verifyOtp({ type: 'email_change', ...proof } as never)
    // The code under `token_new` is that of the new address, whose hash is `token_hash`.
    expect(token).not.toBe(token_new)
    expect((await verify({ email: next, token })).error?.code).toBe('otp_expired')
    expect((await verify({ token_hash })).error).toBeNull()
    expect((await verify({ token_hash: token_hash_new })).data.user?.email).toBe(next)
  })

  test('what it refuses is neither sent nor stored, and the caller gets its words', async () => {
    const { client, email, userId } = await server.person()
    const emailRedirectTo = 'https://app.example/refuse'
    for (const { error } of [
      await client.auth.updateUser({ email: newEmail() }, { emailRedirectTo }),
      await client.auth.signInWithOtp({ email, options: { emailRedirectTo } }),
      await client.auth.signUp({ email: newEmail(), password: PASSWORD, options: { emailRedirectTo } }),
    ])
      expect(error).toMatchObject({ status: 403, message: 'MAIL_REFUSED not to this address' })
    expect(await server.sql('select from auth.one_time_tokens where user_id = $1', [userId])).toEqual([])
    expect(await server.sql(`select from auth.users where email_change <> '' and id = $1`, [userId])).toEqual([])
    expect(await events(email)).toEqual([])
  })

  test('a write that a trigger refuses afterwards takes back what it queued', async () => {
    const { client, email } = await server.person()
    expect((await client.auth.updateUser({ email: `forbidden-${newEmail()}` })).error?.status).toBe(500)
    expect(await events(email)).toEqual([])
  })
})

test('without the hook the server sends, and asks the project for permission first', async () => {
  server = await start(configWith('mail_permission = "pg-functions://postgres/hooks/send"'))
  try {
    const { client, email } = await server.person()
    const mails = () => server.sql<{ recipient: string }>('select recipient from mail.outbox order by recipient')
    await server.sql('delete from mail.outbox where true')
    expect((await client.auth.signInWithOtp({ email })).error).toBeNull()
    expect(await mails()).toEqual([{ recipient: email }])
    expect(await events(email)).toHaveLength(1)
    const { error } = await client.auth.updateUser(
      { email: newEmail() },
      { emailRedirectTo: 'https://app.example/refuse' },
    )
    expect(error).toMatchObject({ status: 403, message: 'MAIL_REFUSED not to this address' })
    expect(await mails()).toEqual([{ recipient: email }])
  } finally {
    await server.close()
  }
})
