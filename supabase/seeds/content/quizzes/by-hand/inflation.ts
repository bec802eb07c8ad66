import { type ByHand, type Drawn, type Fixed, fixed, over, sum, times } from './fixed.ts'

/** A sum of one time in shekels of another: first without any level of prices, then at the new one. */
const translated = (amount: Fixed, from: Fixed, to: Fixed): Fixed => times(over(amount, from), to)
const all = (drawn: Drawn, ...names: string[]): Fixed => sum(...names.map(drawn.fixed))
/** By how many percent a sum changed: the difference, of what it was. */
const changed = (before: Fixed, now: Fixed): Fixed => over(times(fixed('100'), now - before), before)
const hundredAnd = (percent: Fixed): Fixed => fixed('100') + percent

export const inflationByHand: Record<string, ByHand> = {
  linkedRent: (drawn) => translated(drawn.fixed('rent'), drawn.fixed('base'), drawn.fixed('known')),

  realRise: (drawn) =>
    changed(translated(drawn.fixed('before'), drawn.fixed('indexThen'), drawn.fixed('indexNow')), drawn.fixed('today')),

  wageInOldShekels: (drawn) =>
    translated(drawn.fixed('wage'), hundredAnd(drawn.fixed('inflation')), hundredAnd(drawn.fixed('raise'))),

  /** Each line's own change, by its share of the basket; the rides did not change. */
  ownBasket: (drawn) => {
    const before = all(drawn, 'rentBefore', 'foodBefore', 'rides')
    const rent = times(
      changed(drawn.fixed('rentBefore'), drawn.fixed('rentNow')),
      over(drawn.fixed('rentBefore'), before),
    )
    const food = times(
      changed(drawn.fixed('foodBefore'), drawn.fixed('foodNow')),
      over(drawn.fixed('foodBefore'), before),
    )
    return rent + food
  },
}
