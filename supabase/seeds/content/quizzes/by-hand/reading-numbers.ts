import { type ByHand, fixed, over, percentOf, times } from './fixed.ts'

const HUNDRED = fixed('100')

export const percentAndPointsByHand: Record<string, ByHand> = {
  ofItself: (drawn) => over((drawn.fixed('after') - drawn.fixed('before')) * 100n, drawn.fixed('before')),

  moreEachYear: (drawn) =>
    percentOf(drawn.fixed('after'), drawn.fixed('loan')) - percentOf(drawn.fixed('before'), drawn.fixed('loan')),
}

export const downAndUpByHand: Record<string, ByHand> = {
  /** What fell away, in hundredths of what is left. */
  wayBack: (drawn) => over(drawn.fixed('fall') * 100n, HUNDRED - drawn.fixed('fall')),

  /** In whole percents, and a ten thousandth at the end. */
  twoYears: (drawn) => {
    const percents = times(HUNDRED + drawn.fixed('rise'), HUNDRED - drawn.fixed('fall'))
    return times(drawn.fixed('sum'), percents) / 10_000n
  },
}
