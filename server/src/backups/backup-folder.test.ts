import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { archiveIn, listBackups, newBackupPath, tidyBackups } from './backup-folder.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'academy-kept-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const DAY_MS = 24 * 60 * 60 * 1000
const NOW = Date.parse('2026-11-20T10:00:00Z')
function put(name: string, daysAgo = 0): string {
  writeFileSync(join(folder, name), 'x')
  utimesSync(join(folder, name), new Date(), new Date(NOW - daysAgo * DAY_MS))
  return name
}

test('three of the button are kept for two weeks; those of the timer are not touched', () => {
  const kept = ['19T000000Z-staff.tar.gz.age', '18T000000Z-staff.tar.gz', '17T000000Z-asked.tar.gz'].map((name, at) =>
    put(`academy-202611${name}`, at + 1),
  )
  put('academy-20261116T000000Z-asked.tar.gz', 4)
  put('academy-20261118T120000Z-staff.tar.gz.partial')
  const timers = [put('academy-20261001T000000Z.tar.gz', 50), put('academy-backup-1.tar.gz', 90)]
  tidyBackups(folder, NOW)
  expect(readdirSync(folder).sort()).toEqual([...kept, ...timers].sort())
  tidyBackups(folder, NOW + 12 * DAY_MS)
  expect(readdirSync(folder).sort()).toEqual([kept[0], kept[1], ...timers].sort())
})

test.each(['', '.age'])('a new one has a name by which it is found and handed out: %s', (ending) => {
  const place = newBackupPath(join(folder, 'made'), NOW, ending !== '')
  expect(place).toBe(join(folder, 'made', `academy-20261120T100000Z-staff.tar.gz${ending}`))
  writeFileSync(place, 'x')
  const [found] = listBackups(join(folder, 'made'))
  expect(found?.is_handed_out).toBe(true)
  expect(archiveIn(join(folder, 'made'), found?.name ?? '')).toBe(place)
})

test.each([
  'academy-20261120T100000Z-asked.tar.gz',
  'academy-20261120T031000Z.tar.gz',
  'academy-20261120T031000Z.tar.gz.age',
])('%s, which holds keys, is listed and not handed out', (name) => {
  put(name)
  expect(listBackups(folder)).toMatchObject([{ name, is_handed_out: false }])
  expect(archiveIn(folder, name)).toBeUndefined()
})

test.each(['keys.json', '../academy-1.tar.gz', 'academy-1.tar.gz/../../keys.json', 'academy-1.tar.gz.partial', ''])(
  'the name %j reaches nothing',
  (name) => expect(archiveIn(folder, name)).toBeUndefined(),
)
