import type { KindOf } from '~/shared/config/kinds'
import type { Answer, Presented } from '../../../../supabase/functions/_shared/quizzes/types.ts'

/** The questions as the server tells them, and how numbers are read and said: one text for server and browser. */
export { readDecimal, shown } from '../../../../supabase/functions/_shared/quizzes/decimals.ts'
export { numberInWords } from '../../../../supabase/functions/_shared/quizzes/number-in-words.ts'
export { readTypedNumber } from '../../../../supabase/functions/_shared/quizzes/typed-number.ts'
export type {
  Answer,
  Choice,
  Decimal,
  Kind,
  Presented,
  Review,
  Unit,
} from '../../../../supabase/functions/_shared/quizzes/types.ts'

/** A pretest is taken before a course: it tells no answers and has no mark to pass. */
export type Purpose = KindOf<'quizzes.purpose'>

/** How sure a student is of an answer. */
export type Confidence = KindOf<'quiz_attempt_questions.confidence'>

/** What every kind of question is given: itself, what was answered, and where a change goes (null takes it back). */
export type FieldsProps<Question extends Presented = Presented> = {
  presented: Question
  answer: Answer | null
  onAnswer: (answer: Answer | null) => void
  /** Id of the element that says the question. */
  labelledBy: string
}
