import { Cron } from 'croner'
import type { EmbeddedSupabase } from 'embedded-supabase'
import type { Logger } from 'pino'
import type { KindOf } from '../../supabase/functions/_shared/kinds.ts'
import type { Backend } from './backend.ts'

type Job = { schedule: string; path: string; body?: object }
type JobName = KindOf<'system_reports.jobs'>

/** How a job went the last time, and when it comes next; without `ran_at` it has not run since the start. */
export type JobRun = { ran_at?: string; failure?: string | null; next_at: string | null }

const DELIVERY = '/functions/v1/deliver-mail'
const SCHEDULES = '/rest/v1/rpc/run_content_schedules'
const ANCHOR = '/rest/v1/rpc/audit_anchor'

/** What a real Supabase project has pg_cron call; here the process calls the same functions. Times are Israel's. */
const JOBS: Record<JobName, Job> = {
  'deliver the mails of the product': { schedule: '*/5 * * * * *', path: DELIVERY },
  'send campaigns': { schedule: '*/5 * * * * *', path: '/functions/v1/deliver-campaigns' },
  'meet the occasions of campaigns': { schedule: '20 * * * * *', path: '/rest/v1/rpc/queue_occasions' },
  'show and hide what is due': { schedule: '*/2 * * * * *', path: SCHEDULES },
  'delete accounts that are due': { schedule: '0 17 * * * *', path: '/rest/v1/rpc/purge_deleted_accounts' },
  'forget registrations': { schedule: '0 27 * * * *', path: '/rest/v1/rpc/forget_registrations' },
  'forget old rows': { schedule: '0 47 * * * *', path: '/rest/v1/rpc/forget_old_rows' },
  'sum up visits': { schedule: '0 37 * * * *', path: '/rest/v1/rpc/sum_up_visits' },
  'sum up analytics': { schedule: '45 */5 * * * *', path: '/rest/v1/rpc/sum_up_analytics' },
  'mail the figures of the week': { schedule: '25 3 * * * *', path: '/rest/v1/rpc/queue_weekly_mails' },
  'sum up days': { schedule: '30 * * * * *', path: '/rest/v1/rpc/sum_up_days' },
  'score tests whose time is over': {
    schedule: '15 * * * * *',
    path: '/functions/v1/quiz-attempts',
    body: { action: 'score' },
  },
  'note the end of the audit log': { schedule: '0 */10 * * * *', path: ANCHOR },
}

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
  const jobs = Object.entries(JOBS).map(([name, job]) => ({ name, ...job }))
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
