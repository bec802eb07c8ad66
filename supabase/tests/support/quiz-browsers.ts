import {
  type AnswerState,
  type AskedQuestion,
  changeOf,
  type PendingAnswer,
  withPending,
  withSavedAnswers,
} from '../../../web/app/quizzes/attempt/attempt.rules.ts'
import type { StoredAnswers } from './quizzes.ts'

/** One browser at an attempt: what it was told, and what it has not been told to be saved, as the page keeps it. */
export class QuizBrowser {
  pending: PendingAnswer[] = []

  constructor(
    private readonly userId: string,
    private readonly attemptId: string,
    public told: readonly AskedQuestion[],
  ) {}

  /** Changes an answer as whoever sits there sees it. */
  say(position: number, change: Partial<Omit<AnswerState, 'sequence'>>): void {
    const question = withPending(this.told, this.pending).find((one) => one.position === position)
    if (!question) throw new Error(`There is no question ${position}`)
    const others = this.pending.filter((one) => one.position !== position)
    const said = changeOf(question, change)
    this.pending = [...others, { ...said, userId: this.userId, attemptId: this.attemptId, position }]
  }

  /** Takes in what was kept of what it sent. */
  learn(kept: StoredAnswers, sent: readonly PendingAnswer[]): void {
    this.told = withSavedAnswers(this.told, kept.answers as never, sent)
    this.pending = this.pending.filter((one) => !sent.includes(one))
  }
}

/** Answers as they are sent. */
export const rowsOf = (sent: readonly PendingAnswer[]): object[] =>
  sent.map(({ userId: _, attemptId: __, ...row }) => row)
