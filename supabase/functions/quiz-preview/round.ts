import type { KindOf } from '../_shared/kinds.ts'
import { explainAnswer, presentQuestion, validateQuestion } from '../_shared/quizzes/registry.ts'
import type { Definition, Presented, Review } from '../_shared/quizzes/types.ts'

type Rules = {
  title_he: string
  pass_percent: number
  attempts_allowed: number | null
  time_limit_minutes: number | null
  review: KindOf<'quiz_versions.review'>
}
/** What `draw_previewed_quiz` gives for a round. */
export type Drawn = {
  id: string
  course_id: string
  purpose: 'test' | 'pretest'
  course: { title_he: string } | null
  rules: Rules
  version: number
  questions: { definition: Definition; seed: string }[]
}
/** What was said to a question, by its position. */
export type Given = { position: number; answer?: unknown; confidence?: unknown }

const SECONDS = 60
/** Thirds are kept to six digits: three of them are one point. */
const LOST_DIGITS = 0.0001

const isValid = ({ definition }: Drawn['questions'][number]) => validateQuestion(definition).length === 0

/** A round that has just begun, as `read_quiz_attempt` tells an attempt; questions that may not be asked yet are left out. */
export function begunRound(round: string, drawn: Drawn) {
  const asked = drawn.questions.filter(isValid)
  const { time_limit_minutes: minutes } = drawn.rules
  return {
    ...headOf(round, drawn),
    ...{ state: 'open', submitted_at: null, percent: null, passed: null, may_review: false },
    seconds_left: minutes === null ? null : minutes * SECONDS,
    left_out: drawn.questions.length - asked.length,
    questions: asked.map(({ definition, seed }, index) =>
      questionOf(index + 1, presentQuestion(definition, seed), null, null),
    ),
  }
}

/** The same round after its end. What may be told of it is what a student may be told after a first attempt. */
export function scoredRound(round: string, drawn: Drawn, given: readonly Given[], at: Date) {
  const asked = drawn.questions.filter(isValid)
  const byPosition = new Map(given.map((one) => [one.position, one]))
  const reviewed = asked.map(({ definition, seed }, index) => {
    const said = byPosition.get(index + 1)
    const answer = said?.answer ?? null
    return {
      said,
      answer,
      presented: presentQuestion(definition, seed),
      review: explainAnswer(definition, seed, answer),
    }
  })
  const { pass_percent, attempts_allowed, review } = drawn.rules
  const total = reviewed.reduce((sum, one) => sum + one.review.points, 0) + LOST_DIGITS
  const passed = asked.length > 0 && total * 100 >= pass_percent * asked.length
  const may_review = review === 'after-submit' || (review === 'after-pass' && (passed || attempts_allowed === 1))
  return {
    ...headOf(round, drawn),
    ...{ state: 'scored', submitted_at: at.toISOString(), passed, may_review, seconds_left: null },
    left_out: drawn.questions.length - asked.length,
    percent: asked.length > 0 ? Math.floor((total * 100) / asked.length) : 0,
    questions: reviewed.map((one, index) => questionOf(index + 1, one.presented, one, may_review ? one.review : null)),
  }
}

const headOf = (id: string, { id: quiz_id, course_id, course, purpose, rules, version }: Drawn) => ({
  ...{ id, quiz_id, course_id, course_title: course?.title_he ?? '', title: rules.title_he, purpose, version },
  ...{ ended_by: null, pass_percent: rules.pass_percent, review: rules.review },
})

function questionOf(
  position: number,
  presented: Presented,
  given: { said: Given | undefined; answer: unknown } | null,
  review: Review | null,
) {
  const confidence = given?.said?.confidence
  return {
    ...{ position, presented, review, correct: review?.correct ?? null },
    answer: given?.answer ?? null,
    confidence: confidence === 'sure' || confidence === 'unsure' ? confidence : null,
    ...{ flagged: false, sequence: 0 },
  }
}
