import { type ByHand, ONE, over, percentOf, sum, upTo } from './fixed.ts'

export const investmentCostsByHand: Record<string, ByHand> = {
  /** Each fee by itself, each trade by itself. */
  allCosts: (drawn) =>
    sum(
      percentOf(drawn.fixed('fee'), drawn.fixed('invested')),
      percentOf(drawn.fixed('custody'), drawn.fixed('invested')),
      ...upTo(drawn.whole('trades')).map(() => drawn.fixed('commission')),
    ),

  /** Of a hundred shekels, what was taken in each year. */
  feeShare: (drawn) => {
    const left = upTo(drawn.whole('years')).reduce((rest) => rest - percentOf(drawn.fixed('fee'), rest), 100n * ONE)
    return 100n * ONE - left
  },

  /** How often the flat sum goes into what is saved on one shekel. */
  breakEven: (drawn) =>
    over(drawn.fixed('flat'), percentOf(drawn.fixed('high'), ONE) - percentOf(drawn.fixed('low'), ONE)),

  fiveYears: (drawn) =>
    sum(
      ...upTo(5).map(
        () =>
          percentOf(drawn.fixed('now'), drawn.fixed('saved')) - percentOf(drawn.fixed('later'), drawn.fixed('saved')),
      ),
    ),
}
