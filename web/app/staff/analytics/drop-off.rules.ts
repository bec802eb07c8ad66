import { shareOf } from './figures.rules'
import type { WatchedSentence } from './learning.calls'

/** A sentence with the share of the students who watched it, and how much less that is than of the sentence before. */
export type SentenceShare = WatchedSentence & { percent: number | null; change: number | null }

/** The shares of the sentences of a lesson; null where fewer than ten watched one. */
export function sharesOf(sentences: readonly WatchedSentence[], students: number | null): SentenceShare[] {
  const percents = sentences.map((sentence) => shareOf(sentence.students, students))
  return sentences.map((sentence, index) => {
    const [before, percent] = [percents[index - 1] ?? null, percents[index] ?? null]
    return { ...sentence, percent, change: before === null || percent === null ? null : percent - before }
  })
}

/** The places at which most leave: up to three sentences with the greatest fall of five percent or more. */
export const largestDropOffs = (shares: readonly SentenceShare[]): number[] =>
  shares
    .map(({ change }, place) => ({ change: change ?? 0, place }))
    .filter(({ change }) => change <= -5)
    .sort((a, b) => a.change - b.change || a.place - b.place)
    .slice(0, 3)
    .map(({ place }) => place)

/** The points of the line of a chart: where in the film, and how many percent; time runs from the right, as Hebrew reads. */
export const linePoints = (shares: readonly SentenceShare[], seconds: number, width: number, height: number): string =>
  shares
    .flatMap(({ start, end, percent }) => [
      [start, percent ?? 0],
      [end, percent ?? 0],
    ])
    .map(
      ([at = 0, percent = 0]) =>
        `${round(width - (at / Math.max(seconds, 1)) * width)},${round(height - (percent / 100) * height)}`,
    )
    .join(' ')

const round = (value: number) => Math.round(value * 10) / 10
