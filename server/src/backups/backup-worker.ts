import type { Logger } from 'pino'
import type { Backend } from '../backend.ts'
import type { Config } from '../config.ts'
import { callAsServer } from '../http/call-as-server.ts'
import { makeBackup } from './make-backup.ts'

const LOOK_EVERY_MS = 2_000
const REPORT_EVERY_MS = 1_000

type Working = {
  backend: Pick<Backend, 'embedded' | 'fetch' | 'publicUrl' | 'serviceRoleKey'>
  config: Pick<Config, 'dataDirectory' | 'databaseUrl' | 'siteUrl' | 'backupRecipients'>
  folder: string
  /** Called when the archives of the folder are others. */
  onChange: () => Promise<void>
  log: Logger
}

type BackupWorker = {
  /** Makes the backup that waits, if one does; says whether it did. */
  work(): Promise<boolean>
  stop(): void
}

/**
 * Makes the backups that super_admin asks for, one at a time. A project elsewhere has its own backups, and none are made.
 */
export function startBackupWorker(working: Working): BackupWorker {
  const { backend, log } = working
  if (!backend.embedded || !backend.serviceRoleKey) return { work: async () => false, stop: () => undefined }
  const state = { isBusy: false, isEnding: false, hasFailed: false }
  const work = async () => {
    if (state.isBusy || state.isEnding) return false
    state.isBusy = true
    try {
      return await workOnNext(working, () => state.isEnding)
    } finally {
      state.isBusy = false
    }
  }
  const look = async () => {
    try {
      await work()
      state.hasFailed = false
    } catch (error) {
      if (!state.hasFailed && !state.isEnding) log.warn({ err: error }, 'backups that are asked for are not made')
      state.hasFailed = true
    }
  }
  const timer = setInterval(() => void look(), LOOK_EVERY_MS).unref()
  return {
    work,
    stop() {
      state.isEnding = true
      clearInterval(timer)
    },
  }
}

async function workOnNext({ backend, config, folder, onChange, log }: Working, isEnding: () => boolean) {
  const call = callAsServer(backend, config.siteUrl)
  const backup = (await call('take_backup', {})) as string | null
  if (!backup) return false
  const far = { done: 0, whole: 0, isGivenUp: false }
  const report = async () => {
    const isKept = await call('note_backup', { backup, done_bytes: far.done, whole_bytes: far.whole })
    if (isKept === false) far.isGivenUp = true
  }
  const timer = setInterval(() => void report().catch(() => undefined), REPORT_EVERY_MS).unref()
  try {
    const outcome = await makeBackup({
      config,
      folder,
      onProgress(done, whole) {
        Object.assign(far, { done, whole })
        return !far.isGivenUp && !isEnding()
      },
    })
    if ('failure' in outcome) log.error({ err: outcome.cause, failure: outcome.failure }, 'a backup failed')
    else log.info({ file: outcome.file }, 'a backup was made')
    await onChange()
    const result = { file: null, failure: null, ...('file' in outcome ? outcome : { failure: outcome.failure }) }
    await call('finish_backup', { backup, ...result })
  } finally {
    clearInterval(timer)
  }
  return true
}
