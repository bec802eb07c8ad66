import { type ByHand, fixed, over, percentOf, sum, times, upTo } from './fixed.ts'

export const planningRetirementByHand: Record<string, ByHand> = {
  /** How many months of the gap each month until retirement has to pay for. */
  closeGap: (drawn) => times(drawn.fixed('gap'), over(drawn.fixed('factor'), drawn.fixed('years') * 12n)),

  /** Each source by itself. */
  replacement: (drawn) =>
    sum(...['pension', 'old'].map((source) => over(drawn.fixed(source) * 100n, drawn.fixed('income')))),

  spendingLater: (drawn) =>
    upTo(drawn.whole('years')).reduce(
      (spent) => spent + percentOf(drawn.fixed('inflation'), spent),
      drawn.fixed('spending'),
    ),

  /** The first withdrawal misses the good year; the second misses nothing. */
  badYearFirst: (drawn) => {
    const good = fixed('100') + drawn.fixed('rise')
    const alone = percentOf(good, drawn.fixed('saved') - percentOf(drawn.fixed('fall'), drawn.fixed('saved')))
    return alone - percentOf(good, drawn.fixed('taken')) - drawn.fixed('taken')
  },
}
