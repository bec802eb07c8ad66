import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LogEntry } from '../../../src/index.ts'
import { type AuthServer, newEmail, PASSWORD, RELAXED, startAuthServer } from '../../support/auth.ts'

const MIGRATION = `
create schema hooks;
grant usage on schema hooks to supabase_auth_admin;
create table hooks.calls (event jsonb, called_by text default current_user);
grant insert, select on hooks.calls to supabase_auth_admin;

create function hooks.before_user(event jsonb) returns jsonb language plpgsql as $$
begin
  insert into hooks.calls (event) values (event);
  case event -> 'user' -> 'user_metadata' ->> 'wish'
    when 'refuse' then
      return jsonb_build_object('error', jsonb_build_object('http_code', 409, 'message', 'PHONE_ALREADY_EXISTS {"existingEmail":"d***@g***.com"}'));
    when 'bare' then return '{"error": {}}';
    when 'raise' then raise exception 'not like this';
    when 'pgrst' then raise sqlstate 'PGRST' using
      message = '{"code":"PHONE_ALREADY_EXISTS","message":"taken"}', detail = '{"status":409,"headers":{}}';
    when 'sleep' then perform pg_sleep(4);
    when 'broken' then perform 1 / 0;
    else null;
  end case;
  return '{}';
end $$;

create function hooks.token(event jsonb) returns jsonb language plpgsql as $$
begin
  if event -> 'claims' -> 'user_metadata' ->> 'wish' = 'no-token' then
    return '{"error": {"http_code": 403, "message": "not today"}}';
  end if;
  return jsonb_build_object('claims', event -> 'claims' || jsonb_build_object('plan', 'pro', 'by', event ->> 'authentication_method'));
end $$;

create function hooks.on_user() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.raw_user_meta_data ->> 'wish' = 'trigger' then raise exception 'the trigger says no'; end if;
  if new.raw_user_meta_data ->> 'wish' = 'constraint' then raise check_violation using message = 'bad phone'; end if;
  if new.raw_user_meta_data ->> 'wish' = 'trigger-pgrst' then
    raise sqlstate 'PGRST' using message = '{"code":"PHONE_ALREADY_EXISTS","message":"taken"}', detail = '{"status":409}';
  end if;
  return new;
end $$;
create trigger on_user before insert on auth.users for each row execute function hooks.on_user();
`

const CONFIG = `${RELAXED}
[auth.hook.before_user_created]
enabled = true
uri = "pg-functions://postgres/hooks/before_user"
[auth.hook.custom_access_token]
enabled = true
uri = "pg-functions://postgres/hooks/token"
`

let server: AuthServer
const logged: LogEntry[] = []
beforeAll(async () => {
  server = await startAuthServer({
    config: CONFIG,
    migrations: { '0001_hooks.sql': MIGRATION },
    log: (entry) => logged.push(entry),
  })
})
afterAll(() => server.close())

const signUp = (wish: string, email = newEmail()) =>
  server.client().auth.signUp({ email, password: PASSWORD, options: { data: { wish } } })

describe('before_user_created', () => {
  test('sees the candidate, as supabase_auth_admin', async () => {
    const email = newEmail()
    expect((await signUp('none', email)).error).toBeNull()
    const [call] = await server.sql<{ called_by: string; event: { user: object; metadata: object } }>(
      `select * from hooks.calls where event -> 'user' ->> 'email' = $1`,
      [email],
    )
    expect(call?.called_by).toBe('supabase_auth_admin')
    expect(call?.event).toMatchObject({
      metadata: { name: 'before-user-created', ip_address: '127.0.0.1' },
      user: { email, user_metadata: { wish: 'none' }, app_metadata: { provider: 'email' } },
    })
  })

  const refusals: [string, object][] = [
    ['refuse', { status: 409, message: 'PHONE_ALREADY_EXISTS {"existingEmail":"d***@g***.com"}' }],
    ['pgrst', { status: 409, code: 'PHONE_ALREADY_EXISTS', message: 'taken' }],
    ['raise', { status: 400, message: 'not like this' }],
    ['sleep', { status: 422, code: 'hook_timeout' }],
    ['bare', { status: 500 }],
    ['broken', { status: 500 }],
  ]
  test.each(refusals)('%s', async (wish, expected) => {
    const email = newEmail()
    expect((await signUp(wish, email)).error).toMatchObject(expected)
    expect(await server.sql('select from auth.users where email = $1', [email])).toEqual([])
    expect(await server.mails(email)).toEqual([])
  })

  test('is logged when it broke, and not when it refused', async () => {
    logged.splice(0)
    await signUp('refuse')
    expect(logged).toEqual([])
    await signUp('broken')
    expect(logged).toMatchObject([{ level: 'error', part: 'auth', error: expect.stringContaining('division by zero') }])
  })

  test('guards every way to a new account but the administrator’s', async () => {
    const data = { wish: 'refuse' }
    const { auth } = server.client()
    expect((await auth.signInWithOtp({ email: newEmail(), options: { data } })).error?.status).toBe(409)
    const { admin } = server.admin.auth
    expect((await admin.inviteUserByEmail(newEmail(), { data })).error?.status).toBe(409)
    const link = { type: 'signup', email: newEmail(), password: PASSWORD, options: { data } } as const
    expect((await admin.generateLink(link)).error?.status).toBe(409)
    expect((await admin.createUser({ email: newEmail(), user_metadata: data })).error).toBeNull()
  })

  test('what it wrote stays when its answer is a refusal, and goes when it fails', async () => {
    const [refused, failed] = [newEmail(), newEmail()]
    await signUp('refuse', refused)
    await signUp('broken', failed)
    const calls = (email: string) =>
      server.sql(`select from hooks.calls where event -> 'user' ->> 'email' = $1`, [email])
    expect([(await calls(refused)).length, (await calls(failed)).length]).toEqual([1, 0])
  })

  test('is not asked about an address that has a user', async () => {
    const email = newEmail()
    await signUp('none', email)
    await signUp('none', email)
    await server.client().auth.signInWithOtp({ email })
    await server.admin.auth.admin.generateLink({ type: 'magiclink', email })
    expect(await server.sql(`select from hooks.calls where event -> 'user' ->> 'email' = $1`, [email])).toHaveLength(1)
  })

  test('many refused at once neither wait for each other’s connections nor lose a count', async () => {
    const emails = Array.from({ length: 12 }, () => newEmail())
    const { supabase, url } = server
    const ask = (email: string, i: number) => {
      const headers = { apikey: supabase.anonKey, 'content-type': 'application/json' }
      const body = JSON.stringify({ email, password: PASSWORD, data: { wish: 'refuse' } })
      // A caller each: what one of them may have made at once is not the subject.
      return supabase.fetch(new Request(`${url}/auth/v1/signup`, { method: 'POST', headers, body }), {
        clientAddress: `192.0.2.${i}`,
      })
    }
    const answers = await Promise.all(emails.map(ask))
    expect(answers.map(({ status }) => status)).toEqual(emails.map(() => 409))
    const text = `select from hooks.calls where event -> 'user' ->> 'email' = any($1)`
    expect(await server.sql(text, [emails])).toHaveLength(emails.length)
  })

  test('a refused person can try again at once', async () => {
    const email = newEmail()
    await signUp('refuse', email)
    expect((await signUp('none', email)).error).toBeNull()
  })
})

describe('triggers on auth.users', () => {
  test.each([
    ['trigger', { status: 500 }],
    ['constraint', { status: 422, code: 'unexpected_failure', message: 'Database error saving new user' }],
    ['trigger-pgrst', { status: 409, code: 'PHONE_ALREADY_EXISTS' }],
  ])('%s', async (wish, expected) => {
    expect((await signUp(wish)).error).toMatchObject(expected)
  })
})

describe('custom_access_token', () => {
  test('adds claims at sign-in and at refresh', async () => {
    const { client } = await server.person()
    expect((await client.auth.getClaims()).data?.claims).toMatchObject({ plan: 'pro', by: 'password' })
    await client.auth.refreshSession()
    expect((await client.auth.getClaims()).data?.claims).toMatchObject({ plan: 'pro', by: 'token_refresh' })
  })

  test('its refusal is passed on', async () => {
    const { client, email } = await server.person()
    await client.auth.updateUser({ data: { wish: 'no-token' } })
    const { error } = await server.client().auth.signInWithPassword({ email, password: PASSWORD })
    expect(error).toMatchObject({ status: 403, message: 'not today' })
  })
})
