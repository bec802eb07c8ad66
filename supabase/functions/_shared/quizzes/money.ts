import { FormulaError } from '../formula-tree.ts'
import { Exact } from './decimals.ts'

const HIGHEST_POWER = 2_000
const MOST_STEPS = 60
/** What is left of the largest sum when a rate is found. */
const SETTLED = new Exact('1e-20')
const NONE = new Exact(0)
const ONE = new Exact(1)

/**
 * A power with any exponent; of a number below zero a whole one.
 * @throws FormulaError
 */
export function powerOf(base: Exact, exponent: Exact): Exact {
  if (exponent.abs().gt(HIGHEST_POWER)) throw new FormulaError(`a power beyond ${HIGHEST_POWER}`, 'POWER')
  if (base.isZero() && exponent.lt(0)) throw new FormulaError('a division by zero', 'DIVISION')
  if (base.lt(0) && !exponent.isInteger()) throw new FormulaError('a root of a number below zero', 'ROOT')
  return base.pow(exponent)
}

/** The logarithm to the base e. @throws FormulaError for what is not above zero */
export function logarithmOf(value: Exact): Exact {
  if (value.lte(0)) throw new FormulaError('a logarithm of a number that is not above zero', 'LOGARITHM')
  return value.ln()
}

/** How much one unit becomes over all periods, and the sum of what one unit a period becomes. */
function growth(rate: Exact, periods: Exact, type: Exact) {
  const all = powerOf(rate.plus(1), periods)
  const paid = rate.isZero()
    ? periods
    : all
        .minus(1)
        .div(rate)
        .times(rate.times(type.isZero() ? 0 : 1).plus(1))
  return { all, paid }
}

const divided = (value: Exact, by: Exact): Exact => {
  if (by.isZero()) throw new FormulaError('a division by zero', 'DIVISION')
  return value.div(by)
}

type Money = (...values: Exact[]) => Exact

const fv: Money = (rate = NONE, periods = NONE, payment = NONE, present = NONE, type = NONE) => {
  const { all, paid } = growth(rate, periods, type)
  return present.times(all).plus(payment.times(paid)).neg()
}
const pv: Money = (rate = NONE, periods = NONE, payment = NONE, future = NONE, type = NONE) => {
  const { all, paid } = growth(rate, periods, type)
  return divided(future.plus(payment.times(paid)).neg(), all)
}
const pmt: Money = (rate = NONE, periods = NONE, present = NONE, future = NONE, type = NONE) => {
  const { all, paid } = growth(rate, periods, type)
  return divided(present.times(all).plus(future).neg(), paid)
}
const nper: Money = (rate = NONE, payment = NONE, present = NONE, future = NONE, type = NONE) => {
  if (rate.isZero()) return divided(present.plus(future).neg(), payment)
  const paid = payment.times(rate.times(type.isZero() ? 0 : 1).plus(1))
  const ratio = divided(paid.minus(future.times(rate)), paid.plus(present.times(rate)))
  return divided(logarithmOf(ratio), logarithmOf(rate.plus(1)))
}
/** Secant steps from two guesses, as spreadsheets do. */
const rate: Money = (periods = NONE, payment = NONE, present = NONE, future = NONE, type = NONE) => {
  const rest = (one: Exact) => fv(one, periods, payment, present, type).minus(future)
  const size = Exact.max(present.abs(), future.abs(), payment.abs(), 1).times(SETTLED)
  let [before, now] = [new Exact('0.01'), new Exact('0.02')]
  let last = rest(before)
  for (let step = 0; step < MOST_STEPS; step++) {
    const value = rest(now)
    if (value.abs().lt(size)) return now
    if (now.eq(before)) break
    const next = now.minus(divided(value.times(now.minus(before)), value.minus(last)))
    ;[before, now, last] = [now, Exact.max(next, '-0.99'), value]
  }
  throw new FormulaError('no rate was found', 'RATE')
}

/**
 * The functions of spreadsheets for money, with their signs and their order of arguments: what is paid is below zero, a
 * type of 1 pays at the beginning of a period, what is left out is 0 (support.microsoft.com, financial functions).
 */
export const MONEY: Readonly<Record<string, Money>> = { fv, pv, pmt, nper, rate }
export const EXPONENTIAL = (value: Exact): Exact => powerOf(ONE.exp(), value)
