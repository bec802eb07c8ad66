import { expect, test } from 'vitest'
import type { FileStore } from './file-store.ts'
import { receiveUpload } from './upload.ts'

/** Where files go in memory; nothing but writing and removing is asked of it. */
function memory() {
  const held = new Set<string>()
  const files = {
    async write(id: string, chunks: AsyncIterable<Uint8Array>) {
      for await (const _chunk of chunks);
      held.add(id)
    },
    async remove(id: string) {
      held.delete(id)
    },
  } as FileStore
  return { files, held }
}

const LIMITS = { maxBytes: 10_000_000, mimeTypes: null }
const FILE = ['', new Blob(['abc'], { type: 'image/png' })] as const
type Entry = readonly [name: string, value: string | Blob]

function receive(files: FileStore, entries: Entry[]) {
  const body = new FormData()
  for (const [name, value] of entries) {
    if (typeof value === 'string') body.append(name, value)
    else body.append(name, value)
  }
  return receiveUpload(files, new Request('http://localhost/', { method: 'POST', body }), LIMITS)
}

test('reads past what a form says beside its file, its cache time and its metadata', async () => {
  const { files } = memory()
  const others: Entry[] = [
    ['policy', 'x'.repeat(100_000)],
    ['second', new Blob(['y'.repeat(100_000)])],
  ]
  const used: Entry[] = [
    ['cacheControl', '60'],
    ['metadata', '{"a":1}'],
  ]
  const { metadata, userMetadata } = await receive(files, [...used, FILE, ...others])
  expect([metadata.size, metadata.cacheControl, userMetadata]).toEqual([3, 'max-age=60', { a: 1 }])
})

const many = (count: number, entry: Entry) => Array.from({ length: count }, () => entry)

test.each<[what: string, others: Entry[]]>([
  ['of many fields', many(50, ['metadata', '{}'])],
  ['of many files', many(50, ['', new Blob(['x'])])],
  ['of large fields', many(18, ['policy', 'x'.repeat(60_000)])],
  ['of large fields that are used', many(18, ['metadata', 'x'.repeat(60_000)])],
  ['of a large second file', [['second', new Blob(['x'.repeat(1_100_000)])]]],
])('refuses a form %s beside its file, and keeps nothing of it', async (_what, others) => {
  const { files, held } = memory()
  await expect(receive(files, [FILE, ...others])).rejects.toMatchObject({ error: 'InvalidRequest', httpStatus: 400 })
  expect(held).toEqual(new Set())
})
