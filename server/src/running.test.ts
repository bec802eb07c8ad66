import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { noteRunning, readRunning } from './running.ts'

const folder = mkdtempSync(join(tmpdir(), 'academy-running-'))
const AT = { url: 'http://127.0.0.1:4321', siteUrl: 'https://academy.test' }
const warn = vi.fn()
afterEach(() => rmSync(join(folder, 'running.json'), { force: true }))

test('an academy is found by its folder while it runs', () => {
  expect(readRunning(folder)).toBeUndefined()
  const forget = noteRunning(folder, AT, warn)
  expect(readRunning(folder)).toEqual({ pid: process.pid, ...AT })
  forget()
  expect(readRunning(folder)).toBeUndefined()
})

test('who stops leaves the note of the process that came after it', () => {
  const forget = noteRunning(folder, AT, warn)
  writeFileSync(join(folder, 'running.json'), '{"pid":1,"url":"http://127.0.0.1:4322"}')
  forget()
  expect(readFileSync(join(folder, 'running.json'), 'utf8')).toContain('4322')
})

test('a note that was cut off names nobody', () => {
  writeFileSync(join(folder, 'running.json'), '{"pid":')
  expect(readRunning(folder)).toBeUndefined()
})

test('a folder is made where there is none', () => {
  const below = join(folder, 'not', 'yet')
  noteRunning(below, AT, warn)()
  expect(warn).not.toHaveBeenCalled()
  expect(readRunning(below)).toBeUndefined()
})

test('where nothing can be written, it is said once and nothing else happens', () => {
  writeFileSync(join(folder, 'file'), '')
  const below = join(folder, 'file', 'data')
  noteRunning(below, AT, warn)()
  expect(warn.mock.calls).toEqual([[expect.stringMatching(/running\.json could not be written \(ENOTDIR\)/)]])
})
