import { expect, test } from 'vitest'
import { createFairShare, ShareUsedUp } from './fair-share.ts'

const LIMITS = { atOnce: 2, waiting: 3, waitMs: 60_000 }

/** Work that ends when it is told to. */
function worker(fair: ReturnType<typeof createFairShare>) {
  const running: { name: string; end: () => void }[] = []
  const start = (name: string, ...callers: string[]) =>
    fair.run(callers, () => new Promise<string>((resolve) => running.push({ name, end: () => resolve(name) })))
  const end = async (name: string) => {
    running
      .splice(
        running.findIndex((one) => one.name === name),
        1,
      )[0]
      ?.end()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { start, end, names: () => running.map(({ name }) => name) }
}

test('each caller has turns of its own; who waited longest is next', async () => {
  const { start, end, names } = worker(createFairShare(LIMITS))
  const all = ['a1', 'a2', 'a3', 'a4'].map((name) => start(name, 'a'))
  all.push(start('b1', 'b'))
  await Promise.resolve()
  expect(names()).toEqual(['a1', 'a2', 'b1'])
  await end('a2')
  expect(names()).toEqual(['a1', 'b1', 'a3'])
  for (const name of ['a1', 'a3', 'a4', 'b1']) await end(name)
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1'])
})

test('work that counts for two callers needs a turn of both', async () => {
  const { start, end, names } = worker(createFairShare(LIMITS))
  for (const [name, ...callers] of [
    ['1', 'a'],
    ['2', 'a'],
    ['3', 'x'],
    ['4', 'x'],
    ['5', 'a', 'x'],
    ['6', 'a'],
  ] as const)
    void start(name, ...callers)
  await Promise.resolve()
  expect(names()).toEqual(['1', '2', '3', '4'])
  await end('1')
  expect(names()).toEqual(['2', '3', '4', '6'])
  await end('4')
  expect(names()).toEqual(['2', '3', '6'])
  await end('6')
  expect(names()).toEqual(['2', '3', '5'])
})

test('a full row of waiting work refuses more, and so does a long wait', async () => {
  const { start } = worker(createFairShare({ ...LIMITS, waitMs: 5 }))
  const waiting = Array.from({ length: 5 }, (_, i) => start(String(i), 'a'))
  await expect(start('one more', 'a')).rejects.toBeInstanceOf(ShareUsedUp)
  for (const one of waiting.slice(2)) await expect(one).rejects.toBeInstanceOf(ShareUsedUp)
})

test('work uses up the time of its caller, which comes back', async () => {
  let now = 0
  const fair = createFairShare({ ...LIMITS, budget: { savedMs: 1_000, perSecondMs: 100 } }, () => now)
  const work = (ms: number) =>
    fair.run(['a'], async () => {
      now += ms
    })
  await work(3_000)
  await expect(work(1)).rejects.toMatchObject({ retryAfterS: 20 })
  await fair.run(['b'], async () => undefined)
  now += 19_000
  await expect(work(1)).rejects.toBeInstanceOf(ShareUsedUp)
  now += 1_100
  await work(1)
})

test('where only what is charged counts, waiting costs nothing', async () => {
  let now = 0
  const budget = { savedMs: 1_000, perSecondMs: 100, onlyCharged: true }
  const fair = createFairShare({ ...LIMITS, budget }, () => now)
  const work = (ms: number) =>
    fair.run(['a'], async (charge) => {
      now += 5_000
      charge(ms)
    })
  for (let i = 0; i < 50; i++) await work(400)
  await work(3_000)
  await expect(work(1)).rejects.toMatchObject({ retryAfterS: 20 })
})

test('work that fails gives its turn back', async () => {
  const fair = createFairShare({ ...LIMITS, atOnce: 1 })
  for (let i = 0; i < 3; i++) await expect(fair.run(['a'], () => Promise.reject(new Error('x')))).rejects.toThrow('x')
  expect(await fair.run(['a'], async () => 1)).toBe(1)
})
