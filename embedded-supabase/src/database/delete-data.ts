import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { keptElsewhere } from './cluster-home.ts'
import { deleteFolder } from './data-folder.ts'
import { lockFolder } from './folder-lock.ts'
import { clusterFiles } from './initialise.ts'
import { stopLeftover } from './supervisor.ts'

/**
 * Deletes database, stored files and keys of a data folder, and the folder unless backups or files of a home lie in it.
 * @throws when a living process holds the folder.
 */
export async function deleteData(dataDirectory: string): Promise<void> {
  if (!existsSync(dataDirectory)) return
  const unlock = lockFolder(join(dataDirectory, 'lock'))
  const elsewhere = keptElsewhere(dataDirectory)
  for (const folder of [dataDirectory, elsewhere]) {
    if (folder) await stopLeftover(clusterFiles(folder).data, () => undefined)
  }
  if (elsewhere) rmSync(elsewhere, { recursive: true, force: true })
  deleteFolder(dataDirectory)
  unlock()
}
