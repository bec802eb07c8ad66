import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { makeFile, replaceFile } from './atomic-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'kept-file-'))
const file = join(folder, 'keys.json')
beforeEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a file that is made belongs to its owner alone, and nothing else is left', () => {
  expect(makeFile(file, 'first')).toBe(true)
  expect(readFileSync(file, 'utf8')).toBe('first')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['keys.json'])
})

test('what another process made meanwhile stays', () => {
  writeFileSync(file, 'of another process')
  expect(makeFile(file, 'mine')).toBe(false)
  expect(readFileSync(file, 'utf8')).toBe('of another process')
})

test.each([makeFile, replaceFile])('what a killed process had prepared is taken away by %o', (write) => {
  writeFileSync(`${file}.new-0b7d`, '{"half')
  write(file, 'whole')
  expect([readdirSync(folder), readFileSync(file, 'utf8')]).toEqual([['keys.json'], 'whole'])
})

test('a file is replaced as a whole', () => {
  makeFile(file, 'old')
  replaceFile(file, 'new')
  expect([readdirSync(folder), readFileSync(file, 'utf8')]).toEqual([['keys.json'], 'new'])
})
