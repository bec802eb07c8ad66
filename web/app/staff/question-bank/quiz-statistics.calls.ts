import { queryOptions } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'
import type { Kind } from './definitions.rules'
import type { ItemStatistics } from './quiz-statistics.rules'

type ItemRow = {
  id: string
  kind: Kind
  text: string
  answers: number
  is_asked: boolean
  share?: number
  discrimination?: number | null
  skipped?: number
  median_seconds?: number | null
  sure?: number
  sure_wrong?: number
  options?: { text: string; times: number; rest: number; is_right: boolean }[]
}

/** What first attempts at a test came to; `passed` and `medianSeconds` are null for fewer than `fewest` students. */
export type TestFigures = {
  students: number
  fewest: number
  passed: number | null
  medianSeconds: number | null
  items: ItemStatistics[]
}

const toItem = ({
  is_asked,
  share,
  discrimination,
  skipped,
  median_seconds,
  sure,
  sure_wrong,
  options,
  ...row
}: ItemRow): ItemStatistics => ({
  ...row,
  isAsked: is_asked,
  figures:
    share === undefined
      ? null
      : {
          share,
          discrimination: discrimination ?? null,
          skipped: skipped ?? 0,
          medianSeconds: median_seconds ?? null,
          sure: sure ?? 0,
          sureWrong: sure_wrong ?? 0,
          options: (options ?? []).map(({ is_right, ...option }) => ({ ...option, isRight: is_right })),
        },
})

/** What authors learn of a test's questions from those who answered them. */
export const quizStatisticsQuery = (id: string) =>
  queryOptions({
    queryKey: ['staff', 'content', 'quiz', id, 'statistics'],
    queryFn: async (): Promise<TestFigures> => {
      const { median_seconds, questions, ...rest } = (await callFunction(
        'quiz_statistics',
        { id },
        LIST_LOADING_TIMEOUT,
      )) as Omit<TestFigures, 'items' | 'medianSeconds'> & { median_seconds: number | null; questions: ItemRow[] }
      return { ...rest, medianSeconds: median_seconds, items: questions.map(toItem) }
    },
  })
