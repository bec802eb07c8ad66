import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { readFiles, unlessPassedBefore } from './passed-before.mjs'

const NAME = `test-${process.pid}`
afterEach(() => rmSync(join(import.meta.dirname, `../../node_modules/.cache/check/${NAME}.json`), { force: true }))

const files = (changes = {}) =>
  new Map(Object.entries({ 'web/a.ts': '1', 'docs/b.md': '1', 'package-lock.json': '1', ...changes }))

/** Whether the work ran, on these files and with this end. */
async function ran(of: Map<string, string> | undefined, failed = 0): Promise<boolean> {
  let didRun = false
  const what = { name: NAME, reads: /^web\//, ...(of ? { files: of } : {}) }
  await unlessPassedBefore(what, async () => {
    didRun = true
    return { passed: 7, failed, slowest: [] }
  })
  return didRun
}

test('what passed is not run again on the same files, and its count is kept', async () => {
  expect(await ran(files())).toBe(true)
  expect(await ran(files())).toBe(false)
  const again = await unlessPassedBefore({ name: NAME, files: files(), reads: /^web\// }, () => Promise.reject())
  expect(again).toMatchObject({ passed: 7, failed: 0 })
})

test.each([
  ['a changed file', { 'web/a.ts': '2' }, true],
  ['a new file', { 'web/c.ts': '1' }, true],
  ['another dependency', { 'package-lock.json': '2' }, true],
  ['a file that is not read', { 'docs/b.md': '2' }, false],
])('%s: run again?', async (_, changes, expected) => {
  await ran(files())
  expect(await ran(files(changes))).toBe(expected)
})

test('what failed is run again, and so is everything without a list of files', async () => {
  await ran(files())
  expect(await ran(files({ 'web/a.ts': '2' }), 1)).toBe(true)
  expect(await ran(files({ 'web/a.ts': '2' }), 1)).toBe(true)
  expect(await ran(undefined)).toBe(true)
  expect(await ran(undefined)).toBe(true)
})

test('every source is read, and nothing that is made', () => {
  const read = readFiles()
  expect([...read.keys()]).toEqual(expect.arrayContaining(['package.json', 'scripts/lib/passed-before.test.ts']))
  expect([...read.keys()].filter((path) => /node_modules|[.]git\//.test(path))).toEqual([])
})
