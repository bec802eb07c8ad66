import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { createLog } from './log.ts'
import { startReports } from './reports.ts'

const send = vi.fn()
const warn = vi.fn()
const info = vi.fn()
const examine = vi.fn()
let folder: string
beforeEach(() => {
  vi.useFakeTimers()
  folder = mkdtempSync(join(tmpdir(), 'academy-reports-'))
  for (const call of [send, warn, info, examine]) call.mockReset()
  send.mockImplementation(async () => new Response(null, { status: 204 }))
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true, force: true })
})

const backend = { embedded: {}, serviceRoleKey: 'service-key', fetch: send } as unknown as Parameters<
  typeof startReports
>[0]['backend']
const jobs = { 'sum up days': { ran_at: '2026-11-21T10:00:30Z', failure: null, next_at: '2026-11-21T10:01:30Z' } }
const start = (backupFolder: string, on = backend) =>
  startReports({
    backend: on,
    config: { dataDirectory: folder, siteUrl: 'https://academy.test', s3: undefined },
    backupFolder,
    jobRuns: () => jobs,
    examine,
    log: { warn, info } as unknown as ReturnType<typeof createLog>,
  })
const reported = () => JSON.parse(send.mock.lastCall?.[1].body).report

test('every minute it tells of jobs, disk and backups', async () => {
  writeFileSync(join(folder, 'academy-backup-1.tar.gz'), '')
  utimesSync(join(folder, 'academy-backup-1.tar.gz'), 1_700_000_000, 1_700_000_000)
  const reports = start(folder)
  await vi.advanceTimersByTimeAsync(120_500)
  expect(send).toHaveBeenCalledTimes(3)
  expect(reported()).toMatchObject({ jobs, backups: { newest_at: new Date(1_700_000_000_000).toISOString() } })
  // A disk in memory may be free to its last byte.
  expect(reported().disk.total_bytes).toBeGreaterThanOrEqual(reported().disk.free_bytes)
  expect(reported().disk.free_bytes).toBeGreaterThan(0)
  reports.stop()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(send).toHaveBeenCalledTimes(3)
})

test('tells each archive with its size, and of none where the folder is not there or holds other files', async () => {
  start(join(folder, 'nowhere')).stop()
  expect(reported().backups).toEqual({ newest_at: null, files: [], without_files: false })
  for (const [name, seconds] of Object.entries({
    'academy-1.tar.gz': 100,
    'academy-2.tar.gz.gpg': 200,
    'keys.json': 300,
  })) {
    writeFileSync(join(folder, name), 'four')
    utimesSync(join(folder, name), seconds, seconds)
  }
  start(folder).stop()
  expect(reported().backups.files).toEqual([
    { name: 'academy-2.tar.gz.gpg', bytes: 4, made_at: new Date(200_000).toISOString(), is_handed_out: false },
    { name: 'academy-1.tar.gz', bytes: 4, made_at: new Date(100_000).toISOString(), is_handed_out: false },
  ])
})

test('tells at once when it is asked to, without another look of the doctor', async () => {
  const reports = start(folder)
  await reports.tell()
  expect([send.mock.calls.length, examine.mock.calls.length]).toEqual([2, 0])
  reports.stop()
})

test('a minute after the start and every hour it tells what the doctor found', async () => {
  const mistake = { code: 'backup-none', what: 'No backup.', mend: 'npm run db:backup' }
  examine.mockResolvedValue([mistake])
  const reports = start(folder)
  expect(reported()).not.toHaveProperty('doctor')
  await vi.advanceTimersByTimeAsync(60_500)
  expect(reported().doctor.mistakes).toEqual([mistake])
  examine.mockRejectedValue(new Error('no database'))
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(examine).toHaveBeenCalledTimes(2)
  // A look that fails leaves what the one before found.
  expect(reported().doctor.mistakes).toEqual([mistake])
  reports.stop()
})

test('a report that fails stops nothing and is told once', async () => {
  send.mockImplementationOnce(async () => new Response(null, { status: 503 }))
  send.mockImplementationOnce(async () => new Response(null, { status: 503 }))
  send.mockImplementationOnce(async () => Promise.reject(new Error('closing')))
  const reports = start(folder)
  await vi.advanceTimersByTimeAsync(240_000)
  reports.stop()
  expect([warn.mock.calls.length, info.mock.calls.length]).toEqual([1, 1])
})

test('a project elsewhere hears nothing from here', () => {
  start(folder, { ...backend, embedded: undefined } as unknown as typeof backend).stop()
  expect(send).not.toHaveBeenCalled()
})
