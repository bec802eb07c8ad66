import { type ByHand, over, percentOf, sum, times, upTo } from './fixed.ts'

export const taxOnGainsByHand: Record<string, ByHand> = {
  afterFees: (drawn) =>
    (drawn.fixed('sold') - drawn.fixed('bought') - drawn.fixed('buyFee') - drawn.fixed('sellFee')) / 4n,

  /** The gain in shekels, less what the index alone added to the cost. */
  ofRealGain: (drawn) => {
    const rise = over(drawn.fixed('indexNow') - drawn.fixed('indexThen'), drawn.fixed('indexThen'))
    return (drawn.fixed('sold') - drawn.fixed('bought') - times(drawn.fixed('bought'), rise)) / 4n
  },

  /** Each sale by itself; the loss gives a quarter back. */
  offset: (drawn) => sum(drawn.fixed('gain') / 4n, drawn.fixed('second') / 4n, -drawn.fixed('loss') / 4n),

  /** A quarter of the investment and three quarters of what it became. */
  deferred: (drawn) => {
    const saved = upTo(drawn.whole('years')).reduce(
      (account) => account + percentOf(drawn.fixed('rate'), account),
      drawn.fixed('invested'),
    )
    return (saved * 3n + drawn.fixed('invested')) / 4n
  },
}
