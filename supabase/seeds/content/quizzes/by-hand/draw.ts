import type { Calculated, Variable } from '../../../../functions/_shared/quizzes/types.ts'
import { type Fixed, fixed, ONE, rounded } from './fixed.ts'
import { valueOfFormula } from './formula.ts'

/** A generator of the tests' own: the same numbers in every run. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const choicesOf = (variable: Variable): Fixed[] => {
  if ('oneOf' in variable) return variable.oneOf.map(fixed)
  const [from, to, step] = [fixed(variable.from), fixed(variable.to), fixed(variable.step)]
  if ((to - from) % step !== 0n) throw new Error(`the steps of ${variable.name} do not end in ${variable.to}`)
  return Array.from({ length: Number((to - from) / step) + 1 }, (_none, index) => from + step * BigInt(index))
}

/** Numbers that meet the constraints of a question, and how many were drawn until then. */
export function draw(question: Calculated, random: () => number): { numbers: Record<string, Fixed>; tries: number } {
  const variables = question.variables.map((variable) => ({ name: variable.name, choices: choicesOf(variable) }))
  for (let tries = 1; tries < 1000; tries++) {
    const numbers = Object.fromEntries(
      variables.map(({ name, choices }) => [name, choices[Math.floor(random() * choices.length)] ?? 0n]),
    )
    if ((question.constraints ?? []).every((constraint) => valueOfFormula(constraint, numbers) === ONE)) {
      return { numbers, tries }
    }
  }
  throw new Error(`no numbers meet the constraints of ${question.topic}`)
}

/** The named values of a question added to the numbers drawn. */
export function withValues(question: Calculated, drawn: Record<string, Fixed>): Record<string, Fixed> {
  const numbers = { ...drawn }
  for (const { name, formula, rounding } of question.values ?? []) {
    const value = valueOfFormula(formula, numbers)
    numbers[name] = rounding ? rounded(value, rounding.digits) : value
  }
  return numbers
}
