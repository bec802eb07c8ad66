import { explainAnswer, presentQuestion } from '../_shared/quizzes/registry.ts'
import type { Definition } from '../_shared/quizzes/types.ts'
import { callAsService } from '../_shared/rest.ts'

type Asked = { position: number; definition: Definition; seed: string; answer: unknown }
type Definitions = { state: 'new' | 'open' | 'submitted' | 'scored'; questions: Asked[] }

/** Makes the questions of a new attempt ready for the student, which starts its clock; nothing for any other. */
export async function presentAttempt(attempt: string): Promise<void> {
  const { state, questions } = await definitionsOf(attempt)
  if (state !== 'new') return
  const presented = questions.map(({ position, definition, seed }) => ({
    position,
    presented: presentQuestion(definition, seed),
  }))
  await callAsService('ready_quiz_attempt', { attempt, presented })
}

/** Scores an attempt that has ended; nothing for any other. */
export async function scoreAttempt(attempt: string): Promise<void> {
  const { state, questions } = await definitionsOf(attempt)
  if (state !== 'submitted') return
  const scores = questions.map(({ position, definition, seed, answer }) => {
    const review = explainAnswer(definition, seed, answer)
    return { position, points: review.points, correct: review.correct, review }
  })
  await callAsService('score_quiz_attempt', { attempt, scores })
}

const definitionsOf = async (attempt: string) =>
  (await callAsService('quiz_attempt_definitions', { attempt })) as Definitions
