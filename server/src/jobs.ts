import { Cron } from 'croner'
import type { Logger } from 'pino'
import type { Backend } from './backend.ts'

type Job = { name: string; schedule: string; functionName: string }

/** What a real Supabase project has pg_cron call; here the process calls the same functions. */
const JOBS: Job[] = [
  { name: 'deliver the mails of the product', schedule: '*/5 * * * * *', functionName: 'deliver-mail' },
]

/** Starts the jobs of the embedded backend; a job that is still running is not started again. */
export function startJobs({ embedded, serviceRoleKey }: Backend, siteUrl: string, log: Logger): { stop(): void } {
  if (!embedded || !serviceRoleKey) return { stop: () => undefined }
  const call = async ({ name, functionName }: Job) => {
    const request = new Request(`${siteUrl}/functions/v1/${functionName}`, {
      method: 'POST',
      headers: { apikey: serviceRoleKey, authorization: `Bearer ${serviceRoleKey}` },
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
