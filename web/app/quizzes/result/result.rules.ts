import type { AskedQuestion } from '~/quizzes/attempt/attempt.rules'

/** What a result is made of; the counts of certainty are null while answers may not be told. */
export type Counts = { right: number; sureRight: number; sureWrong: number; toPractise: number } | null

/** How many were right, how many of the sure ones were not, and how many are worth another look. */
export function countsOf(questions: readonly AskedQuestion[]): Counts {
  if (questions.some(({ correct }) => correct === null)) return null
  const count = (fits: (question: AskedQuestion) => boolean) => questions.filter(fits).length
  return {
    right: count(({ correct }) => correct === true),
    sureRight: count(({ correct, confidence }) => correct === true && confidence === 'sure'),
    sureWrong: count(({ correct, confidence }) => correct === false && confidence === 'sure'),
    toPractise: count(({ correct, confidence }) => correct === false || confidence === 'unsure'),
  }
}

export type Verdict = 'right' | 'partly' | 'wrong' | 'unanswered'

/** What became of an answer, in a word. */
export function verdictOf({ answer, correct, review }: AskedQuestion): Verdict {
  if (correct) return 'right'
  if (answer === null) return 'unanswered'
  return (review?.points ?? 0) > 0 ? 'partly' : 'wrong'
}
