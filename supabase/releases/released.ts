import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formerChecksums } from '../../embedded-supabase/src/database/migrations.ts'

/** The repository's root. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
/** One folder for each release: its migrations, and the backup of a small academy that it made. */
export const RELEASES = join(ROOT, 'supabase/releases')
export const LIST = 'migrations.json'
export const BACKUP = 'academy.tar.gz'
export const COUNTS = 'counts.json'

const FOLDERS = ['embedded-supabase/sql', 'supabase/migrations']

/** SHA-256 of each migration by its path from the root. */
export type Checksums = Record<string, string>

/** The migrations as they are now. */
export function currentMigrations(): Checksums {
  const paths = FOLDERS.flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`))
  const sum = (path: string) =>
    createHash('sha256')
      .update(readFileSync(join(ROOT, path)))
      .digest('hex')
  return Object.fromEntries(paths.sort().map((path) => [path, sum(path)]))
}

/** Of migrations that were rewritten after a release, SHA-256 of the former texts by path (decision 0146). */
export function formerTexts(): Record<string, string[]> {
  const of = (folder: string) =>
    Object.entries(formerChecksums(join(ROOT, folder))).map(([name, sums]) => [`${folder}/${name}`, sums])
  return Object.fromEntries(FOLDERS.flatMap(of))
}

/** The versions that were released, the oldest first. */
export function releasedVersions(): string[] {
  const versions = readdirSync(RELEASES).filter((name) => existsSync(join(RELEASES, name, LIST)))
  return versions.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
}

/** The migrations of a release. */
export const releasedMigrations = (version: string): Checksums =>
  JSON.parse(readFileSync(join(RELEASES, version, LIST), 'utf8')) as Checksums

/**
 * What is wrong with the migrations as they are now, for data that a release has made; nothing when they may be added to it.
 * @param former checksums of former texts that a rewritten migration may have had
 */
export function brokenBy(now: Checksums, released: Checksums, former: Record<string, string[]> = {}): string[] {
  return Object.entries(released).flatMap(([path, sum]) => {
    if (!(path in now)) return [`${path} is gone, but it was released: put it back`]
    return now[path] === sum || former[path]?.includes(sum)
      ? []
      : [`${path} was changed after its release: put it back and write a new file`]
  })
}

/** New migrations that a release would have applied earlier, had it known them; a fresh database would get another order. */
export function tooEarly(now: Checksums, released: Checksums): string[] {
  const lastOf = (folder: string) =>
    Object.keys(released)
      .filter((path) => dirname(path) === folder)
      .sort()
      .at(-1) ?? ''
  return Object.keys(now).filter((path) => !(path in released) && path < lastOf(dirname(path)))
}
