import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { loadKeys } from './keys.ts'

const folder = mkdtempSync(join(tmpdir(), 'secret-file-'))
const file = join(folder, 'keys.json')
const warnings: string[] = []
const load = () => loadKeys(file, (message) => warnings.push(message))

beforeEach(() => {
  rmSync(file, { force: true })
  warnings.length = 0
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a key file that others could read is closed to them, and that is told', async () => {
  const keys = await load()
  chmodSync(file, 0o644)
  expect(await load()).toEqual(keys)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(warnings).toEqual([`${file} could be read by others; its mode is 600 now`])
  await load()
  expect(warnings).toHaveLength(1)
})

test.each([
  ['', 'it is no JSON'],
  ['{"jwtSecret":"a-secret-that-is-long-enough-for-all-o', 'it is no JSON'],
  ['{}', 'jwtSecret'],
  ['[]', 'its content'],
  ['{"jwtSecret":"short","anonKey":"a","serviceRoleKey":"b","signingKeys":[{}]}', 'at least 32 characters'],
  [`{"jwtSecret":"${'x'.repeat(40)}","anonKey":"a","serviceRoleKey":"b","signingKeys":[]}`, 'signingKeys'],
])('a damaged key file %j is named with what to do, and not shown', async (text, place) => {
  writeFileSync(file, text, { mode: 0o600 })
  const loading = load()
  await expect(loading).rejects.toThrow(`${file} is damaged`)
  await expect(loading).rejects.toThrow(place)
  await expect(loading).rejects.toThrow('put it back from a backup')
  await expect(loading).rejects.not.toThrow('that-is-long')
})
