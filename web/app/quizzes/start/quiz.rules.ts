import type { Purpose } from '~/quizzes/question/quiz-types.rules'
import type { KindOf } from '~/shared/config/kinds'

/** What everyone may know of a test. */
export type QuizPage = {
  id: string
  courseId: string
  courseTitle: string
  lesson: { id: string; title: string } | null
  purpose: Purpose
  title: string
  intro: string
  passPercent: number
  attemptsAllowed: number | null
  waitMinutes: number
  timeLimitMinutes: number | null
  questionCount: number
  review: KindOf<'quiz_versions.review'>
}

export type MyAttempt = {
  id: string
  beganAt: string
  submittedAt: string | null
  isOpen: boolean
  percent: number | null
  passed: boolean | null
}

/** Attempts newest first; times are the server's. */
export type MyAttempts = { attempts: MyAttempt[]; nextAt: string | null; now: string }

/** What a person can do now: go on, begin, wait until a moment, or nothing more. */
export type NextStep =
  | { kind: 'go-on'; attemptId: string }
  | { kind: 'begin'; isAgain: boolean }
  | { kind: 'wait'; until: string }
  | { kind: 'none' }

/** The way on, by the rules of the test and the clock of the server. */
export function nextStep({ attemptsAllowed }: Pick<QuizPage, 'attemptsAllowed'>, mine: MyAttempts): NextStep {
  const open = mine.attempts.find(({ isOpen }) => isOpen)
  if (open) return { kind: 'go-on', attemptId: open.id }
  if (attemptsAllowed !== null && mine.attempts.length >= attemptsAllowed) return { kind: 'none' }
  if (mine.nextAt !== null && Date.parse(mine.nextAt) > Date.parse(mine.now))
    return { kind: 'wait', until: mine.nextAt }
  return { kind: 'begin', isAgain: mine.attempts.length > 0 }
}
