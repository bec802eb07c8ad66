import { statfsSync } from 'node:fs'
import type { Logger } from 'pino'
import type { Backend } from './backend.ts'
import { listBackups } from './backups/backup-folder.ts'
import type { Config } from './config.ts'
import type { Mistake } from './doctor/mistake.ts'
import type { JobRun } from './jobs.ts'

const REPORT_EVERY_MS = 60_000
/** Reports from one look of the doctor to the next; the first look comes a minute after the start. */
const REPORTS_OF_A_LOOK = 60
const REPORT = '/rest/v1/rpc/note_system_report'

type Reporting = {
  backend: Pick<Backend, 'embedded' | 'fetch' | 'serviceRoleKey'>
  config: Pick<Config, 'dataDirectory' | 'siteUrl' | 's3'>
  backupFolder: string
  jobRuns: () => Record<string, JobRun>
  /** What should be mended, as `npm run doctor` finds it. */
  examine: () => Promise<Mistake[]>
  log: Logger
}

type Reports = {
  /** Tells now, without another look of the doctor. */
  tell(): Promise<void>
  stop(): void
}

/**
 * Tells the database every minute what only this process knows, for the first page of the staff: how its jobs went, the
 * room on the disk of the data folder, the backups that are kept, and every hour what the doctor finds to mend. A project elsewhere runs its jobs itself and hears
 * nothing from here.
 */
export function startReports({ backend, config, backupFolder, jobRuns, examine, log }: Reporting): Reports {
  const { embedded, serviceRoleKey, fetch: send } = backend
  const { dataDirectory, siteUrl, s3 } = config
  if (!embedded || !serviceRoleKey) return { tell: async () => undefined, stop: () => undefined }
  let failed = false
  let reports = 0
  let doctor: { at: string; mistakes: Mistake[] } | undefined
  const look = async () => {
    doctor = { at: new Date().toISOString(), mistakes: await examine() }
  }
  const tell = async () => {
    const report = {
      jobs: jobRuns(),
      disk: diskOf(dataDirectory),
      backups: backupsIn(backupFolder, s3 !== undefined),
      doctor,
    }
    const response = await send(`${siteUrl}${REPORT}`, {
      method: 'POST',
      headers: {
        apikey: serviceRoleKey,
        authorization: `Bearer ${serviceRoleKey}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ report }),
    })
    if (response.ok === failed) log[failed ? 'info' : 'warn']({ status: response.status }, 'the report on the jobs')
    failed = !response.ok
  }
  const reportInTurn = async () => {
    if (reports++ % REPORTS_OF_A_LOOK === 1) await look().catch(() => undefined)
    await tell()
  }
  const timer = setInterval(() => void reportInTurn().catch(() => undefined), REPORT_EVERY_MS).unref()
  void reportInTurn().catch(() => undefined)
  return { tell, stop: () => clearInterval(timer) }
}

function diskOf(folder: string): { free_bytes: number; total_bytes: number } {
  const { bavail, blocks, bsize } = statfsSync(folder)
  return { free_bytes: bavail * bsize, total_bytes: blocks * bsize }
}

/** The archives that are kept here, and whether the stored files lie elsewhere and are in none of them. */
function backupsIn(folder: string, withoutFiles: boolean): object {
  const files = listBackups(folder)
  return { newest_at: files[0]?.made_at ?? null, files, without_files: withoutFiles }
}
