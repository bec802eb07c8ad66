import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formerChecksums, readReplaced } from '../../embedded-supabase/src/database/migrations.ts'
import { replacedMigrations } from '../../embedded-supabase/src/database/replaced-migrations.ts'

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

/** What the baseline has replaced, by path: released files, which stay as they were. */
const replaced = (): Checksums =>
  Object.fromEntries(
    FOLDERS.flatMap((folder) =>
      readReplaced({ set: '', folder: join(ROOT, folder) }).map(({ name, checksum }) => [
        `${folder}/${name}`,
        checksum,
      ]),
    ),
  )

/** The text of a migration of any release. */
export function migrationText(path: string): string {
  const kept = replacedMigrations(join(ROOT, dirname(path)))?.files.get(basename(path))
  return kept ?? readFileSync(join(ROOT, path), 'utf8')
}

/** Paths of what data of a release lacks, in the order in which it is applied: the baseline is for data that begins later. */
export function laterMigrations(version: string): string[] {
  const released = releasedMigrations(version)
  const baselines = FOLDERS.map((folder) => `${folder}/${replacedMigrations(join(ROOT, folder))?.baseline}`)
  return [...Object.keys(replaced()), ...Object.keys(currentMigrations())].filter(
    (path) => !(path in released) && !baselines.includes(path),
  )
}

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
export function brokenBy(present: Checksums, released: Checksums, former: Record<string, string[]> = {}): string[] {
  const now = { ...present, ...replaced() }
  return Object.entries(released).flatMap(([path, sum]) => {
    if (!(path in now)) return [`${path} is gone, but it was released: put it back`]
    return now[path] === sum || former[path]?.includes(sum)
      ? []
      : [`${path} was changed after its release: put it back and write a new file`]
  })
}

/** New migrations that a release would have applied earlier, had it known them; a fresh database would get another order. */
export function tooEarly(now: Checksums, released: Checksums): string[] {
  const kept = replaced()
  const lastOf = (folder: string) =>
    Object.keys(released)
      .filter((path) => dirname(path) === folder && !(path in kept))
      .sort()
      .at(-1) ?? ''
  return Object.keys(now).filter((path) => !(path in released) && path < lastOf(dirname(path)))
}
