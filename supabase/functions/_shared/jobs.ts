import type { KindOf } from './kinds.ts'

/** A call of the academy's API, and when: a pattern of cron with seconds before it. */
export type Job = { schedule: string; path: string; body?: object }
export type JobName = KindOf<'system_reports.jobs'>

export const DELIVERY = '/functions/v1/deliver-mail'
export const ANCHOR = '/rest/v1/rpc/audit_anchor'

/** What is done by the clock. The server of the academy calls it by itself, a hosted project by pg_cron (supabase/jobs). */
export const JOBS: Record<JobName, Job> = {
  'deliver the mails of the product': { schedule: '*/5 * * * * *', path: DELIVERY },
  'send campaigns': { schedule: '*/5 * * * * *', path: '/functions/v1/deliver-campaigns' },
  'meet the occasions of campaigns': { schedule: '20 * * * * *', path: '/rest/v1/rpc/queue_occasions' },
  'show and hide what is due': { schedule: '*/2 * * * * *', path: '/rest/v1/rpc/run_content_schedules' },
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
