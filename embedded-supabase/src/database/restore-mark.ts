import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The file that lies in a data folder while a backup is put in. */
export const restoreMark = (dataDirectory: string): string => join(dataDirectory, 'restore-unfinished')

/** @throws when a restore into the folder did not come to its end */
export function refuseHalfRestored(dataDirectory: string): void {
  if (!existsSync(restoreMark(dataDirectory))) return
  throw new Error(`A restore into ${dataDirectory} did not come to its end: restore again, which begins anew.`)
}
