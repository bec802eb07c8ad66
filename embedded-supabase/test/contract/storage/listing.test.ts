import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type StorageServer, startStorageServer } from '../../support/storage.ts'

let server: StorageServer
beforeAll(async () => {
  server = await startStorageServer()
})
afterAll(() => server.close())

const from = (bucket: string) => server.storage('service').from(bucket)

describe('list', () => {
  beforeAll(async () => {
    const service = server.storage('service')
    await service.createBucket('tree')
    for (const path of [
      'b.txt',
      'a.txt',
      'folder/1.txt',
      'folder/10%.txt',
      'folder/2.txt',
      'folder/deep/x.txt',
      'folder2/y.txt',
    ]) {
      await from('tree').upload(path.replace('%', '+'), path)
    }
  })
  const names = async (...args: Parameters<ReturnType<typeof from>['list']>) =>
    (await from('tree').list(...args)).data?.map(({ name }) => name)

  test('shows folders first, without ids, then objects', async () => {
    const { data } = await from('tree').list()
    expect(data?.map(({ name, id }) => [name, id === null])).toEqual([
      ['folder', true],
      ['folder2', true],
      ['a.txt', false],
      ['b.txt', false],
    ])
    expect(data?.[2]?.metadata).toMatchObject({ size: 5, mimetype: 'text/plain;charset=UTF-8' })
  })
  test('shows what lies in one folder', async () => {
    expect(await names('folder')).toEqual(['deep', '1.txt', '10+.txt', '2.txt'])
    expect(await names('folder/deep')).toEqual(['x.txt'])
    expect(await names('fold')).toEqual([])
  })
  test('sorts, searches and pages', async () => {
    expect(await names('folder', { sortBy: { column: 'name', order: 'desc' } })).toEqual([
      'deep',
      '2.txt',
      '10+.txt',
      '1.txt',
    ])
    expect(await names('folder', { limit: 2, offset: 1 })).toEqual(['1.txt', '10+.txt'])
    expect(await names('folder', { search: '1' })).toEqual(['1.txt', '10+.txt'])
    expect(await names('', { search: '%' })).toEqual([])
    expect(await names('', { sortBy: { column: 'created_at', order: 'asc' } })).toEqual([
      'folder',
      'folder2',
      'b.txt',
      'a.txt',
    ])
  })
  test('refuses to sort by what is no column', async () => {
    const { error } = await from('tree').list('', { sortBy: { column: 'name; drop table x', order: 'asc' } })
    expect(error).toMatchObject({ status: 400 })
  })
  test('pages behind a cursor', async () => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { data } = await from('tree').listV2({ limit: 3, ...(cursor ? { cursor } : {}) })
      seen.push(...(data?.objects.map(({ name }) => name) ?? []))
      cursor = data?.nextCursor
    } while (cursor)
    expect(seen).toEqual([
      'a.txt',
      'b.txt',
      'folder/1.txt',
      'folder/10+.txt',
      'folder/2.txt',
      'folder/deep/x.txt',
      'folder2/y.txt',
    ])
  })
  test('folds what lies deeper when asked to', async () => {
    const { data } = await from('tree').listV2({
      prefix: 'folder/',
      with_delimiter: true,
      sortBy: { column: 'name', order: 'desc' },
    })
    expect(data?.folders.map(({ name }) => name)).toEqual(['folder/deep/'])
    expect(data?.objects.map(({ name }) => name)).toEqual(['folder/2.txt', 'folder/10+.txt', 'folder/1.txt'])
  })
})
