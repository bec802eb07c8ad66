import { afterAll, beforeAll, expect, test } from 'vitest'
import { DANA, type StorageServer, startStorageServer } from '../../support/storage.ts'

let server: StorageServer
beforeAll(async () => {
  server = await startStorageServer()
})
afterAll(() => server.close())

const service = () => server.storage('service')

test('makes, shows, changes and deletes a bucket', async () => {
  const created = await service().createBucket('images', {
    public: true,
    fileSizeLimit: '2MiB',
    allowedMimeTypes: ['image/*'],
  })
  expect(created).toEqual({ data: { name: 'images' }, error: null })
  const { data } = await service().getBucket('images')
  expect(data).toMatchObject({
    id: 'images',
    name: 'images',
    public: true,
    file_size_limit: 2_097_152,
    allowed_mime_types: ['image/*'],
  })
  expect(await service().updateBucket('images', { public: false })).toMatchObject({
    data: { message: 'Successfully updated' },
  })
  expect((await service().getBucket('images')).data).toMatchObject({ public: false, file_size_limit: 2_097_152 })
  await service().updateBucket('images', { public: false, fileSizeLimit: null, allowedMimeTypes: null })
  expect((await service().getBucket('images')).data).toMatchObject({ file_size_limit: null, allowed_mime_types: null })
  expect((await service().deleteBucket('images')).data).toEqual({ message: 'Successfully deleted' })
  expect((await service().getBucket('images')).error).toMatchObject({ message: 'Bucket not found', statusCode: '404' })
})

test('lists buckets, searched, sorted and in pages', async () => {
  const names = async (options?: Parameters<ReturnType<typeof service>['listBuckets']>[0]) =>
    (await service().listBuckets(options)).data?.map(({ id }) => id)
  expect(await names()).toEqual(['open', 'own', 'shared'])
  expect(await names({ sortColumn: 'name', sortOrder: 'desc', limit: 2 })).toEqual(['shared', 'own'])
  expect(await names({ limit: 1, offset: 1 })).toEqual(['own'])
  expect(await names({ search: 'AR' })).toEqual(['shared'])
})

test('refuses a bucket that is there already, and names that make no sense', async () => {
  expect((await service().createBucket('own')).error).toMatchObject({
    message: 'The resource already exists',
    statusCode: '409',
    status: 400,
  })
  for (const name of ['', 'a/b', '..', 'x'.repeat(101)]) {
    expect((await service().createBucket(name)).error).toMatchObject({ message: 'Bucket name invalid' })
  }
  const { error } = await service().createBucket('sized', { public: false, fileSizeLimit: 'huge' })
  expect(error).toMatchObject({ message: 'Invalid size: huge' })
})

test('deletes no bucket that holds something, until it is emptied', async () => {
  await service().createBucket('full')
  await service().from('full').upload('a.txt', 'a')
  expect((await service().deleteBucket('full')).error).toMatchObject({ statusCode: '409' })
  expect((await service().emptyBucket('full')).error).toBeNull()
  expect((await service().deleteBucket('full')).error).toBeNull()
})

test.each([
  ['nobody', undefined],
  ['a person', DANA],
])('%s may do nothing with buckets without a policy', async (_, who) => {
  const storage = server.storage(who)
  expect((await storage.listBuckets()).data).toEqual([])
  expect((await storage.getBucket('own')).error).toMatchObject({ statusCode: '404' })
  expect((await storage.createBucket('mine')).error).toMatchObject({
    message: 'new row violates row-level security policy',
    statusCode: '403',
    status: 400,
  })
  expect((await storage.updateBucket('own', { public: true })).error).toMatchObject({ statusCode: '404' })
  expect((await storage.emptyBucket('own')).error).toMatchObject({ statusCode: '404' })
  expect((await storage.deleteBucket('own')).error).toMatchObject({ statusCode: '404' })
})

test('refuses a token that does not verify, in the form of the service', async () => {
  const { error } = await server.client(`${server.keys.anonKey}x`).storage.listBuckets()
  expect(error).toMatchObject({ status: 400, statusCode: '403' })
})
