import { expect, test } from 'vitest'
import { database, type MailedFile, mail, member, server, student, ticket, withInbox } from './support/inbox.ts'
import { callAs, owner } from './support/outcome.ts'
import { readAs } from './support/tickets.ts'

withInbox()

/** A file of the ticket, and where it lies. */
async function fileOfTicket(): Promise<{ id: string; path: string }> {
  await mail({ attachments: [{ filename: 'דוח.pdf', content: `%PDF-1.7 ${Math.random()}` }] })
  const mails = await callAs<{ files: MailedFile[] }[]>(database(), student.caller, 'my_ticket_files', [ticket])
  const id = mails[0]?.files[0]?.id ?? ''
  const [file] = await owner<{ path: string }>(database(), 'select path from private.support_files where id = $1', [id])
  return { id, path: file?.path ?? '' }
}

const lines = (id: string) =>
  owner<{ actor: string; entity_id: string }>(
    database(),
    `select actor, entity_id from audit_log where action = 'ticket file opened' and after ->> 'file_id' = $1`,
    [id],
  )

/** The token of a session that the server itself opened for somebody. */
async function tokenOf(email: string): Promise<string> {
  const admin = server.client(server.supabase.serviceRoleKey)
  const link = await admin.auth.admin.generateLink({ type: 'magiclink', email })
  const answer = await server
    .client()
    .auth.verifyOtp({ token_hash: link.data.properties?.hashed_token ?? '', type: 'email' })
  return answer.data.session?.access_token ?? ''
}

test('the staff open a file of a ticket with a line in the audit log, before there is a link', async () => {
  const { id } = await fileOfTicket()
  const token = await tokenOf(member.email)
  const sign = () =>
    fetch(`${server.url}/functions/v1/sign-support-file`, {
      method: 'POST',
      headers: {
        apikey: server.supabase.anonKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ file_id: id }),
    })
  await owner(database(), 'delete from record_views')
  expect([(await sign()).status, await lines(id)]).toEqual([403, []])
  await readAs(database(), member.caller, ticket)
  expect((await sign()).status).toBe(200)
  expect(await lines(id)).toEqual([{ actor: member.id, entity_id: ticket }])
  await callAs(database(), member.caller, 'support_file_place', [id])
  expect(await lines(id)).toHaveLength(2)
  await callAs(database(), student.caller, 'support_file_place', [id])
  expect(await lines(id)).toHaveLength(2)
})

test('a file of a visitor, who has no record, leaves the line as well', async () => {
  const { id } = await fileOfTicket()
  await owner(database(), 'update support_tickets set user_id = null where id = $1', [ticket])
  await callAs(database(), member.caller, 'support_file_place', [id])
  expect(await lines(id)).toHaveLength(1)
})

test('no way of the storage leads staff who opened the ticket to a file without that line', async () => {
  const { id, path } = await fileOfTicket()
  await readAs(database(), member.caller, ticket)
  const token = await tokenOf(member.email)
  const place = `support-files/${path}`
  const json = (body: object) => ({ method: 'POST', body: JSON.stringify(body) })
  const ways: [string, RequestInit?][] = [
    ...['object', 'object/authenticated', 'object/public', 'object/info', 'object/info/authenticated'].flatMap(
      (way): [string, RequestInit?][] =>
        [{}, { method: 'HEAD' }, { headers: { range: 'bytes=0-3' } }].map((init) => [`${way}/${place}`, init]),
    ),
    [`render/image/authenticated/${place}?width=10`],
    [`render/image/public/${place}?width=10`],
    [`object/sign/${place}`, json({ expiresIn: 60 })],
    ['object/sign/support-files', json({ expiresIn: 60, paths: [path] })],
    ['object/copy', json({ bucketId: 'support-files', sourceKey: path, destinationKey: 'x' })],
    [
      'object/copy',
      json({ bucketId: 'support-files', sourceKey: path, destinationBucket: 'uploads', destinationKey: 'x' }),
    ],
    ['object/move', json({ bucketId: 'support-files', sourceKey: path, destinationKey: 'x' })],
    [`object/upload/sign/${place}`, { method: 'POST' }],
    [`object/${place}`, { method: 'DELETE' }],
    ['bucket/support-files'],
  ]
  for (const [way, init] of ways) {
    const headers = { apikey: server.supabase.anonKey, authorization: `Bearer ${token}`, ...init?.headers }
    const answer = await fetch(`${server.url}/storage/v1/${way}`, {
      ...init,
      headers: { ...headers, ...(init?.body ? { 'content-type': 'application/json' } : {}) },
    })
    const text = await answer.text()
    const opened = answer.ok && !(way === 'object/sign/support-files' && !text.includes('token='))
    expect([way, init?.method ?? 'GET', opened]).toEqual([way, init?.method ?? 'GET', false])
    expect([way, text]).toEqual([way, expect.not.stringContaining('%PDF')])
  }
  for (const way of ['object/list/support-files', 'object/list-v2/support-files']) {
    const answer = await fetch(`${server.url}/storage/v1/${way}`, {
      ...json({ prefix: '' }),
      headers: {
        apikey: server.supabase.anonKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
    })
    expect([way, await answer.text()]).toEqual([way, expect.not.stringContaining(path.split('/')[0] ?? '')])
  }
  const { rows } = await database().queryAsCaller<object>(member.caller, `select from storage.objects`, [])
  expect([rows, await lines(id)]).toEqual([[], []])
})
