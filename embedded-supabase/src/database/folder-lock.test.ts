import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isHeld, lockFolder } from './folder-lock.ts'

let folder: string
let file: string
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  folder = mkdtempSync(join(tmpdir(), 'folder-lock-'))
  file = join(folder, 'lock')
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true, force: true })
})

const leave = (holder: object | string) =>
  writeFileSync(file, typeof holder === 'string' ? holder : JSON.stringify(holder))
const touchedAgo = (seconds: number) => {
  const then = new Date(Date.now() - seconds * 1000)
  utimesSync(file, then, then)
}
const holderOf = () => JSON.parse(readFileSync(file, 'utf8')) as { pid: number; machine: string }

test('a folder has one holder, until it is given back', () => {
  const unlock = lockFolder(file)
  expect(isHeld(file)).toBe(true)
  expect(() => lockFolder(file)).toThrow(`in use by process ${process.pid} (lock file ${file})`)
  unlock()
  expect(isHeld(file)).toBe(false)
  lockFolder(file)()
  expect(readdirSync(folder)).toEqual([])
})

test.each([
  ['a process that ended', () => ({ pid: spawnSync('true').pid, startedAt: '' })],
  ['a pid that another process has by now', () => ({ pid: process.pid, startedAt: '1' })],
  ['nobody that can be read', () => ''],
])('a lock of %s is taken over', (_, left) => {
  leave(left())
  expect(isHeld(file)).toBe(false)
  const unlock = lockFolder(file)
  expect(holderOf().pid).toBe(process.pid)
  unlock()
  expect(readdirSync(folder)).toEqual([])
})

describe('a lock of another machine or container, where its pids mean others', () => {
  test('is held as long as it is touched, whoever has that pid here', () => {
    leave({ pid: spawnSync('true').pid, startedAt: '', machine: 'another' })
    touchedAgo(25)
    expect(isHeld(file)).toBe(true)
    expect(() => lockFolder(file)).toThrow('of another machine or container')
    expect(holderOf().machine).toBe('another')
  })

  test('is taken over half a minute later', () => {
    leave({ pid: process.pid, startedAt: '', machine: 'another' })
    touchedAgo(31)
    expect(isHeld(file)).toBe(false)
    lockFolder(file)()
  })
})

test('a holder touches its lock until it gives it back, and takes away nobody else’s', () => {
  const unlock = lockFolder(file)
  touchedAgo(60)
  vi.advanceTimersByTime(5_000)
  expect(Date.now() - statSync(file).mtimeMs).toBeLessThan(30_000)
  leave({ pid: 1, startedAt: '', machine: 'another' })
  unlock()
  touchedAgo(60)
  vi.advanceTimersByTime(60_000)
  expect(Date.now() - statSync(file).mtimeMs).toBeGreaterThan(30_000)
  expect(holderOf().machine).toBe('another')
})
