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
})
