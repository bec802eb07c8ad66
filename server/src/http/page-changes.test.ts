import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Backend } from '../backend.ts'
import { createLog } from '../log.ts'
import { watchPageChanges } from './page-changes.ts'

/** Stands for a project: answers a version, or fails while there is none. */
let version: string | undefined
let asked = 0
const project = createServer((_, response) => {
  asked += 1
  response.writeHead(version === undefined ? 503 : 200).end(version)
})
let publicUrl: string
beforeEach(async () => {
  ;[version, asked] = ['"1"', 0]
  await new Promise<void>((resolve) => project.listen(0, '127.0.0.1', resolve))
  publicUrl = `http://127.0.0.1:${(project.address() as AddressInfo).port}`
  vi.useFakeTimers({ toFake: ['setInterval', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  project.closeAllConnections()
  project.close()
})

function watch() {
  const kept = { cleared: 0, asked: Date.now() }
  const warn = vi.fn()
  const log = { ...createLog({ logLevel: 'silent' }), warn } as unknown as ReturnType<typeof createLog>
  watchPageChanges({ publicUrl, anonKey: 'sb_publishable_x' } as Backend, log, {
    clear: () => (kept.cleared += 1),
    askedAt: () => kept.asked,
  })
  return { kept, warn }
}

/** Passes time until the version is asked for once more: the answer before it has been heard then. */
async function askOnce(kept: { asked: number }) {
  const before = asked
  await expect
    .poll(() => {
      kept.asked = Date.now()
      vi.advanceTimersByTime(1_000)
      return asked
    })
    .toBeGreaterThan(before)
}

test('the version is asked for while pages are, and pages are cleared when it is another', async () => {
  const { kept } = watch()
  await askOnce(kept)
  await askOnce(kept)
  expect(kept.cleared).toBe(1)
  version = '"2"'
  await askOnce(kept)
  await expect.poll(() => kept.cleared).toBe(2)
})

test('nothing is asked for where nobody asks for pages, and what was kept is cleared once', async () => {
  const { kept } = watch()
  await askOnce(kept)
  await expect.poll(() => kept.cleared).toBe(1)
  const before = asked
  kept.asked = Date.now() - 61_000
  for (let seconds = 0; seconds < 5; seconds += 1) vi.advanceTimersByTime(1_000)
  expect([asked, kept.cleared]).toEqual([before, 2])
  await askOnce(kept)
  await expect.poll(() => kept.cleared).toBe(3)
})

test('a project that does not answer is a warning once, until it answers again', async () => {
  const { kept, warn } = watch()
  version = undefined
  await askOnce(kept)
  await askOnce(kept)
  await expect.poll(() => [kept.cleared, warn.mock.calls.length]).toEqual([0, 1])
  version = '"1"'
  await askOnce(kept)
  await expect.poll(() => kept.cleared).toBe(1)
  version = undefined
  await askOnce(kept)
  await expect.poll(() => [kept.cleared, warn.mock.calls.length]).toEqual([1, 2])
})
