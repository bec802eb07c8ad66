import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { bodyOf, createPageCache, type KeptPage } from './page-cache.ts'

const page = (text: string, status = 200): KeptPage => ({
  status,
  headers: {},
  bodies: { identity: Buffer.from(text) },
})

test('renders once for many requests at the same time, and again when the page has grown old', async () => {
  let now = 0
  let rendered = 0
  const cache = createPageCache({ freshMs: 10, maxEntries: 5, now: () => now })
  const render = async () => page(`render ${++rendered}`)
  await Promise.all(Array.from({ length: 20 }, () => cache.get('/', render)))
  expect(rendered).toBe(1)
  now = 11
  await cache.get('/', render)
  expect(rendered).toBe(2)
})

test('what was being rendered when the content changed is not kept, and is rendered again for whoever asks then', async () => {
  const cache = createPageCache({ freshMs: 1000, maxEntries: 5 })
  const ends: ((page: KeptPage) => void)[] = []
  const render = () => new Promise<KeptPage>((resolve) => ends.push(resolve))
  const old = cache.get('/', render)
  cache.clear()
  const fresh = cache.get('/', render)
  ends[1]?.(page('new'))
  ends[0]?.(page('old'))
  expect((await old).bodies.identity.toString()).toBe('old')
  expect((await fresh).bodies.identity.toString()).toBe('new')
  expect(cache.peek('/')?.bodies.identity.toString()).toBe('new')
})

test('keeps no page that says it must not be stored', async () => {
  const cache = createPageCache({ freshMs: 1000, maxEntries: 2 })
  await cache.get('/mine', async () => ({ ...page(''), headers: { 'cache-control': 'no-store' } }))
  expect(cache.peek('/mine')).toBeUndefined()
})

test('keeps no answer that is not a success and no more entries than allowed', async () => {
  const cache = createPageCache({ freshMs: 1000, maxEntries: 2 })
  await cache.get('/missing', async () => page('', 404))
  expect(cache.peek('/missing')).toBeUndefined()
  for (const path of ['/a', '/b', '/c']) await cache.get(path, async () => page(path))
  expect([cache.peek('/a'), cache.peek('/b')?.status, cache.peek('/c')?.status]).toEqual([undefined, 200, 200])
})

test('values that somebody made up push out no page that many people share', async () => {
  const cache = createPageCache({ freshMs: 1000, maxEntries: 3 })
  for (const path of ['/', '/courses', '/login?error=1', '/login?error=2', '/login?error=3'])
    await cache.get(path, async () => page(path))
  expect(['/', '/courses', '/login?error=2', '/login?error=3'].map((path) => cache.peek(path)?.status)).toEqual([
    200,
    200,
    undefined,
    200,
  ])
})

test('compresses a page the first time an encoding is asked for', async () => {
  const kept = page('שלום'.repeat(50))
  const body = await bodyOf(kept, 'br')
  expect(brotliDecompressSync(body).toString()).toBe('שלום'.repeat(50))
  expect(await bodyOf(kept, 'br')).toBe(body)
})
