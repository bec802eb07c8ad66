import type { Definition, Option, Quiz } from '../../../functions/_shared/quizzes/types.ts'

/** A reason of a question: what it is of, and what it says. */
export type Reason = { of: string; why: string }

const ofOptions = (options: Option[]): Reason[] => options.map(({ text, why }) => ({ of: text, why }))

/** Every reason that the review may show of a question: one for each option, item, pair, gap and known mistake. */
export function reasonsOf(question: Definition): Reason[] {
  switch (question.kind) {
    case 'single-choice':
    case 'multiple-choice':
      return ofOptions(question.options)
    case 'true-false':
      return [
        { of: 'true', why: question.why.true },
        { of: 'false', why: question.why.false },
      ]
    case 'number':
      return [
        { of: question.right, why: question.why },
        ...(question.mistakes ?? []).map(({ value, why }) => ({ of: value, why })),
      ]
    case 'ordering':
      return ofOptions(question.items)
    case 'matching':
      return question.pairs.map(({ left, why }) => ({ of: left, why }))
    case 'fill-in':
      return question.gaps.flatMap((gap) => [
        { of: gap.id, why: gap.why },
        ...('options' in gap ? ofOptions(gap.options) : []),
      ])
    case 'calculated':
      return question.mistakes.map(({ formula, why }) => ({ of: formula, why }))
  }
}

const partsOf = (question: Definition): string[] => {
  switch (question.kind) {
    case 'single-choice':
    case 'multiple-choice':
      return question.options.map(({ text }) => text)
    case 'ordering':
      return question.items.map(({ text }) => text)
    case 'matching':
      return [
        ...question.pairs.flatMap(({ left, right }) => [left, right]),
        ...(question.extra ?? []).map((one) => one.right),
      ]
    case 'fill-in':
      return question.gaps.flatMap((gap) => ('options' in gap ? gap.options.map(({ text }) => text) : gap.accepted))
    case 'calculated':
      return question.steps.map(({ text }) => text)
    default:
      return []
  }
}

/** Everything of a question that a student reads, now or in the review. */
export const textsOf = (question: Definition): string[] => [
  question.text,
  question.topic,
  ...(question.given ?? []).flatMap(({ name, value }) => [name, value]),
  ...partsOf(question),
  ...reasonsOf(question).map(({ why }) => why),
]

/** All questions of a test, whatever their pool. */
export const questionsOf = (quiz: Quiz): Definition[] => quiz.pools.flatMap(({ questions }) => questions)
