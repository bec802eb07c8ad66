import { type ByHand, type Fixed, ONE, over, percentOf, sum, times, upTo } from './fixed.ts'

/** Year after year, each adds its interest to the account. */
const grown = (deposit: Fixed, rate: Fixed, years: number): Fixed =>
  upTo(years).reduce((account) => account + percentOf(rate, account), deposit)

export const compoundInterestByHand: Record<string, ByHand> = {
  oneDeposit: (drawn) => grown(drawn.fixed('deposit'), drawn.fixed('rate'), drawn.whole('years')),

  /** What each year's interest earns until the end, above the interest on the deposit itself. */
  interestOnInterest: (drawn) => {
    const yearly = percentOf(drawn.fixed('rate'), drawn.fixed('deposit'))
    const years = drawn.whole('years')
    return sum(...upTo(years).map((year) => grown(yearly, drawn.fixed('rate'), years - year) - yearly))
  },

  monthlySaving: (drawn) =>
    upTo(drawn.whole('years') * 12).reduce(
      (account) => account + percentOf(drawn.fixed('rate'), account) / 12n + drawn.fixed('monthly'),
      0n,
    ),

  feesEachYear: (drawn) =>
    upTo(drawn.whole('years')).reduce((account) => {
      const before = account + percentOf(drawn.fixed('gross'), account)
      return before - percentOf(drawn.fixed('fee'), before)
    }, drawn.fixed('deposit')),

  /** By a basket of a hundred shekels: how many baskets can be bought now. */
  realReturn: (drawn) => {
    const hundred = 100n * ONE
    const basket = hundred + drawn.fixed('inflation')
    const baskets = over(hundred + drawn.fixed('nominal'), basket)
    return times(hundred, baskets) - hundred
  },
}
