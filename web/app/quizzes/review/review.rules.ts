import type { AskedQuestion } from '~/quizzes/attempt/attempt.rules'
import type { Answer, Confidence, Presented, Review } from '~/quizzes/question/quiz-types.rules'

/** One time that a question of the deck is asked; `days` until it comes back once it is scored. */
export type Turn = {
  id: string
  courseTitle: string
  quizTitle: string
  state: 'new' | 'open' | 'submitted' | 'scored'
  presented: Presented
  answer: Answer | null
  confidence: Confidence | null
  correct: boolean | null
  review: Review | null
  days: number | null
}

/** The review deck of a student; days are those of Israel, `YYYY-MM-DD`. */
export type Deck = {
  today: string
  dailyLimit: number
  answeredToday: number
  due: number
  nextOn: string | null
  cards: Record<CardState, number>
  past: { day: string; right: number; wrong: number }[]
  coming: { day: string; count: number }[]
}

export type CardState = 'known' | 'learning' | 'new'

/** How many questions of today are left: of those that are due, as many as the day may hold. */
export const leftToday = ({ due, dailyLimit, answeredToday }: Deck): number =>
  Math.max(0, Math.min(due, dailyLimit - answeredToday))

/** A turn as the question of a test that it is. */
export const asQuestion = ({ presented, answer, confidence, correct, review }: Turn): AskedQuestion => ({
  ...{ position: 1, sequence: 0, flagged: false },
  ...{ presented, answer, confidence, correct, review },
})

const DAY = 86_400_000

/** The last `count` days up to today with what was answered on each, the oldest first. */
export function lastDays({ today, past }: Deck, count: number): Deck['past'] {
  const byDay = new Map(past.map((line) => [line.day, line]))
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.parse(today) - (count - 1 - index) * DAY).toISOString().slice(0, 10)
    return byDay.get(day) ?? { day, right: 0, wrong: 0 }
  })
}
