import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const OWNER_ONLY = 0o600

/**
 * Makes a file for its owner alone, whole or not at all, also through a power cut. Of several processes that make it at
 * the same time one wins, and all read what that one wrote.
 * @returns false when there was a file already, which stays as it is
 */
export function makeFile(file: string, text: string): boolean {
  for (;;) {
    removePrepared(file)
    const prepared = prepare(file, text)
    try {
      linkSync(prepared, file)
      flushFolder(dirname(file))
      return true
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EEXIST') return false
      // Another process took it for the leftover of an interrupted start.
      if (code !== 'ENOENT') throw error
    } finally {
      rmSync(prepared, { force: true })
    }
  }
}

/** Writes a file for its owner alone, in place of one that may be there: after a crash it holds the old text or the new one. */
export function replaceFile(file: string, text: string): void {
  removePrepared(file)
  renameSync(prepare(file, text), file)
  flushFolder(dirname(file))
}

/** Makes new names in a folder last through a power cut, where the platform lets folders be synced. */
export function flushFolder(folder: string): void {
  let handle: number | undefined
  try {
    handle = openSync(folder, 'r')
    fsyncSync(handle)
  } catch {
    // Windows opens no folder, some network file systems sync none.
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}

const PREPARED = '.new-'

function prepare(file: string, text: string): string {
  const prepared = `${file}${PREPARED}${randomUUID()}`
  try {
    writeFileSync(prepared, text, { mode: OWNER_ONLY, flush: true })
    return prepared
  } catch (error) {
    rmSync(prepared, { force: true })
    throw error
  }
}

/** Takes away what a process that was killed had prepared. */
function removePrepared(file: string): void {
  const folder = dirname(file)
  for (const name of readdirSync(folder)) {
    if (name.startsWith(`${basename(file)}${PREPARED}`)) rmSync(join(folder, name), { force: true })
  }
}
