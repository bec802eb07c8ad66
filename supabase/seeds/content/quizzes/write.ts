import type {
  Calculated,
  Decimal,
  Matching,
  Option,
  Ordering,
  Unit,
  Variable,
  WatchAgain,
} from '../../../functions/_shared/quizzes/types.ts'
import { idOf } from '../id.ts'

const LETTERS = 'abcdefgh'
const letterOf = (index: number): string => LETTERS.charAt(index)

/** Where the lessons of a course explain something: the lesson's key, and the second at which the sentence begins. */
export const lessonsOf =
  (course: string) =>
  (lesson: string, second: number): WatchAgain => ({ lesson: idOf('lessons', `${course}/${lesson}`), second })

/** Options a, b, c and so on, each with its reason. */
export const options = (...written: [text: string, why: string][]): Option[] =>
  written.map(([text, why], index) => ({ id: letterOf(index), text, why }))

/** Items in their right order, each with the reason for its place. */
export const inOrder = (...written: [text: string, why: string][]): Ordering['items'] => options(...written)

/** Pairs that belong together, each with its reason. */
export const pairs = (...written: [left: string, right: string, why: string][]): Matching['pairs'] =>
  written.map(([left, right, why], index) => ({ id: letterOf(index), left, right, why }))

/** Facts of an exercise, line by line. */
export const ledger = (...written: [name: string, value: string][]): { name: string; value: string }[] =>
  written.map(([name, value]) => ({ name, value }))

/** A number drawn from a range. */
export const range = (name: string, unit: Unit, from: Decimal, to: Decimal, step: Decimal): Variable => ({
  name,
  unit,
  from,
  to,
  step,
})

/** A number drawn from a list. */
export const oneOf = (name: string, unit: Unit, ...numbers: Decimal[]): Variable => ({ name, unit, oneOf: numbers })

type Written = Omit<Calculated, 'kind' | 'rounding'> & { digits: number; answerStep: string }

/** A calculated question: its last step is the answer's own formula, told by `answerStep`. */
export const calculated = ({ digits, answerStep, steps, ...question }: Written): Calculated => ({
  kind: 'calculated',
  ...question,
  rounding: { digits },
  steps: [...steps, { text: answerStep, formula: question.formula, rounding: { digits }, unit: question.unit }],
})
