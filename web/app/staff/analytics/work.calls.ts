import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'
import type { DayRange } from './range.rules'

export type MailKindFigures = {
  kind: string
  sent: number
  waiting: number
  failed: number
  sentBefore: number
  failedBefore: number
}
export type WorkDay = { day: string; sent: number; failed: number; opened: number; closed: number }
export type TicketFigures = {
  opened: number
  openedBefore: number
  ofLessons: number
  ofVisitors: number
  answered: number
  answeredBefore: number
  /** Within the time of work that was promised. */
  inTime: number
  inTimeBefore: number
  closed: number
  closedBefore: number
}
export type WorkFigures = {
  countedAt: string | null
  mails: MailKindFigures[]
  days: WorkDay[]
  tickets: TicketFigures
}

type WorkRow = {
  counted_at: string | null
  mails: { kind: string; sent: number; waiting: number; failed: number; sent_before: number; failed_before: number }[]
  days: WorkDay[]
  tickets: {
    opened: number
    opened_before: number
    of_lessons: number
    of_visitors: number
    answered: number
    answered_before: number
    in_time: number
    in_time_before: number
    closed: number
    closed_before: number
  }
}

/** Mails and questions to the academy in a range of days, beside as many days before. */
export const workQuery = (range: DayRange) =>
  queryOptions({
    queryKey: ['staff', 'analytics', 'work', range],
    queryFn: async (): Promise<WorkFigures> => {
      const { counted_at, mails, days, tickets } = (await callFunction(
        'analytics_work',
        range,
        LIST_LOADING_TIMEOUT,
      )) as WorkRow
      return {
        countedAt: counted_at,
        mails: mails.map(({ sent_before, failed_before, ...mail }) => ({
          ...mail,
          sentBefore: sent_before,
          failedBefore: failed_before,
        })),
        days,
        tickets: {
          opened: tickets.opened,
          openedBefore: tickets.opened_before,
          ofLessons: tickets.of_lessons,
          ofVisitors: tickets.of_visitors,
          answered: tickets.answered,
          answeredBefore: tickets.answered_before,
          inTime: tickets.in_time,
          inTimeBefore: tickets.in_time_before,
          closed: tickets.closed,
          closedBefore: tickets.closed_before,
        },
      }
    },
    placeholderData: keepPreviousData,
  })
