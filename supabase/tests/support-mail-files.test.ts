import { randomBytes, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import {
  database,
  type MailedFile,
  mail,
  newMessageId,
  said,
  server,
  student,
  ticket,
  withInbox,
} from './support/inbox.ts'
import { callAs, owner } from './support/outcome.ts'
import { type Person, SERVICE, signUp } from './support/people.ts'

withInbox()

test('files: pictures are drawn anew, documents kept, all else refused by name; stored once however often', async () => {
  const png = await sharp({ create: { width: 60, height: 30, channels: 3, background: '#1d5c4a' } })
    .png()
    .withMetadata()
    .toBuffer()
  const hidden = Buffer.concat([png, Buffer.from('<script>hidden</script>')])
  const attachments = [
    { filename: '../צילום.png', content: hidden },
    { filename: 'דוח.pdf', content: '%PDF-1.7 x' },
    { filename: 'run.exe', content: 'MZ and more' },
    { filename: 'page.html', content: '<script>1</script>' },
    { filename: 'a.svg', content: '<svg onload="x"/>' },
    { filename: 'broken.png', content: png.subarray(0, 40) },
    { filename: 'bomb.zip', content: Buffer.from('PK\x03\x04zeros') },
    { filename: 'notes.txt', content: 'שלום' },
  ]
  const messageId = newMessageId()
  for (let at = 0; at < 2; at++) expect(await mail({ attachments, messageId, text: '' })).toBe('250')
  expect(await said()).toEqual(['(קבצים בלבד, בלי טקסט)'])
  const [{ files } = { files: [] }] = await callAs<{ files: MailedFile[] }[]>(
    database(),
    student.caller,
    'my_ticket_files',
    [ticket],
  )
  expect(files.map(({ name, mime, refusal }) => [name, refusal ?? mime])).toEqual([
    ['צילום.webp', 'image/webp'],
    ['דוח.pdf', 'application/pdf'],
    ['run.exe', 'TYPE'],
    ['page.html', 'TYPE'],
    ['a.svg', 'TYPE'],
    ['broken.png', 'BROKEN'],
    ['bomb.zip', 'TYPE'],
    ['notes.txt', 'text/plain'],
  ])
  const place = (caller: Person['caller'], id = files[0]?.id) =>
    callAs<{ path: string } | null>(database(), caller, 'support_file_place', [id])
  const stored = await place(student.caller)
  const stranger = await signUp(database(), `${randomBytes(4).toString('hex')}@example.org`)
  expect([await place(stranger.caller), await place(student.caller, files[2]?.id)]).toEqual([null, null])
  const { data } = await server
    .client(server.supabase.serviceRoleKey)
    .storage.from('support-files')
    .download(stored?.path ?? '')
  const bytes = Buffer.from(new Uint8Array((await data?.arrayBuffer()) ?? new ArrayBuffer(0)))
  expect([bytes.subarray(8, 12).toString(), bytes.includes('hidden')]).toEqual(['WEBP', false])
  for (const key of [undefined, student.caller])
    expect(
      (
        await server
          .client()
          .storage.from('support-files')
          .download(stored?.path ?? '')
      ).error,
      String(key),
    ).not.toBeNull()
})

/** What the function that signs answers somebody, who has opened a link of sign-in. */
async function signFile(email: string, fileId: string) {
  const admin = server.client(server.supabase.serviceRoleKey)
  const link = await admin.auth.admin.generateLink({ type: 'magiclink', email })
  const client = server.client()
  await client.auth.verifyOtp({ token_hash: link.data.properties?.hashed_token ?? '', type: 'email' })
  const { data, error } = await client.functions.invoke('sign-support-file', { body: { file_id: fileId } })
  return {
    status: (error?.context as Response | undefined)?.status ?? 200,
    link: data?.signedURL as string | undefined,
  }
}

test('a file is opened by a link of a minute that only saves it, by its student and nobody else', async () => {
  await mail({ attachments: [{ filename: 'דוח.pdf', content: '%PDF-1.7 x' }] })
  const [{ files } = { files: [] }] = await callAs<{ files: MailedFile[] }[]>(
    database(),
    student.caller,
    'my_ticket_files',
    [ticket],
  )
  const id = files[0]?.id ?? ''
  const stranger = await signUp(database(), `${randomBytes(4).toString('hex')}@example.org`)
  expect(await signFile(stranger.email, id)).toMatchObject({ status: 403, link: undefined })
  const { link } = await signFile(student.email, id)
  const answer = await fetch(`${server.url}/storage/v1${link}`)
  expect(await answer.text()).toBe('%PDF-1.7 x')
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment/)
  expect(answer.headers.get('content-type')).toBe('application/octet-stream')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const { exp, iat } = JSON.parse(Buffer.from(link?.split('token=')[1]?.split('.')[1] ?? '', 'base64url').toString())
  expect(exp - iat).toBe(60)
  for (const wrong of ['', randomUUID(), `${id}'`]) expect((await signFile(student.email, wrong)).status).toBe(403)
})

test('files of a ticket that is gone are told to be cleared, after an hour', async () => {
  await mail({ attachments: [{ filename: 'a.pdf', content: `%PDF-${randomUUID()}` }] })
  const stale = () => callAs<string[]>(database(), SERVICE, 'stale_support_files')
  await owner(
    database(),
    `update storage.objects set created_at = now() - interval '2 hours' where bucket_id = 'support-files'`,
  )
  const before = await stale()
  await owner(database(), 'delete from support_tickets where id = $1', [ticket])
  expect((await stale()).length).toBe(before.length + 1)
})
