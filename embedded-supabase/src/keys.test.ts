import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { loadKeys, renewKeys } from './keys.ts'

const folder = mkdtempSync(join(tmpdir(), 'keys-'))
const file = join(folder, 'keys.json')
afterAll(() => rmSync(folder, { recursive: true }))

const stored = () => JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
const write = (keys: object) => writeFileSync(file, JSON.stringify(keys), { mode: 0o600 })

test('a publishable and a secret key are stored, with the checksum by which scanners recognise them', async () => {
  const keys = await loadKeys(file)
  expect(stored()).toMatchObject({ publishableKey: keys.publishableKey, secretKey: keys.secretKey })
  for (const [key, prefix] of [
    [keys.publishableKey, 'sb_publishable_'],
    [keys.secretKey, 'sb_secret_'],
  ] as const) {
    const [, random, checksum] = new RegExp(`^${prefix}([\\w-]{22})_([\\w-]{8})$`).exec(key) ?? []
    const digest = createHash('sha256').update(`supabase-self-hosted|${prefix}${random}`).digest('base64url')
    expect(checksum).toBe(digest.slice(0, 8))
  }
})

test('a file from before them has the same ones at every reading, and gets them written when keys are renewed', async () => {
  const { publishableKey: _, secretKey: __, ...former } = stored()
  write(former)
  const [first, second] = [await loadKeys(file), await loadKeys(file)]
  expect([second.publishableKey, second.secretKey]).toEqual([first.publishableKey, first.secretKey])
  expect(stored()).toEqual(former)
  await renewKeys(file, { signing: true, api: false })
  expect(stored()).toMatchObject({ publishableKey: first.publishableKey, secretKey: first.secretKey })
})

test('both end with the other API keys', async () => {
  const old = await loadKeys(file)
  await renewKeys(file, { signing: false, api: true })
  const fresh = await loadKeys(file)
  expect(fresh.publishableKey).not.toBe(old.publishableKey)
  expect(fresh.secretKey).not.toBe(old.secretKey)
})

test('keys of another kind in their place are refused', async () => {
  const keys = await loadKeys(file)
  write({ ...keys, secretKey: keys.serviceRoleKey })
  await expect(loadKeys(file)).rejects.toThrow('secretKey')
})
