import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'
import type { RoundedCount } from './learning.calls'
import type { DayRange } from './range.rules'

export type TriedTest = {
  id: string
  title: string
  courseTitle: string
  isPretest: boolean
  attempts: RoundedCount
  passed: RoundedCount
  /** Who ever tried, and of them who passed at their first attempt. */
  students: RoundedCount
  firstPassed: RoundedCount
}
export type MeasuredGain = { id: string; title: string; students: RoundedCount; before: number; after: number }
export type TestQuestion = {
  id: string
  text: string
  answers: RoundedCount
  share: number | null
  discrimination: number | null
}
export type TestQuestions = {
  title: string
  courseTitle: string
  countedAt: string | null
  students: RoundedCount
  questions: TestQuestion[]
}

type TestRow = Omit<TriedTest, 'courseTitle' | 'isPretest' | 'firstPassed'> & {
  course_title: string
  is_pretest: boolean
  first_passed: RoundedCount
}
type QuestionsRow = Omit<TestQuestions, 'courseTitle' | 'countedAt'> & {
  course_title: string
  counted_at: string | null
}

/** Attempts at each test in a range of days, and what courses with a pretest gained. */
export const testFiguresQuery = (range: DayRange) =>
  queryOptions({
    queryKey: ['staff', 'analytics', 'tests', range],
    queryFn: async (): Promise<{ countedAt: string | null; tests: TriedTest[]; gains: MeasuredGain[] }> => {
      const answer = (await callFunction('analytics_tests', range, LIST_LOADING_TIMEOUT)) as {
        counted_at: string | null
        tests: TestRow[]
        gains: MeasuredGain[]
      }
      const tests = answer.tests.map(({ course_title, is_pretest, first_passed, ...test }) => ({
        ...test,
        courseTitle: course_title,
        isPretest: is_pretest,
        firstPassed: first_passed,
      }))
      return { countedAt: answer.counted_at, tests, gains: answer.gains }
    },
    placeholderData: keepPreviousData,
  })

/** The questions of a test with how they did; null where there is no such test. */
export const testQuestionsQuery = (quiz: string) =>
  queryOptions({
    queryKey: ['staff', 'analytics', 'test', quiz],
    queryFn: async (): Promise<TestQuestions | null> => {
      const row = (await callFunction('analytics_test', { quiz }, LIST_LOADING_TIMEOUT)) as QuestionsRow | null
      if (!row) return null
      const { course_title, counted_at, ...test } = row
      return { ...test, courseTitle: course_title, countedAt: counted_at }
    },
  })
