import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { keptElsewhere } from './cluster-home.ts'
import { lockFolder } from './folder-lock.ts'
import { clusterFiles } from './initialise.ts'
import { stopLeftover } from './supervisor.ts'

/**
 * Deletes a data folder with all that belongs to it: database, stored files and keys.
 * @throws when a living process holds the folder.
 */
export async function deleteData(dataDirectory: string): Promise<void> {
  if (!existsSync(dataDirectory)) return
  const unlock = lockFolder(join(dataDirectory, 'lock'))
  const folders = [dataDirectory, keptElsewhere(dataDirectory)].filter((folder) => folder !== undefined)
  for (const folder of folders) await stopLeftover(clusterFiles(folder).data, () => undefined)
  for (const folder of folders.reverse()) rmSync(folder, { recursive: true, force: true })
  unlock()
}
