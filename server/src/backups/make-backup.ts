import { rmSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { backUp, checkBackup, withCheckKey } from 'embedded-supabase'
import type { KindOf } from '../../../supabase/functions/_shared/kinds.ts'
import type { Config } from '../config.ts'
import { freeBytes, newBackupPath, tidyBackups } from './backup-folder.ts'
import { PRODUCT_SECRETS } from './product-secrets.ts'

/** Left free on the disk, which is often that of the database: a backup must not be what stops it. */
const RESERVE_BYTES = 256 * 1024 * 1024
/** Written between two looks at the disk. */
const LOOK_EVERY_BYTES = 16 * 1024 * 1024

export type BackupFailure = KindOf<'backups.failure'>
export type BackupOutcome = { file: string } | { failure: BackupFailure; cause: unknown }

/** Why a backup was ended before it was whole. */
class BackupStop extends Error {
  constructor(readonly failure: BackupFailure) {
    super(`The backup was ended: ${failure}`)
  }
}

type Making = {
  config: Pick<Config, 'dataDirectory' | 'databaseUrl' | 'siteUrl' | 'backupRecipients'>
  folder: string
  /** Hears how far it is; false ends the backup. */
  onProgress: (doneBytes: number, wholeBytes: number) => boolean
  now?: () => number
  free?: (folder: string) => number
}

/**
 * Makes a backup as `npm run db:backup` does but without any secret, encrypted where the settings name recipients, reads it
 * to its end, and takes old ones away. It is ended before the disk is full; what fails leaves no file.
 * @returns the name of the archive, or why there is none
 */
export async function makeBackup({ config, folder, onProgress, ...given }: Making): Promise<BackupOutcome> {
  const { now = Date.now, free = freeBytes } = given
  let lookedAt = Number.NEGATIVE_INFINITY
  const check = (done: number, whole: number) => {
    if (done - lookedAt >= LOOK_EVERY_BYTES) {
      lookedAt = done
      // Rows shrink when they are packed, pictures and films do not: the whole is what may come.
      if (free(folder) < RESERVE_BYTES + (whole - done)) throw new BackupStop('NO_ROOM')
    }
    if (!onProgress(done, whole)) throw new BackupStop('INTERRUPTED')
  }
  const { backupRecipients: recipients } = config
  const { encryptFor, openWith } = await withCheckKey(recipients.length > 0 ? { recipients } : undefined)
  let file: string
  try {
    file = newBackupPath(folder, now(), encryptFor !== undefined)
    tidyBackups(folder, now())
  } catch (cause) {
    return { failure: 'NO_FOLDER', cause }
  }
  try {
    const place = { ...config, encryptFor, withoutSecrets: PRODUCT_SECRETS, log: () => undefined }
    await backUp(file, place, check)
  } catch (cause) {
    return { failure: failureOf(cause), cause }
  }
  try {
    await checkBackup(file, openWith)
  } catch (cause) {
    rmSync(file, { force: true })
    return { failure: 'DAMAGED', cause }
  }
  tidyBackups(dirname(file), now())
  return { file: basename(file) }
}

function failureOf(cause: unknown): BackupFailure {
  if (cause instanceof BackupStop) return cause.failure
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG') return 'NO_ROOM'
  return code === 'EACCES' || code === 'EROFS' || code === 'EPERM' ? 'NO_FOLDER' : 'FAILED'
}
