import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * `siteUrl` is what it calls itself: links that a command makes must lead there, whatever the command's settings say.
 * `release` is the folder of the release that an upgrade chose; without it the home's own code runs.
 */
export type Running = { pid: number; url: string; siteUrl: string; release?: string }

const fileIn = (dataDirectory: string) => join(dataDirectory, 'running.json')

/**
 * Writes down where the academy of a data folder listens, so that commands find it by the folder alone. It runs without
 * the note as well: with a Supabase project it needs no folder, and with a full disk it still answers.
 * @param warn hears why the note could not be written
 * @returns what takes the note away again, unless another process has written its own meanwhile
 */
export function noteRunning(
  dataDirectory: string,
  at: Omit<Running, 'pid' | 'release'>,
  warn: (why: string) => void,
): () => void {
  const file = fileIn(dataDirectory)
  const release = process.env.ACADEMY_RELEASE
  const note: Running = { pid: process.pid, ...at, ...(release && { release }) }
  try {
    mkdirSync(dataDirectory, { recursive: true, mode: 0o700 })
    writeFileSync(`${file}.new`, JSON.stringify(note), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    warn(`${file} could not be written (${code}): commands take the address of the academy from SITE_URL alone`)
  }
  return () => {
    if (readRunning(dataDirectory)?.pid !== process.pid) return
    try {
      rmSync(file, { force: true })
    } catch {
      // A process that is gone is not found by its note.
    }
  }
}

/** What the academy of a data folder wrote down; a killed one has left its note behind. */
export function readRunning(dataDirectory: string): Running | undefined {
  try {
    return JSON.parse(readFileSync(fileIn(dataDirectory), 'utf8')) as Running
  } catch {
    return undefined
  }
}
