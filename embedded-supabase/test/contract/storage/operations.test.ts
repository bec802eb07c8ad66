import { afterAll, beforeAll, expect, test } from 'vitest'
import { DANA, type StorageServer, startStorageServer } from '../../support/storage.ts'

let server: StorageServer
beforeAll(async () => {
  server = await startStorageServer({ config: '[storage]\nmax_signed_url_seconds = 3600' })
  await server.storage('service').from('shared').upload('lesson.mp4', 'video')
  await server.supabase.database.asOwner((tx) =>
    tx.query(`create policy "told" on storage.objects as restrictive for select to authenticated
      using (storage.allow_any_operation(array['object.get_authenticated', 'storage.object.sign']))`),
  )
})
afterAll(() => server.close())

test('a policy may allow a download and a link, and refuse a listing', async () => {
  const shared = server.storage(DANA).from('shared')
  expect(await (await shared.download('lesson.mp4')).data?.text()).toBe('video')
  expect((await shared.createSignedUrl('lesson.mp4', 60)).error).toBeNull()
  expect((await shared.createSignedUrls(['lesson.mp4'], 60)).data?.[0]?.error).not.toBeNull()
  expect((await shared.list()).data).toEqual([])
  expect((await shared.listV2()).data?.objects).toEqual([])
  expect((await shared.info('lesson.mp4')).error).not.toBeNull()
})

test('no link lives longer than the project allows', async () => {
  const shared = server.storage('service').from('shared')
  expect((await shared.createSignedUrl('lesson.mp4', 3600)).error).toBeNull()
  expect((await shared.createSignedUrl('lesson.mp4', 3601)).error).toMatchObject({ statusCode: '400' })
  expect((await shared.createSignedUrls(['lesson.mp4'], 3601)).error).toMatchObject({ statusCode: '400' })
  const { token = '' } = (await shared.createSignedUploadUrl('new.mp4')).data ?? {}
  const { exp, iat } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  expect(exp - iat).toBeLessThanOrEqual(3600)
})

test('what is told in the words of the official server', async () => {
  const { storage, url } = { storage: server.storage('service'), url: server.url }
  await storage.from('own').upload('deep/er/a.txt', 'x')
  expect((await storage.from('own').listV2({ with_delimiter: true })).data?.folders).toEqual([
    { key: 'deep', name: 'deep/' },
  ])
  expect((await storage.from('own').listV2({ with_delimiter: true, prefix: 'deep/' })).data?.folders).toEqual([
    { key: 'deep/er', name: 'deep/er/' },
  ])
  expect(Object.keys((await storage.getBucket('own')).data ?? {}).sort()).toEqual([
    'allowed_mime_types',
    'created_at',
    'file_size_limit',
    'id',
    'name',
    'owner',
    'public',
    'updated_at',
  ])
  expect((await storage.emptyBucket('own')).data?.message).toBe(
    'Empty bucket has been queued. Completion may take up to an hour.',
  )
  const transformed = await storage.from('shared').createSignedUrl('lesson.mp4', 60, { transform: { width: 9 } })
  expect(transformed.data?.signedUrl).toContain('/render/image/sign/shared/lesson.mp4?token=')
  const nobody = await fetch(`${url}/storage/v1/bucket`)
  expect([nobody.status, await nobody.json()]).toMatchObject([400, { message: 'Invalid Compact JWS' }])
})
