import { statfsSync } from 'node:fs'
import type { Logger } from 'pino'
import type { Backend } from './backend.ts'
import type { Config } from './config.ts'
import { findBackups } from './doctor/gather-folder.ts'
import type { Mistake } from './doctor/mistake.ts'
import type { JobRun } from './jobs.ts'

const REPORT_EVERY_MS = 60_000
/** Reports from one look of the doctor to the next; the first look comes a minute after the start. */
const REPORTS_OF_A_LOOK = 60
const REPORT = '/rest/v1/rpc/note_system_report'

type Reporting = {
  backend: Pick<Backend, 'embedded' | 'fetch' | 'serviceRoleKey'>
  config: Pick<Config, 'dataDirectory' | 'siteUrl'>
  backupFolder: string | undefined
  jobRuns: () => Record<string, JobRun>
  /** What should be mended, as `npm run doctor` finds it. */
  examine: () => Promise<Mistake[]>
  log: Logger
}

/**
 * Tells the database every minute what only this process knows, for the first page of the staff: how its jobs went, the
 * room on the disk of the data folder, the age of the newest backup, and every hour what the doctor finds to mend. A project elsewhere runs its jobs itself and hears
 * nothing from here.
 */
export function startReports({ backend, config, backupFolder, jobRuns, examine, log }: Reporting): { stop(): void } {
  const { embedded, serviceRoleKey, fetch: send } = backend
  if (!embedded || !serviceRoleKey) return { stop: () => undefined }
  let failed = false
  let reports = 0
  let doctor: { at: string; mistakes: Mistake[] } | undefined
  const look = async () => {
    doctor = { at: new Date().toISOString(), mistakes: await examine() }
  }
  const tell = async () => {
    if (reports++ % REPORTS_OF_A_LOOK === 1) await look().catch(() => undefined)
    const report = { jobs: jobRuns(), disk: diskOf(config.dataDirectory), backups: backupsIn(backupFolder), doctor }
    const response = await send(`${config.siteUrl}${REPORT}`, {
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
  const timer = setInterval(() => void tell().catch(() => undefined), REPORT_EVERY_MS).unref()
  void tell().catch(() => undefined)
  return { stop: () => clearInterval(timer) }
}

function diskOf(folder: string): { free_bytes: number; total_bytes: number } {
  const { bavail, blocks, bsize } = statfsSync(folder)
  return { free_bytes: bavail * bsize, total_bytes: blocks * bsize }
}

/** The newest backup of a folder, null where it holds none; undefined where no folder is known. */
function backupsIn(folder: string | undefined): { newest_at: string | null } | undefined {
  return folder ? { newest_at: findBackups(folder).newest?.toISOString() ?? null } : undefined
}
