import { type ByHand, type Fixed, fixed, over, percentOf } from './fixed.ts'

const HUNDRED = fixed('100')

export const riskAndDiversificationByHand: Record<string, ByHand> = {
  /** The part of the stocks that grew faster than the bonds, as far as it is not wanted in stocks. */
  rebalance: (drawn) => {
    const stocks = percentOf(drawn.fixed('target'), drawn.fixed('total'))
    const faster = percentOf(drawn.fixed('stocks') - drawn.fixed('bonds'), stocks)
    return percentOf(HUNDRED - drawn.fixed('target'), faster)
  },

  backToPeak: (drawn) => over((drawn.fixed('peak') - drawn.fixed('low')) * 100n, drawn.fixed('low')),

  byHorizon: (drawn) =>
    drawn.fixed('total') - percentOf(drawn.fixed('fall'), drawn.fixed('total') - drawn.fixed('soon')),

  /** Two halves, each with its own way through each year. */
  halves: (drawn) => {
    const up = HUNDRED + drawn.fixed('rise')
    const down = HUNDRED - drawn.fixed('fall')
    const year = (sum: Fixed): Fixed => percentOf(up, sum / 2n) + percentOf(down, sum / 2n)
    return year(year(drawn.fixed('total')))
  },
}
