import { Cron } from 'croner'
import type { EmbeddedSupabase } from 'embedded-supabase'
import type { Logger } from 'pino'
import { ANCHOR, DELIVERY, JOBS, type Job } from '../../supabase/functions/_shared/jobs.ts'
import type { Backend } from './backend.ts'

/** How a job went the last time, and when it comes next; without `ran_at` it has not run since the start. */
export type JobRun = { ran_at?: string; failure?: string | null; next_at: string | null }

type Delivery = {
  sent?: number
  reasons?: { failure: string; failure_kind: 'unreachable' | 'temporary' | 'permanent' }[]
}

type Jobs = {
  /** By the name of the job. */
  runs(): Record<string, JobRun>
  stop(): void
}

/**
 * Starts the jobs of the embedded backend; a job that is still running is not started again. One that fails is told once,
 * and again when it works or fails otherwise. Without a mail server, which the start has told, no mails are delivered.
 */
export function startJobs({ embedded, serviceRoleKey }: Backend, siteUrl: string, log: Logger): Jobs {
  if (!embedded || !serviceRoleKey) return { runs: () => ({}), stop: () => undefined }
  const { mail } = embedded
  const failing = new Map<string, number>()
  const ran = new Map<string, Pick<JobRun, 'ran_at' | 'failure'>>()
  let anchor: unknown
  // What the log holds, the owner of the database cannot write anew: `npm run audit:verify` compares.
  const noteAnchor = (present: unknown) => {
    if (present !== anchor) log.info({ anchor: present }, 'the audit log ends here')
    anchor = present
  }
  const call = async ({ name, path, body = {} }: Job & { name: string }) => {
    const request = new Request(`${siteUrl}${path}`, {
      method: 'POST',
      headers: {
        apikey: serviceRoleKey,
        authorization: `Bearer ${serviceRoleKey}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    })
    const response = await embedded.fetch(request, { clientAddress: '127.0.0.1' })
    const failure = response.ok
      ? null
      : `${response.status} ${(await messageOf(response.clone())) ?? ''}`.trim().slice(0, 500)
    ran.set(name, { ran_at: new Date().toISOString(), failure })
    if (response.ok && failing.delete(name)) log.info({ job: name }, 'a job works again')
    if (!response.ok && failing.get(name) !== response.status) {
      failing.set(name, response.status)
      log.warn({ job: name, status: response.status, answer: await messageOf(response) }, 'a job failed')
    }
    if (response.ok && path === ANCHOR) noteAnchor(await response.json())
    if (response.ok && path === DELIVERY) reportDelivery((await response.json()) as Delivery, mail)
  }
  const jobs = Object.entries<Job>(JOBS).map(([name, job]) => ({ name, ...job }))
  const wanted = jobs.filter(({ path }) => path !== DELIVERY || mail.health().state !== 'no mail server')
  const crons = wanted.map(
    (job) => new Cron(job.schedule, { protect: true, catch: true, timezone: 'Asia/Jerusalem' }, () => call(job)),
  )
  return {
    runs: () =>
      Object.fromEntries(
        wanted.map(({ name }, i) => [name, { ...ran.get(name), next_at: crons[i]?.nextRun()?.toISOString() ?? null }]),
      ),
    stop() {
      for (const cron of crons) cron.stop()
    },
  }
}

/** What became of the product's mails says of the mail server what those of sign-in say. */
function reportDelivery({ sent = 0, reasons = [] }: Delivery, mail: EmbeddedSupabase['mail']): void {
  for (const { failure, failure_kind } of reasons) mail.failed({ kind: failure_kind, error: failure })
  if (sent > 0 && reasons.length === 0) mail.worked()
}

async function messageOf(response: Response): Promise<string | undefined> {
  const body: unknown = await response.json().catch(() => undefined)
  return body && typeof body === 'object' && 'message' in body ? String(body.message) : undefined
}
