import { statfsSync } from 'node:fs'
import type { Logger } from 'pino'
import type { Backend } from './backend.ts'
import type { Config } from './config.ts'
import { findBackups } from './doctor/gather-folder.ts'
import type { JobRun } from './jobs.ts'

const REPORT_EVERY_MS = 60_000
const REPORT = '/rest/v1/rpc/note_system_report'

type Reporting = {
  backend: Pick<Backend, 'embedded' | 'fetch' | 'serviceRoleKey'>
  config: Pick<Config, 'dataDirectory' | 'siteUrl'>
  backupFolder: string | undefined
  jobRuns: () => Record<string, JobRun>
  log: Logger
}

/**
 * Tells the database every minute what only this process knows, for the first page of the staff: how its jobs went, the
 * room on the disk of the data folder, the age of the newest backup. A project elsewhere runs its jobs itself and hears
 * nothing from here.
 */
export function startReports({ backend, config, backupFolder, jobRuns, log }: Reporting): { stop(): void } {
  const { embedded, serviceRoleKey, fetch: send } = backend
  if (!embedded || !serviceRoleKey) return { stop: () => undefined }
  let failed = false
  const tell = async () => {
    const report = { jobs: jobRuns(), disk: diskOf(config.dataDirectory), backups: backupsIn(backupFolder) }
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
