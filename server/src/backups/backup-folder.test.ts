import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { archiveIn, listBackups, placeForBackup, tidyBackups } from './backup-folder.ts'

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
  const kept = [19, 18, 17].map((day) => put(`academy-202611${day}T000000Z-asked.tar.gz`, 20 - day))
  put('academy-20261116T000000Z-asked.tar.gz', 4)
  put('academy-20261118T120000Z-asked.tar.gz.partial')
  const timers = [put('academy-20261001T000000Z.tar.gz', 50), put('academy-backup-1.tar.gz', 90)]
  tidyBackups(folder, NOW)
  expect(readdirSync(folder).sort()).toEqual([...kept, ...timers].sort())
  tidyBackups(folder, NOW + 12 * DAY_MS)
  expect(readdirSync(folder).sort()).toEqual([kept[0], kept[1], ...timers].sort())
})

test('a new one has a name by which it is found and reached', () => {
  const place = placeForBackup(join(folder, 'made'), NOW)
  expect(place).toBe(join(folder, 'made', 'academy-20261120T100000Z-asked.tar.gz'))
  writeFileSync(place, 'x')
  const [found] = listBackups(join(folder, 'made'))
  expect(archiveIn(join(folder, 'made'), found?.name ?? '')).toBe(place)
})

test.each(['keys.json', '../academy-1.tar.gz', 'academy-1.tar.gz/../../keys.json', 'academy-1.tar.gz.partial', ''])(
  'the name %j reaches nothing',
  (name) => expect(archiveIn(folder, name)).toBeUndefined(),
)
