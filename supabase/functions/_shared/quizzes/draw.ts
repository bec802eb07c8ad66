import { FormulaError } from '../formula-tree.ts'
import { Exact, rounded, shown } from './decimals.ts'
import { formulaOf, type Numbers } from './formula.ts'
import { type Random, randomOf } from './random.ts'
import type { Calculated, Unit, Variable } from './types.ts'

/** Constraints that a definition meets within 40 draws, twenty times over, are missed 400 times once in a billion. */
const MOST_DRAWS = 400
export const DRAWS_OF_A_CHECK = 40

/** How many values a variable can have; 0 where its range is none. */
export function sizeOf(variable: Variable): number {
  if ('oneOf' in variable) return variable.oneOf.length
  const [from, to, step] = [variable.from, variable.to, variable.step].map((text) => new Exact(text)) as [
    Exact,
    Exact,
    Exact,
  ]
  if (step.lte(0) || to.lt(from) || !to.minus(from).mod(step).isZero()) return 0
  return to.minus(from).div(step).toNumber() + 1
}

function drawn(variable: Variable, random: Random): Exact {
  const at = random(sizeOf(variable))
  if ('oneOf' in variable) return new Exact(variable.oneOf[at] as string)
  return new Exact(variable.from).plus(new Exact(variable.step).times(at))
}

/**
 * The numbers of one attempt: drawn until every constraint holds, with the values that are computed from them.
 * @param most how often is drawn at most
 * @throws FormulaError when none of them meets the constraints
 */
export function numbersOf(definition: Calculated, seed: string, most = MOST_DRAWS): Numbers {
  const random = randomOf(seed, 'numbers')
  for (let tries = 0; tries < most; tries++) {
    const numbers: Record<string, Exact> = {}
    for (const variable of definition.variables) numbers[variable.name] = drawn(variable, random)
    if ((definition.constraints ?? []).some((constraint) => formulaOf(constraint).value(numbers).isZero())) continue
    for (const { name, formula, rounding } of definition.values ?? []) {
      const value = formulaOf(formula).value(numbers)
      numbers[name] = rounding ? rounded(value, rounding.digits) : value
    }
    return numbers
  }
  throw new FormulaError('no numbers meet the constraints')
}

/** The right answer, rounded as the definition says. */
export const answerOf = ({ formula, rounding }: Calculated, numbers: Numbers): Exact =>
  rounded(formulaOf(formula).value(numbers), rounding.digits)

/** The units of all that a text may name. */
function unitsOf({ variables, values = [] }: Calculated): Map<string, { unit: Unit; digits?: number }> {
  return new Map([
    ...variables.map(({ name, unit }) => [name, { unit, digits: 10 }] as const),
    ...values.map(
      ({ name, unit, rounding }) => [name, { unit, ...(rounding && { digits: rounding.digits }) }] as const,
    ),
  ])
}

/** A name of a number, as formulas read it: Latin with digits, or Hebrew words. */
export const NAME = '[A-Za-z][A-Za-z0-9_]{0,30}|[א-ת](?:[א-ת ]{0,29}[א-ת])?'
export const PLACE = new RegExp(`\\{(${NAME})\\}`, 'g')

/** A text with the numbers of the attempt in its places. */
export function filled(text: string, definition: Calculated, numbers: Numbers): string {
  const units = unitsOf(definition)
  return text.replace(PLACE, (place, name: string) => {
    const [number, as] = [Object.hasOwn(numbers, name) ? numbers[name] : undefined, units.get(name)]
    return number && as ? shown(number, as.unit, as.digits) : place
  })
}
