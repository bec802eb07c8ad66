import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  BACKUP,
  brokenBy,
  currentMigrations,
  formerTexts,
  migrationText,
  RELEASES,
  releasedMigrations,
  releasedVersions,
  tooEarly,
} from '../supabase/releases/released.ts'

const LARGEST_BACKUP = 3_000_000
const now = currentMigrations()

test.each(releasedVersions())(
  'the migrations of release %s are as they were, and new ones come behind them',
  (version) => {
    const released = releasedMigrations(version)
    expect(brokenBy(now, released, formerTexts())).toEqual([])
    expect(
      tooEarly(now, released),
      'give them later names; before the version is published `npm run release` adds them to it',
    ).toEqual([])
    expect(statSync(join(RELEASES, version, BACKUP)).size).toBeLessThan(LARGEST_BACKUP)
  },
)

test('a former text that is listed for a migration of a release is the one that the release had', () => {
  const ofReleases = releasedVersions().map(releasedMigrations)
  for (const [path, sums] of Object.entries(formerTexts())) {
    const present = createHash('sha256').update(migrationText(path)).digest('hex')
    const former = ofReleases.flatMap((files) => files[path] ?? []).filter((sum) => sum !== present)
    expect(former.length === 0 ? [] : sums.filter((sum) => !former.includes(sum)), path).toEqual([])
    expect(sums, path).not.toContain(present)
  }
})

test('no two migrations have one number: a Supabase project takes each once', () => {
  const numbers = Object.keys(now).map((file) => file.split('_')[0])
  expect(numbers.length).toBeGreaterThan(5)
  expect(numbers.filter((number, place) => numbers.indexOf(number) !== place)).toEqual([])
})

test('a released file that changes or vanishes is named with what to do; a new one is allowed', () => {
  const released = { 'supabase/migrations/1.sql': 'a', 'supabase/migrations/2.sql': 'b' }
  expect(brokenBy({ ...released, 'supabase/migrations/2.sql': 'c' }, released)).toEqual([
    'supabase/migrations/2.sql was changed after its release: put it back and write a new file',
  ])
  const rewritten = { ...released, 'supabase/migrations/2.sql': 'c' }
  expect(brokenBy(rewritten, released, { 'supabase/migrations/2.sql': ['b'] })).toEqual([])
  expect(brokenBy(rewritten, released, { 'supabase/migrations/2.sql': ['a'] })).toHaveLength(1)
  expect(brokenBy(rewritten, released, { 'supabase/migrations/1.sql': ['b'] })).toHaveLength(1)
  expect(brokenBy({ 'supabase/migrations/1.sql': 'a' }, released)).toEqual([
    'supabase/migrations/2.sql is gone, but it was released: put it back',
  ])
  expect(brokenBy({ ...released, 'supabase/migrations/3.sql': 'd' }, released)).toEqual([])
  expect(tooEarly({ ...released, 'supabase/migrations/3.sql': 'd' }, released)).toEqual([])
  expect(tooEarly({ ...released, 'supabase/migrations/15.sql': 'd' }, released)).toEqual(['supabase/migrations/15.sql'])
})
