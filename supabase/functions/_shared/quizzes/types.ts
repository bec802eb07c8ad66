import type { KindOf } from '../kinds.ts'

/**
 * The wire types of knowledge tests. A definition is what the database keeps of a question's version, as JSON; a
 * presented question is all that a student's browser is sent of it; an answer is what the browser sends back; a review
 * is what it is sent once the answer may be known. Decimals are strings of digits with at most one point ("0.045"),
 * never floats. Texts are light text (bold, links) in Hebrew; a formula in a text stands between backticks.
 */

/** A decimal number as text: `-?\d{1,15}(\.\d{1,10})?`. */
export type Decimal = string

export type Unit = 'shekel' | 'percent' | 'years' | 'months' | 'number'

/** Where the lesson explains it: the lesson's id and the second of its film. */
export type WatchAgain = { lesson: string; second: number }

type Common = {
  text: string
  /** The idea that the question asks about, in two to five words: results and the review deck group by it. */
  topic: string
  watchAgain?: WatchAgain
  /** Facts shown as a ledger above the field: name and value, as in an exercise book. May hold `{variable}`. */
  given?: { name: string; value: string }[]
}

/** One option of a choice: why it is right or wrong is told in the review only. */
export type Option = { id: string; text: string; why: string }

export type SingleChoice = Common & { kind: 'single-choice'; options: Option[]; right: string; keepOrder?: boolean }
export type MultipleChoice = Common & {
  kind: 'multiple-choice'
  options: Option[]
  right: string[]
  keepOrder?: boolean
}
export type TrueFalse = Common & { kind: 'true-false'; right: boolean; why: { true: string; false: string } }
/** A known wrong value and what it comes from. */
export type Mistake = { value: Decimal; why: string }
export type NumberQuestion = Common & {
  kind: 'number'
  right: Decimal
  tolerance: Decimal
  unit: Unit
  why: string
  mistakes?: Mistake[]
}
/** `items` stand in their right order. */
export type Ordering = Common & { kind: 'ordering'; items: { id: string; text: string; why: string }[] }
/** `extra` are right sides that belong to nothing. */
export type Matching = Common & {
  kind: 'matching'
  pairs: { id: string; left: string; right: string; why: string }[]
  extra?: { id: string; right: string }[]
}
/** `text` holds each gap as `[[id]]`. A gap is chosen from options, or typed and compared with what is accepted. */
export type FillIn = Common & {
  kind: 'fill-in'
  gaps: ({ id: string; why: string } & (
    | { options: { id: string; text: string; why: string }[]; right: string }
    | { accepted: string[] }
  ))[]
}

/** A number drawn for each attempt: from a range with a step, or from a list. */
export type Variable = { name: string; unit: Unit } & (
  | { from: Decimal; to: Decimal; step: Decimal }
  | { oneOf: Decimal[] }
)
/** Digits kept after the point, half away from zero: 0 to the shekel, 2 to the agora or to hundredths of a percent. */
export type Rounding = { digits: number }
export type Calculated = Common & {
  kind: 'calculated'
  variables: Variable[]
  /** Named intermediate values, in order; each may use variables and the ones before it. */
  values?: { name: string; formula: string; rounding?: Rounding; unit: Unit }[]
  /** Each must be true of the numbers drawn, for example `price > deposit`. */
  constraints?: string[]
  formula: string
  rounding: Rounding
  tolerance: Decimal
  unit: Unit
  /** Each shows a text with `{name}` places, and a value; the last one's formula gives the answer. */
  steps: { text: string; formula: string; rounding?: Rounding; unit: Unit }[]
  mistakes: { formula: string; why: string }[]
}

export type Definition =
  | SingleChoice
  | MultipleChoice
  | TrueFalse
  | NumberQuestion
  | Ordering
  | Matching
  | FillIn
  | Calculated
export type Kind = Definition['kind']

type Shown = { text: string; topic: string; given?: { name: string; value: string }[] }
/** Ids of what is presented are drawn for each attempt and tell nothing. */
export type Choice = { id: string; text: string }
export type Presented =
  | (Shown & { kind: 'single-choice' | 'multiple-choice'; options: Choice[] })
  | (Shown & { kind: 'true-false' })
  | (Shown & { kind: 'number' | 'calculated'; unit: Unit; digits: number })
  | (Shown & { kind: 'ordering'; items: Choice[] })
  | (Shown & { kind: 'matching'; left: Choice[]; right: Choice[] })
  | (Shown & { kind: 'fill-in'; gaps: { id: string; options?: Choice[] }[] })

/** What the browser sends: a chosen id, ids, true or false, a decimal, ids in order, pairs of ids, or gaps with texts. */
export type Answer =
  | { choice: string }
  | { choices: string[] }
  | { claim: boolean }
  | { number: Decimal }
  | { order: string[] }
  | { pairs: Record<string, string> }
  | { gaps: Record<string, string> }

/** `points` from 0 to 1; `correct` when it is 1. `parts` tells each option, item, pair or gap that was answered. */
export type Score = { points: number; correct: boolean; parts: Record<string, boolean> }

/** What may be told once the attempt's result is shown. Ids are the presented ones. */
export type Review = Score & {
  right: Answer
  /** Why, for each option, item, pair or gap. */
  whys: Record<string, string>
  why?: string
  /** For numbers: the steps of the solution with the student's own numbers, each with its value as shown. */
  steps?: { text: string; value: string }[]
  /** For a wrong number that a known mistake explains. */
  mistake?: string
  watchAgain?: WatchAgain
}

/** What a definition gets wrong: the place inside it, a code, and the text for the author in Hebrew. */
export type Problem = { path: string; code: string; message: string }

/** How often each part was chosen among the answers, and the share that got it right: for authors. */
export type Statistics = { answers: number; right: number; average: number; parts: Record<string, number> }

/** One question kind: a folder of its own and a line in the registry. Nothing here throws on what a student sends. */
export type QuestionKind<D extends Definition> = {
  validate(definition: unknown): Problem[]
  present(definition: D, seed: string): Presented
  score(definition: D, seed: string, answer: unknown): Score
  explain(definition: D, seed: string, answer: unknown): Review
  statistics(definition: D, answers: { seed: string; answer: unknown }[]): Statistics
}

/** A test as its content file and the authors' pages hold it. */
export type Quiz = {
  /** A pretest is taken once, before a course, and tells no answers; a test unless told. */
  purpose?: 'test' | 'pretest'
  title: string
  /** What the student may expect, two sentences. */
  intro: string
  passPercent: number
  attemptsAllowed: number | null
  waitMinutes: number
  timeLimitMinutes: number | null
  shuffleQuestions: boolean
  /** When the review is shown: after submitting, after passing or the last attempt, or never. */
  review: KindOf<'quiz_versions.review'>
  /** Each pool gives `draw` of its questions; null gives all. */
  pools: { topic: string; draw: number | null; questions: Definition[] }[]
}
