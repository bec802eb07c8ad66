import { queryOptions } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'

export type WaitingName = 'tickets' | 'access_requests' | 'invitations' | 'mails' | 'courses' | 'articles'
/** How much waits; what the role may not see is missing. */
export type WaitingCounts = Partial<Record<WaitingName, number>>

export type FigureDay = { day: string; registrations: number; completions: number }

export type SystemHealth = {
  queuedMails: number
  oldestDueAt: string | null
  abandonedMails: number
  storedBytes: number
  databaseBytes: number
  auditLines: number
}

type HealthRow = {
  queued_mails: number
  oldest_due_at: string | null
  abandoned_mails: number
  stored_bytes: number
  database_bytes: number
  audit_lines: number
}

/** What waits for this member, for the first page and the navigation: one statement, asked again when the window comes back. */
export const waitingQuery = () =>
  queryOptions({
    queryKey: ['staff', 'waiting'],
    queryFn: async () => (await callFunction('staff_waiting', {}, LIST_LOADING_TIMEOUT)) as WaitingCounts,
    refetchOnWindowFocus: true,
  })

/** Registrations and completed courses of the last 56 days, today last. */
export const figuresQuery = () =>
  queryOptions({
    queryKey: ['staff', 'figures'],
    queryFn: async () => {
      const { days } = (await callFunction('staff_figures', {}, LIST_LOADING_TIMEOUT)) as { days: FigureDay[] }
      return days
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
      }
    },
  })
