import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkSeal, writeSealed } from './sealed-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sealed-file-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('is there once it is whole', async () => {
  const file = join(folder, 'x.gz')
  await writeSealed(
    (async function* () {
      yield Buffer.from('all of it')
      expect(readdirSync(folder)).toEqual(['x.gz.partial'])
    })(),
    file,
  )
  await checkSeal(file)
  expect(readdirSync(folder)).toEqual(['x.gz'])
})

test.each([0, 1, 3])('leaves nothing when it ends after %i parts', async (parts) => {
  const content = async function* (): AsyncGenerator<Buffer> {
    for (let part = 0; part < parts; part++) yield randomBytes(100_000)
    throw new Error('ended')
  }
  await expect(writeSealed(content(), join(folder, 'x.gz'))).rejects.toThrow('ended')
  expect(readdirSync(folder)).toEqual([])
})

test.runIf(existsSync('/dev/full'))('a full disk is named as such, whatever the source does meanwhile', async () => {
  const slowly = async function* (): AsyncGenerator<Buffer> {
    for (let part = 0; part < 50; part++) {
      yield randomBytes(100_000)
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  }
  symlinkSync('/dev/full', join(folder, 'x.gz.partial'))
  await expect(writeSealed(slowly(), join(folder, 'x.gz'))).rejects.toMatchObject({ code: 'ENOSPC' })
  expect(readdirSync(folder)).toEqual([])
})
