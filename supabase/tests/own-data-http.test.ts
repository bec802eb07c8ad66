import { fileURLToPath } from 'node:url'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../embedded-supabase/test/support/start.ts'
import { owner } from './support/outcome.ts'
import { registration } from './support/people.ts'
import { applyRegistration, openNewLink, register } from './support/registering.ts'

let server: TestServer
let admin: SupabaseClient
let dana: { client: SupabaseClient; id: string }
beforeAll(async () => {
  server = await startTestServer({ projectDirectory: fileURLToPath(new URL('..', import.meta.url)) })
  admin = server.client(server.supabase.serviceRoleKey)
  const client = server.client()
  const email = 'dana@example.com'
  const metadata = registration({ marketing_consent: true })
  const hash = await register(client, email, metadata)
  dana = await openNewLink(server, email, client)
  await applyRegistration(client, hash)
})
afterAll(() => server?.close())

const age = (minutes: number) =>
  owner(
    server.supabase.database,
    `with old as (update auth.sessions set created_at = now() - make_interval(mins => $2) where user_id = $1 returning id)
     update auth.mfa_amr_claims set updated_at = now() - make_interval(mins => $2) where session_id in (select id from old)`,
    [dana.id, minutes],
  )

test.each(['export_my_data', 'request_account_deletion'])(
  '%s wants a fresh sign-in: 403 with its code',
  async (name) => {
    await age(11)
    const refused = await dana.client.rpc(name)
    expect([refused.status, refused.error?.code]).toEqual([403, 'REAUTHENTICATION_NEEDED'])
    await age(0)
  },
)

test('the sixth copy of a day is refused with 429', async () => {
  for (let i = 0; i < 5; i++) expect((await dana.client.rpc('export_my_data')).status).toBe(200)
  const refused = await dana.client.rpc('export_my_data')
  expect([refused.status, refused.error?.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
})

test('a link of a mail is looked at by GET and used by POST only', async () => {
  const content = { title: 'קורס חדש', lead: 'על ריבית.' }
  const queued = await admin.rpc('queue_marketing_email', { student: dana.id, subject: 'קורס', content })
  const mail = await admin.from('email_outbox').select('content').eq('id', queued.data).single()
  const token_input = mail.data?.content.unsubscribe_token
  const visitor = server.client()
  const look = await visitor.rpc('describe_unsubscribe_link', { token_input }, { get: true })
  expect(look.data).toEqual({ state: 'subscribed', masked_email: 'd***@e***.com', can_return: false })
  const byGet = await visitor.rpc('unsubscribe', { token_input }, { get: true })
  expect(byGet.status).toBe(405)
  expect((await visitor.rpc('describe_unsubscribe_link', { token_input })).data).toMatchObject({ state: 'subscribed' })
  expect((await visitor.rpc('unsubscribe', { token_input })).data).toMatchObject({ state: 'unsubscribed' })
  const ledger = await dana.client
    .from('consent_events')
    .select('granted')
    .eq('purpose', 'marketing')
    .order('occurred_at')
  expect(ledger.data).toEqual([{ granted: true }, { granted: false }])
})

test('students and visitors cannot queue mails or set off the jobs', async () => {
  const values = { student: dana.id, subject: 's', content: {} }
  for (const [client, status] of [
    [server.client(), 401],
    [dana.client, 403],
  ] as const) {
    expect((await client.rpc('queue_marketing_email', values)).status).toBe(status)
    expect((await client.rpc('purge_deleted_accounts', { batch_size: 1 })).status).toBe(status)
    expect((await client.rpc('forget_old_rows', { batch_size: 1 })).status).toBe(status)
    expect((await client.rpc('forget_registrations', { batch_size: 1 })).status).toBe(status)
  }
})

test('after the fourteen days the token of before reads and signs in nothing', async () => {
  expect((await dana.client.rpc('request_account_deletion')).status).toBe(200)
  await admin
    .from('users')
    .update({ deletion_due_at: new Date(Date.now() - 1000).toISOString() })
    .eq('id', dana.id)
  expect((await admin.rpc('purge_deleted_accounts')).data).toBe(1)
  expect((await dana.client.from('users').select()).data).toEqual([])
  expect((await dana.client.rpc('export_my_data')).error?.code).toBe('FORBIDDEN')
  expect((await dana.client.auth.refreshSession()).error).not.toBeNull()
})
