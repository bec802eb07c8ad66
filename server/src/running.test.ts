import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { noteRunning, readRunning } from './running.ts'

const folder = mkdtempSync(join(tmpdir(), 'academy-running-'))
const AT = { url: 'http://127.0.0.1:4321', siteUrl: 'https://academy.test' }
afterEach(() => rmSync(join(folder, 'running.json'), { force: true }))

test('an academy is found by its folder while it runs', () => {
  expect(readRunning(folder)).toBeUndefined()
  const forget = noteRunning(folder, AT)
  expect(readRunning(folder)).toEqual({ pid: process.pid, ...AT })
  forget()
  expect(readRunning(folder)).toBeUndefined()
})

test('who stops leaves the note of the process that came after it', () => {
  const forget = noteRunning(folder, AT)
  writeFileSync(join(folder, 'running.json'), '{"pid":1,"url":"http://127.0.0.1:4322"}')
  forget()
  expect(readFileSync(join(folder, 'running.json'), 'utf8')).toContain('4322')
})

test('a note that was cut off names nobody', () => {
  writeFileSync(join(folder, 'running.json'), '{"pid":')
  expect(readRunning(folder)).toBeUndefined()
})
