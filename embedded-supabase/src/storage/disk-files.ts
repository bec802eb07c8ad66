import { open, opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Makes a new name in a folder survive a power cut, where the platform lets folders be synced. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r').catch(() => undefined)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}

/** Files in a folder and below it that were last written before a moment; none where there is no such folder. */
export async function* filesBelow(folder: string, before: Date): AsyncGenerator<{ name: string; path: string }> {
  const directory = await opendir(folder).catch(ignoreMissing)
  for await (const entry of directory ?? []) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path, before)
    else if (((await stat(path).catch(ignoreMissing))?.mtime ?? before) < before) yield { name: entry.name, path }
  }
}

/** For `catch`: a file that is not there is undefined, any other error is thrown on. */
export function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}
