import { analyticsText as text } from './analytics.he'

/** A count of students as it is told: in fives, or that it is fewer than ten. */
export const roundedCountLabel = (count: number | null): string =>
  count === null ? text.fewerThanTen : count.toLocaleString('he-IL')

/** A percent; a dash where it is not told. */
export const percentLabel = (percent: number | null): string => (percent === null ? '–' : `${percent}%`)

/** The same in a cell of a file: a number, or the words. */
export const roundedCountCell = (count: number | null): number | string => count ?? text.fewerThanTen
