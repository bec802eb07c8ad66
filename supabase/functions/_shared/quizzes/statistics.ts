import type { Score, Statistics } from './types.ts'

type Answered = { seed: string; answer: unknown }

/**
 * Counts answers for authors.
 * @param partsOf which parts of the definition an answer chose
 */
export function countParts(
  answers: readonly Answered[],
  score: (seed: string, answer: unknown) => Score,
  partsOf: (seed: string, answer: unknown) => string[],
): Statistics {
  const parts: Record<string, number> = {}
  let right = 0
  let points = 0
  for (const { seed, answer } of answers) {
    const scored = score(seed, answer)
    points += scored.points
    if (scored.correct) right += 1
    for (const part of partsOf(seed, answer)) parts[part] = (parts[part] ?? 0) + 1
  }
  return { answers: answers.length, right, average: answers.length === 0 ? 0 : points / answers.length, parts }
}
