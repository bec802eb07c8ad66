import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyTree } from './copy-tree.mjs'
import { codeToStart, currentCode, readPointer, writePointer } from './current-release.mjs'

const since = '20260101000000'
const release = { name: '2.0.0', version: '2.0.0' }

let home: string
let database: string
let kept: string
let aside: string

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'home-'))
  writeFileSync(join(home, 'package.json'), '{"version":"1.0.0"}')
  mkdirSync(join(home, 'releases/2.0.0/scripts'), { recursive: true })
  writeFileSync(join(home, 'releases/2.0.0/scripts/start.mjs'), '')
  database = join(home, 'data/postgres')
  kept = join(home, `data/backups/database-before-upgrade-${since}`)
  aside = join(home, `data/backups/database-of-failed-upgrade-${since}`)
  mkdirSync(database, { recursive: true })
  writeFileSync(join(database, 'rows'), 'old')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const rows = (folder: string) => readFileSync(join(folder, 'rows'), 'utf8')
const onTrial = (more = {}) =>
  writePointer(home, {
    ...{ release, previous: null, home: ['version 1.0.0'] },
    trial: { since, migrates: true, canGoBack: true, starts: 0 },
    ...more,
  })
const newFolder = () => join(home, 'releases/2.0.0')

test('without a pointer, or with a home that was moved since, the home runs', () => {
  expect(codeToStart(home)).toBe(home)
  onTrial({ trial: undefined })
  expect([codeToStart(home), currentCode(home)]).toEqual([newFolder(), newFolder()])
  writeFileSync(join(home, 'package.json'), '{"version":"1.1.0"}')
  expect([codeToStart(home), currentCode(home)]).toEqual([home, home])
})

test('the database is copied once before a release with migrations is tried, also where a copy was cut short', () => {
  onTrial()
  mkdirSync(`${kept}.part`, { recursive: true })
  writeFileSync(join(`${kept}.part`, 'half'), '')
  expect(codeToStart(home)).toBe(newFolder())
  expect([rows(kept), existsSync(join(kept, 'half')), existsSync(`${kept}.part`)]).toEqual(['old', false, false])
  writeFileSync(join(database, 'rows'), 'written by the new release')
  expect(codeToStart(home)).toBe(newFolder())
  expect([rows(kept), readPointer(home)?.trial?.starts]).toEqual(['old', 2])
})

test('a copy that was whole before the pointer said so is not made again', () => {
  onTrial()
  mkdirSync(kept, { recursive: true })
  writeFileSync(join(kept, 'rows'), 'whole')
  codeToStart(home)
  expect(rows(kept)).toBe('whole')
})

const goneWrong = () => {
  onTrial()
  codeToStart(home)
  writeFileSync(join(database, 'rows'), 'new')
  writePointer(home, { ...readPointer(home), wayBack: 'it did not serve' } as never)
}

test.each([
  ['from its beginning', () => undefined],
  ['after the failed database was laid aside', () => renameSync(database, aside)],
  [
    'after the copy took its place',
    () => {
      renameSync(database, aside)
      renameSync(kept, database)
    },
  ],
])('the way back is completed %s', (_, interrupt) => {
  goneWrong()
  interrupt()
  expect(codeToStart(home)).toBe(home)
  expect([rows(database), rows(aside), existsSync(kept)]).toEqual(['old', 'new', false])
  expect(readPointer(home)).toEqual({
    ...{ release: null, previous: null, home: ['version 1.0.0'] },
    lastWayBack: { release: '2.0.0', reason: 'it did not serve', aside },
  })
  expect(codeToStart(home)).toBe(home)
  expect(rows(database)).toBe('old')
})

test('a release that ended three times goes back by itself, but not where no copy of the database could be made', () => {
  onTrial()
  for (let start = 0; start < 3; start += 1) expect(codeToStart(home)).toBe(newFolder())
  expect(codeToStart(home)).toBe(home)
  onTrial({ trial: { since, migrates: true, canGoBack: false, starts: 7 } })
  expect(codeToStart(home)).toBe(newFolder())
})

test('a copied tree has the same modes, times and links, as hard links where they are wanted', () => {
  symlinkSync('rows', join(database, 'link'))
  mkdirSync(join(database, 'closed'), { mode: 0o700 })
  linkSync(join(database, 'rows'), join(database, 'closed/rows'))
  for (const link of [false, true]) {
    const to = join(home, `copy-${link}`)
    copyTree(database, to, { link, skip: (name: string) => name === 'link' && link })
    expect([rows(to), statSync(join(to, 'closed')).mode & 0o777]).toEqual(['old', 0o700])
    expect(statSync(join(to, 'rows')).ino === statSync(join(database, 'rows')).ino).toBe(link)
    expect(statSync(join(to, 'rows')).mtimeMs).toBeCloseTo(statSync(join(database, 'rows')).mtimeMs, -1)
    if (!link) expect(lstatSync(join(to, 'link')).isSymbolicLink()).toBe(true)
  }
})
