import { calculated } from './kinds/calculated.ts'
import { multipleChoice, singleChoice } from './kinds/choice.ts'
import { fillIn } from './kinds/fill-in.ts'
import { matching } from './kinds/matching.ts'
import { number } from './kinds/number.ts'
import { ordering } from './kinds/ordering.ts'
import { trueFalse } from './kinds/true-false.ts'
import { problem } from './problems.ts'
import type { Definition, Kind, Presented, Problem, QuestionKind, Review, Score, Statistics } from './types.ts'

/** Every kind of question. A new one is a file beside the others and a line here. */
const KINDS: { [K in Kind]: QuestionKind<Extract<Definition, { kind: K }>> } = {
  'single-choice': singleChoice,
  'multiple-choice': multipleChoice,
  'true-false': trueFalse,
  number,
  ordering,
  matching,
  'fill-in': fillIn,
  calculated,
}

const kindOf = (definition: Definition) => KINDS[definition.kind] as unknown as QuestionKind<Definition>

/** What a definition gets wrong, whatever was sent; nothing when it may be asked. */
export function validateQuestion(definition: unknown): Problem[] {
  const kind = typeof definition === 'object' && definition !== null ? Reflect.get(definition, 'kind') : undefined
  if (typeof kind !== 'string' || !Object.hasOwn(KINDS, kind)) return [problem('kind', 'SHAPE')]
  return KINDS[kind as Kind].validate(definition)
}

/** What a student may see of a valid question: no key, no reason, no formula. */
export const presentQuestion = (definition: Definition, seed: string): Presented =>
  kindOf(definition).present(definition, seed)

/** What an answer is worth; anything that is no answer is worth nothing. */
export const scoreAnswer = (definition: Definition, seed: string, answer: unknown): Score =>
  kindOf(definition).score(definition, seed, answer)

/** What is told once the result is shown. */
export const explainAnswer = (definition: Definition, seed: string, answer: unknown): Review =>
  kindOf(definition).explain(definition, seed, answer)

/** What authors are told of many answers. */
export const countAnswers = (definition: Definition, answers: { seed: string; answer: unknown }[]): Statistics =>
  kindOf(definition).statistics(definition, answers)
