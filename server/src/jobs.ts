import { Cron } from 'croner'
import type { Logger } from 'pino'
import type { Backend } from './backend.ts'

type Job = { name: string; schedule: string; path: string }

/** What a real Supabase project has pg_cron call; here the process calls the same functions. Times are Israel's. */
const JOBS: Job[] = [
  { name: 'deliver the mails of the product', schedule: '*/5 * * * * *', path: '/functions/v1/deliver-mail' },
  { name: 'delete accounts that are due', schedule: '0 17 * * * *', path: '/rest/v1/rpc/purge_deleted_accounts' },
  { name: 'forget registrations', schedule: '0 27 * * * *', path: '/rest/v1/rpc/forget_registrations' },
  { name: 'forget old rows', schedule: '0 47 * * * *', path: '/rest/v1/rpc/forget_old_rows' },
  { name: 'sum up visits', schedule: '0 37 * * * *', path: '/rest/v1/rpc/sum_up_visits' },
]

/** Starts the jobs of the embedded backend; a job that is still running is not started again. */
export function startJobs({ embedded, serviceRoleKey }: Backend, siteUrl: string, log: Logger): { stop(): void } {
  if (!embedded || !serviceRoleKey) return { stop: () => undefined }
  const call = async ({ name, path }: Job) => {
    const request = new Request(`${siteUrl}${path}`, {
      method: 'POST',
      headers: {
        apikey: serviceRoleKey,
        authorization: `Bearer ${serviceRoleKey}`,
        'content-type': 'application/json',
      },
      body: '{}',
    })
    const response = await embedded.fetch(request, { clientAddress: '127.0.0.1' })
    if (!response.ok) log.warn({ job: name, status: response.status }, 'a job failed')
  }
  const crons = JOBS.map(
    (job) => new Cron(job.schedule, { protect: true, catch: true, timezone: 'Asia/Jerusalem' }, () => call(job)),
  )
  return {
    stop() {
      for (const cron of crons) cron.stop()
    },
  }
}
