import type { Answer, Confidence, Presented, Purpose, Review } from '~/quizzes/question/quiz-types.rules'
import type { KindOf } from '~/shared/config/kinds'

/** What a student said to one question; `sequence` counts its changes over all devices. */
export type AnswerState = { answer: Answer | null; confidence: Confidence | null; flagged: boolean; sequence: number }

export type AskedQuestion = AnswerState & {
  position: number
  presented: Presented
  /** Null until the result may be told. */
  correct: boolean | null
  review: Review | null
  /** What stands here came from another device while this one said something else. */
  isFromElsewhere?: boolean
}

export type Attempt = {
  id: string
  quizId: string
  courseId: string
  courseTitle: string
  title: string
  purpose: Purpose
  state: 'new' | 'open' | 'submitted' | 'scored'
  endedBy: 'student' | 'deadline' | null
  submittedAt: string | null
  /** By the steady clock of the page (`performance.now`), in ms; null without a time limit. */
  endsAt: number | null
  passPercent: number
  percent: number | null
  passed: boolean | null
  mayReview: boolean
  reviewRule: KindOf<'quiz_versions.review'>
  questions: AskedQuestion[]
}

/** A change of one answer on its way to the server. */
export type PendingAnswer = AnswerState & { userId: string; attemptId: string; position: number }

/** The questions as the person sees them: what was said last, here or anywhere. */
export function withPending(questions: readonly AskedQuestion[], pending: readonly PendingAnswer[]): AskedQuestion[] {
  const byPosition = new Map(pending.map((change) => [change.position, change]))
  return questions.map((question) => {
    const change = byPosition.get(question.position)
    if (!change || change.sequence <= question.sequence) return question
    const { answer, confidence, flagged, sequence } = change
    return { ...question, answer, confidence, flagged, sequence, isFromElsewhere: false }
  })
}

/** The next change of a question's answer. */
export function changeOf(question: AskedQuestion, change: Partial<Omit<AnswerState, 'sequence'>>): AnswerState {
  const { answer, confidence, flagged, sequence } = question
  return { answer, confidence, flagged, ...change, sequence: sequence + 1 }
}

/** What the server keeps of a position after a save. */
export type StoredAnswer = AnswerState & { position: number }

/** The questions with what the server keeps of those that were sent. */
export function withSavedAnswers(
  questions: readonly AskedQuestion[],
  kept: readonly StoredAnswer[],
  sent: readonly PendingAnswer[],
): AskedQuestion[] {
  return questions.map((question) => {
    const one = kept.find(({ position }) => position === question.position)
    if (!one || one.sequence < question.sequence) return question
    const mine = sent.find(({ position }) => position === question.position)
    return { ...question, ...one, isFromElsewhere: mine !== undefined && !isSame(mine, one) }
  })
}

/** Whether two answers say the same; the database orders the names inside them its own way. */
const isSame = (one: AnswerState, other: AnswerState): boolean =>
  one.flagged === other.flagged && one.confidence === other.confidence && textOf(one.answer) === textOf(other.answer)

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

/** Positions without an answer, in order. */
export const unanswered = (questions: readonly AskedQuestion[]): number[] =>
  questions.filter(({ answer }) => answer === null).map(({ position }) => position)

/** The first position that waits for an answer; the first of all when none does. */
export const firstToAnswer = (questions: readonly AskedQuestion[]): number =>
  unanswered(questions)[0] ?? questions[0]?.position ?? 1

/** The position that an address asks for; null when there is none of that number. */
export const requestedPosition = (asked: string | null, questions: readonly AskedQuestion[]): number | null =>
  questions.find(({ position }) => String(position) === asked)?.position ?? null
