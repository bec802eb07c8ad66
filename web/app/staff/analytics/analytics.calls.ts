import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'
import type { DayRange } from './range.rules'

export const FIGURES = [
  'views',
  'visitors',
  'registrations',
  'activeStudents',
  'completedLessons',
  'completedCourses',
] as const
export type Figure = (typeof FIGURES)[number]
export type Totals = Record<Figure, number>
export type AnalyticsDay = { day: string } & Totals

export const STAGES = ['verified', 'began', 'completedLesson', 'completedCourse'] as const
export type Stage = (typeof STAGES)[number]
/** From visits to completed courses; what is told of fewer than ten is null. */
export type Funnel = { views: number; registrationViews: number; registered: number } & Record<Stage, number | null>

/** Of those who registered in a week, how many learned in it and in each later one. */
export type Cohort = { cohort: string; registered: number; weeks: (number | null)[] }

export type AnalyticsOverview = {
  countedAt: string | null
  days: AnalyticsDay[]
  totals: Totals
  before: Totals
  funnel: Funnel
  funnelBefore: Funnel
  retention: Cohort[]
  pages: { pattern: string; views: number; before: number }[]
}

type TotalsRow = {
  views: number
  visitors: number
  registrations: number
  active_students: number
  completed_lessons: number
  completed_courses: number
}
type FunnelRow = {
  views: number
  registration_views: number
  registered: number
  verified: number | null
  began: number | null
  completed_lesson: number | null
  completed_course: number | null
}
type OverviewRow = {
  counted_at: string | null
  days: ({ day: string } & TotalsRow)[]
  totals: TotalsRow
  before: TotalsRow
  funnel: FunnelRow
  funnel_before: FunnelRow
  retention: Cohort[]
  pages: AnalyticsOverview['pages']
}

const toTotals = (row: TotalsRow): Totals => ({
  views: row.views,
  visitors: row.visitors,
  registrations: row.registrations,
  activeStudents: row.active_students,
  completedLessons: row.completed_lessons,
  completedCourses: row.completed_courses,
})

const toFunnel = (row: FunnelRow): Funnel => ({
  views: row.views,
  registrationViews: row.registration_views,
  registered: row.registered,
  verified: row.verified,
  began: row.began,
  completedLesson: row.completed_lesson,
  completedCourse: row.completed_course,
})

/** What happened in a range of days, beside as many days before. */
export const overviewQuery = (range: DayRange) =>
  queryOptions({
    queryKey: ['staff', 'analytics', 'overview', range],
    queryFn: async (): Promise<AnalyticsOverview> => {
      const row = (await callFunction('analytics_overview', range, LIST_LOADING_TIMEOUT)) as OverviewRow
      return {
        countedAt: row.counted_at,
        days: row.days.map((day) => ({ day: day.day, ...toTotals(day) })),
        totals: toTotals(row.totals),
        before: toTotals(row.before),
        funnel: toFunnel(row.funnel),
        funnelBefore: toFunnel(row.funnel_before),
        retention: row.retention,
        pages: row.pages,
      }
    },
    placeholderData: keepPreviousData,
  })
