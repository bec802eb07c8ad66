import { queryOptions } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'

export type WaitingName =
  | 'tickets'
  | 'access_requests'
  | 'invitations'
  | 'mails'
  | 'jobs'
  | 'facts'
  | 'courses'
  | 'articles'
/** How much waits; what the role may not see is missing. */
export type WaitingCounts = Partial<Record<WaitingName, number>>

export const FIGURE_NAMES = ['registrations', 'activeStudents', 'completedLessons', 'completedCourses'] as const
export type FigureName = (typeof FIGURE_NAMES)[number]
export type FigureDay = { day: string } & Record<FigureName, number>
/** Whole days, the newest last; today as far as it was counted, and when that was (null: never). */
export type DayFigures = { days: FigureDay[]; today: FigureDay | undefined; countedAt: string | null }

type FigureRow = {
  day: string
  registrations: number
  active_students: number
  completed_lessons: number
  completed_courses: number
}

/** How a job went the last time; `ranAt` is null until it ran, `failure` null where it went well. */
export type JobLine = { name: string; ranAt: string | null; failure: string | null; nextAt: string | null }
/** What the process of the academy last said of itself. */
export type SystemReport = {
  jobs: JobLine[]
  disk: { freeBytes: number; totalBytes: number } | null
  /** Null where nobody knows of backups. */
  backups: { newestAt: string | null } | null
  reportedAt: string
  isOld: boolean
}

export type SystemHealth = {
  queuedMails: number
  oldestDueAt: string | null
  abandonedMails: number
  storedBytes: number
  databaseBytes: number
  auditLines: number
  /** Null where no process reports, as on a project elsewhere. */
  report: SystemReport | null
}

type ReportRow = {
  jobs: Record<string, { ran_at?: string; failure?: string | null; next_at?: string | null }>
  disk?: { free_bytes: number; total_bytes: number }
  backups?: { newest_at: string | null }
  reported_at: string
  is_old: boolean
}

type HealthRow = {
  queued_mails: number
  oldest_due_at: string | null
  abandoned_mails: number
  stored_bytes: number
  database_bytes: number
  audit_lines: number
  report: ReportRow | null
}

const toReport = ({ jobs, disk, backups, reported_at, is_old }: ReportRow): SystemReport => ({
  jobs: Object.entries(jobs).map(([name, { ran_at = null, failure = null, next_at = null }]) => ({
    name,
    ranAt: ran_at,
    failure,
    nextAt: next_at,
  })),
  disk: disk ? { freeBytes: disk.free_bytes, totalBytes: disk.total_bytes } : null,
  backups: backups ? { newestAt: backups.newest_at } : null,
  reportedAt: reported_at,
  isOld: is_old,
})

/** What waits for this member, for the first page and the navigation: one statement, asked again when the window comes back. */
export const waitingQuery = () =>
  queryOptions({
    queryKey: ['staff', 'waiting'],
    queryFn: async () => (await callFunction('staff_waiting', {}, LIST_LOADING_TIMEOUT)) as WaitingCounts,
    refetchOnWindowFocus: true,
  })

const toFigureDay = (row: FigureRow): FigureDay => ({
  day: row.day,
  registrations: row.registrations,
  activeStudents: row.active_students,
  completedLessons: row.completed_lessons,
  completedCourses: row.completed_courses,
})

/** Figures of the last 56 whole days and of today, as they were last counted. */
export const figuresQuery = () =>
  queryOptions({
    queryKey: ['staff', 'figures'],
    queryFn: async (): Promise<DayFigures> => {
      const answer = (await callFunction('staff_figures', {}, LIST_LOADING_TIMEOUT)) as {
        days: FigureRow[]
        counted_at: string | null
      }
      const days = answer.days.map(toFigureDay)
      return { days: days.slice(0, -1), today: days.at(-1), countedAt: answer.counted_at }
    },
  })

/** How the system is, for super_admin. */
export const healthQuery = () =>
  queryOptions({
    queryKey: ['staff', 'health'],
    queryFn: async (): Promise<SystemHealth> => {
      const row = (await callFunction('staff_health', {}, LIST_LOADING_TIMEOUT)) as HealthRow
      return {
        queuedMails: row.queued_mails,
        oldestDueAt: row.oldest_due_at,
        abandonedMails: row.abandoned_mails,
        storedBytes: row.stored_bytes,
        databaseBytes: row.database_bytes,
        auditLines: row.audit_lines,
        report: row.report && toReport(row.report),
      }
    },
  })
