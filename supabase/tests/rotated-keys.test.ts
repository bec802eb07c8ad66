import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { connect } from '../../embedded-supabase/src/backup/source.ts'
import type { Caller } from '../../embedded-supabase/src/database/index.ts'
import { dropFormerLogins, loginsOf, renewLogins } from '../../embedded-supabase/src/database/logins.ts'
import { createJwt } from '../../embedded-supabase/src/jwt.ts'
import { type KeyFile, loadKeys } from '../../embedded-supabase/src/keys.ts'
import { rotate } from '../../server/src/cli/rotate.ts'
import { ROOT, readConfig } from '../../server/src/config.ts'
import { signedHook } from '../../server/src/http/signed-hook.ts'
import { backend, config, database, printed, settings, startAgain, withBackend } from './support/backend.ts'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { ANONYMOUS, SERVICE, signUp, signUpStaff } from './support/people.ts'
import { signedCall } from './support/signed-call.ts'
import { ask } from './support/tickets.ts'

const SITE = settings.SITE_URL
const { dataDirectory } = config
withBackend()

/** Rotates while nothing runs, and starts again. */
async function rotateAndStart(...words: string[]): Promise<string> {
  await backend.close()
  const lines = await printed((print) => rotate(config, words, print))
  await startAgain()
  return lines.join('\n')
}

const keysNow = () => loadKeys(join(dataDirectory, 'keys.json'))
const read = (key: string, token = key) =>
  backend
    .fetch(`${SITE}/rest/v1/courses?select=id&limit=1`, { headers: { apikey: key, authorization: `Bearer ${token}` } })
    .then(({ status }) => status)

async function tokenOf({ claims }: Caller, keys: KeyFile): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const { sign } = await createJwt(keys)
  return sign({ ...claims, iss: `${SITE}/auth/v1`, aud: 'authenticated', iat: now, exp: now + 600 })
}

test('api: the service key, the public key and links to files of before are refused, new ones work, sessions stay', async () => {
  const { caller } = await signUp(database, 'api@example.com')
  const old = await keysNow()
  const service = { apikey: old.serviceRoleKey, authorization: `Bearer ${old.serviceRoleKey}` }
  const pdf = { ...service, 'content-type': 'application/pdf' }
  const file = 'lesson-files/rotated/one.pdf'
  const stored = await backend.fetch(`${SITE}/storage/v1/object/${file}`, {
    method: 'POST',
    headers: pdf,
    body: '%PDF-1.4',
  })
  expect(stored.status).toBe(200)
  const sign = (headers: Record<string, string>) =>
    backend.fetch(`${SITE}/storage/v1/object/sign/${file}`, {
      ...{ method: 'POST', headers: { ...headers, 'content-type': 'application/json' } },
      body: JSON.stringify({ expiresIn: 600 }),
    })
  const { signedURL } = (await (await sign(service)).json()) as { signedURL: string }
  const open = (link: string) => backend.fetch(`${SITE}/storage/v1${link}`).then(({ status }) => status)
  expect([await read(old.serviceRoleKey), await read(old.anonKey), await open(signedURL)]).toEqual([200, 200, 200])

  await rotateAndStart('api')
  const fresh = await keysNow()
  expect([await read(old.serviceRoleKey), await read(old.anonKey), await open(signedURL)]).toEqual([401, 401, 400])
  expect([await read(fresh.serviceRoleKey), await read(fresh.anonKey)]).toEqual([200, 200])
  expect(await read(fresh.anonKey, await tokenOf(caller, old))).toBe(200)
  const again = await sign({ apikey: fresh.serviceRoleKey, authorization: `Bearer ${fresh.serviceRoleKey}` })
  expect(await open(((await again.json()) as { signedURL: string }).signedURL)).toBe(200)
})

test('signing: access tokens of before are refused, new ones work; without a word they go on', async () => {
  const { caller } = await signUp(database, 'signing@example.com')
  const old = await keysNow()
  await rotateAndStart()
  const next = await keysNow()
  expect(next.signingKeys).toHaveLength(2)
  expect([await read(next.anonKey, await tokenOf(caller, old)), await read(next.anonKey)]).toEqual([200, 200])
  await rotateAndStart('signing')
  const fresh = await keysNow()
  expect(fresh.signingKeys).toHaveLength(1)
  for (const keys of [old, next]) expect(await read(fresh.anonKey, await tokenOf(caller, keys))).toBe(401)
  expect(await read(fresh.anonKey, await tokenOf(caller, fresh))).toBe(200)
  expect(fresh.anonKey).toBe(old.anonKey)
})

const passwordFile = join(dataDirectory, 'postgres-password')

/** Whether a login gets in: by the socket, with its password. */
const getsIn = (user: string, password: string): Promise<boolean> =>
  connect({ host: join(dataDirectory, 'socket'), user, password, database: 'postgres' }).then(
    ({ close: leave }) => leave().then(() => true),
    () => false,
  )
const ownerGetsIn = (password: string) => getsIn('postgres', password)
const ownerPassword = () => readFileSync(passwordFile, 'utf8').trim()

test('logins: those of before and the password of the owner open nothing any more, new ones do', async () => {
  const [old, oldOwner] = [loginsOf(dataDirectory), ownerPassword()]
  expect(await getsIn(old.api.name, old.api.password)).toBe(true)
  await rotateAndStart('logins')
  const fresh = loginsOf(dataDirectory)
  expect(fresh.api.name).not.toBe(old.api.name)
  for (const { name, password } of [old.api, old.auth]) expect(await getsIn(name, password)).toBe(false)
  for (const { name, password } of [fresh.api, fresh.auth]) expect(await getsIn(name, password)).toBe(true)
  expect([await ownerGetsIn(oldOwner), await ownerGetsIn(ownerPassword())]).toEqual([false, true])
  expect(existsSync(`${passwordFile}.next`)).toBe(false)
  expect(JSON.parse(readFileSync(join(dataDirectory, 'logins.json'), 'utf8')).former).toEqual([])
})

test('logins: a start that ended behind any of its steps is completed by the next', async () => {
  const [old, oldOwner] = [loginsOf(dataDirectory), ownerPassword()]
  await rotateAndStart('logins')
  const [fresh, freshOwner] = [loginsOf(dataDirectory), ownerPassword()]
  await backend.close()
  // The password was set and its file not moved; the logins were dropped and the file not written.
  writeFileSync(`${passwordFile}.next`, freshOwner, { mode: 0o600 })
  writeFileSync(passwordFile, oldOwner, { mode: 0o600 })
  const passwords = JSON.parse(readFileSync(join(dataDirectory, 'logins.json'), 'utf8'))
  const former = [{ authenticator: old.api.password, authAdmin: old.auth.password }]
  writeFileSync(join(dataDirectory, 'logins.json'), JSON.stringify({ ...passwords, former }), { mode: 0o600 })
  await startAgain()
  expect([await ownerGetsIn(oldOwner), await ownerGetsIn(freshOwner)]).toEqual([false, true])
  expect(loginsOf(dataDirectory)).toEqual(fresh)
  expect(JSON.parse(readFileSync(join(dataDirectory, 'logins.json'), 'utf8')).former).toEqual([])
})

test('logins: those that another process is connected with stay until it was started again', async () => {
  const old = loginsOf(dataDirectory)
  renewLogins(dataDirectory)
  // The process of before runs on with its own, as it does where two share a database.
  const warned: string[] = []
  await dropFormerLogins(database, dataDirectory, (line) => warned.push(line))
  expect(warned.join()).toContain(`${old.api.name} and ${old.auth.name} were replaced and are still connected`)
  expect(await getsIn(old.api.name, old.api.password)).toBe(true)
  await backend.close()
  await startAgain()
  expect(await getsIn(old.api.name, old.api.password)).toBe(false)
})

test('sessions, links, invitations, replies, unsubscribe and hashes of before end, and new ones work', async () => {
  const student = await signUp(database, 'ended@example.com')
  const root = await signUpStaff(database, 'root@academy.example', 'super_admin')
  await ask(database, student.caller)
  const replyKey = async () =>
    (await owner<{ key: string }>(database, 'select key from private.support_reply_keys limit 1'))[0]?.key ?? ''
  const ticketOf = async (key: string) =>
    (await owner<{ id: string | null }>(database, 'select private.ticket_of_reply_key($1) as id', [key]))[0]?.id
  const token = 'a'.repeat(64)
  const addLinks = async () => {
    const hash = `encode(sha256(convert_to($1, 'UTF8')), 'hex')`
    await owner(
      database,
      `insert into private.unsubscribe_tokens (token_hash, user_id, recipient) values (${hash}, $2, 'ended@example.com')`,
      [token, student.id],
    )
    await owner(
      database,
      `insert into auth.one_time_tokens (user_id, token_type, token_hash, code_hash, relates_to)
       values ($2, 'recovery_token', ${hash}, 'x', 'ended@example.com')`,
      [token, student.id],
    )
    await owner(
      database,
      `insert into private.account_recovery_tokens (token_hash, user_id, phone_number) values (${hash}, $2, '+972500000001')`,
      [token, student.id],
    )
    await owner(
      database,
      `insert into private.recovery_codes (user_id, code_hash) values ($1, private.recovery_code_hash($1, 'X'))`,
      [student.id],
    )
  }
  await addLinks()
  await owner(
    database,
    `insert into public.invitation_history (email, role_id, invitation_token) select 'new@academy.example', id, 'x' from public.roles limit 1`,
  )
  const verify = () =>
    backend.fetch(`${SITE}/auth/v1/verify`, {
      ...{ method: 'POST', headers: { apikey: backend.anonKey, 'content-type': 'application/json' } },
      body: JSON.stringify({ type: 'recovery', token_hash: token }),
    })
  const unsubscribes = () => callAs(database, ANONYMOUS, 'describe_unsubscribe_link', [token]).catch(errorCode)
  const before = await unsubscribes()
  const oldReply = await replyKey()
  expect(await ticketOf(oldReply)).toBeTruthy()
  const secrets = () => owner<{ value: Buffer }>(database, 'select value from private.secrets order by name')
  const oldSecrets = await secrets()

  await rotateAndStart('sessions', 'links', 'invitations', 'replies', 'unsubscribe', 'hashes')

  expect(await callAs(database, root.caller, 'read_backups').catch(errorCode)).toBe('FORBIDDEN')
  expect((await verify()).status).toBe(403)
  expect(await unsubscribes()).not.toEqual(before)
  expect(await ticketOf(oldReply)).toBeNull()
  expect(await ticketOf(await replyKey())).toBeTruthy()
  expect((await secrets()).some(({ value }, at) => value.equals(oldSecrets[at]?.value ?? value))).toBe(false)
  const counts = await owner(
    database,
    `select (select count(*)::int from auth.sessions) as sessions, (select count(*)::int from private.recovery_codes) as codes,
       (select count(*)::int from private.account_recovery_tokens) as recovery,
       (select status from public.invitation_history where email = 'new@academy.example') as invitation`,
  )
  expect(counts).toEqual([{ sessions: 0, codes: 0, recovery: 0, invitation: 'revoked' }])
  const lines = await owner(
    database,
    `select entity_id from public.audit_log where action = 'secrets ended' order by entity_id`,
  )
  expect(lines.map((line) => (line as { entity_id: string }).entity_id)).toEqual([
    'hashes',
    'invitations',
    'links',
    'replies',
    'sessions',
    'unsubscribe',
  ])

  await addLinks()
  expect(await unsubscribes()).toEqual(before)
  expect((await verify()).status).toBe(200)
})

test('only the service key ends secrets, and only of kinds that there are', async () => {
  const root = await signUpStaff(database, 'second@academy.example', 'super_admin')
  const end = (caller: Caller, kind = 'links') => callAs(database, caller, 'end_secrets', [kind, new Date()])
  for (const caller of [ANONYMOUS, root.caller]) expect(await end(caller).catch(errorCode)).toBe('denied')
  expect(await end(SERVICE, 'users').catch(errorCode)).toBe('INVALID_KIND')
})

test('webhooks: the printed secrets open the hooks, beside the old one or in its place', async () => {
  const lines: string[] = []
  await rotate(config, ['webhooks'], (line) => lines.push(line))
  const [fresh = ''] = /whsec_\S+$/m.exec(lines.join('\n')) ?? []
  const old = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
  const asked = (secrets: string, by: string) =>
    signedHook({ secrets, mostBytes: 100 }, async () => new Response('ok'))(signedCall('{}', by), '127.0.0.1').then(
      ({ status }) => status,
    )
  const both = `${fresh} ${old}`
  expect([await asked(both, old), await asked(both, fresh)]).toEqual([200, 200])
  expect([await asked(fresh, old), await asked(fresh, fresh)]).toEqual([401, 200])
})

test('on a project it names what is rotated in the dashboard, and no word but its own is taken', async () => {
  const remote = readConfig({ ...settings, SUPABASE_URL: 'https://project.supabase.co', SUPABASE_ANON_KEY: 'x' })
  const lines: string[] = []
  await rotate(remote, ['logins', 'signing', 'api'], (line) => lines.push(line))
  expect(lines).toHaveLength(3)
  expect(lines.join()).toMatch(/Reset database password.*JWT Keys.*API Keys/s)
  await expect(rotate(remote, [], () => undefined)).rejects.toThrow('JWT Keys')
  await expect(rotate(config, ['keys'], () => undefined)).rejects.toThrow('usage')
})

test('killed at any moment, the same command completes it', async () => {
  const [old, logins] = [await keysNow(), loginsOf(dataDirectory)]
  await backend.close()
  const run = (killAfterMs?: number) =>
    new Promise<number | null>((done) => {
      const program = ['--import', 'tsx', join(ROOT, 'server/src/cli/academy.ts'), 'keys', 'rotate', 'all']
      const child = spawn(process.execPath, program, { env: { ...process.env, ...settings }, stdio: 'ignore' })
      if (killAfterMs !== undefined) void sleep(killAfterMs).then(() => child.kill('SIGKILL'))
      child.once('exit', done)
    })
  for (const killAfterMs of [1_500, 2_200, 2_800, 3_300, 3_800, 4_300]) await run(killAfterMs)
  expect(await run()).toBe(0)
  await startAgain()
  expect([await read(old.serviceRoleKey), await read(backend.serviceRoleKey ?? '')]).toEqual([401, 200])
  expect(await getsIn(logins.api.name, logins.api.password)).toBe(false)
  const left = await owner(
    database,
    `select rolname from pg_roles where rolcanlogin and rolname like 'authenticator\\_%'`,
  )
  expect(left).toEqual([{ rolname: loginsOf(dataDirectory).api.name }])
}, 120_000)
