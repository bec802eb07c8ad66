import { type Card, createEmptyCard, fsrs, generatorParameters, Rating, State } from 'ts-fsrs'
import type { KindOf } from '../_shared/kinds.ts'

/** The state of a question in the plan as the database keeps it; days are those of Israel, `YYYY-MM-DD`. */
export type PlannedCard = {
  reviews: number
  lapses: number
  stability: number | null
  difficulty: number | null
  reviewed_on: string | null
  due_on: string
}
/** What an answer makes of it; `days` until it is asked again, at least one. */
export type NextCard = { stability: number; difficulty: number; lapses: number; days: number }

/** A question may not stay away for longer than a year. */
const LONGEST = 365

// Whole days, the same for everyone and every time: so the day that is promised is the day on which it comes.
const scheduler = fsrs(
  generatorParameters({
    enable_fuzz: false,
    enable_short_term: false,
    maximum_interval: LONGEST,
    request_retention: 0.9,
  }),
)

/** Wrong comes back soon, right but unsure before right. */
const rate = (correct: boolean, confidence: KindOf<'review_turns.confidence'> | null) => {
  if (!correct) return Rating.Again
  return confidence === 'unsure' ? Rating.Hard : Rating.Good
}

/**
 * When a question is asked again, by FSRS-6 with its published weights (Open Spaced Repetition).
 * @param answeredOn the day of the answer in Israel, `YYYY-MM-DD`
 */
export function planNext(
  card: PlannedCard,
  answer: { correct: boolean; confidence: KindOf<'review_turns.confidence'> | null },
  answeredOn: string,
): NextCard {
  const { card: next } = scheduler.next(toCard(card), dayOf(answeredOn), rate(answer.correct, answer.confidence))
  const { stability, difficulty, lapses, scheduled_days } = next
  return { stability, difficulty, lapses, days: Math.min(LONGEST, Math.max(1, scheduled_days)) }
}

function toCard({ reviews, lapses, stability, difficulty, reviewed_on, due_on }: PlannedCard): Card {
  const empty = createEmptyCard(dayOf(due_on))
  if (stability === null || difficulty === null || reviewed_on === null) return empty
  return {
    ...empty,
    reps: reviews,
    lapses,
    stability,
    difficulty,
    state: State.Review,
    last_review: dayOf(reviewed_on),
  }
}

const dayOf = (day: string) => new Date(`${day}T00:00:00Z`)
