import { type ByHand, fixed, percentOf, sum, upTo } from './fixed.ts'

export const plainPensionByHand: Record<string, ByHand> = {
  threeParts: (drawn) => sum(...['6', '6.5', '6'].map((part) => percentOf(fixed(part), drawn.fixed('insured')))),

  /** Month by month: of the deposit, and a twelfth of what the year takes of the savings. */
  twoFees: (drawn) =>
    sum(
      ...upTo(12).flatMap(() => [
        percentOf(drawn.fixed('depositFee'), drawn.fixed('deposit')),
        percentOf(drawn.fixed('savedFee'), drawn.fixed('saved')) / 12n,
      ]),
    ),

  /** Over one denominator: what is saved, by the difference of the factors, over their product. */
  twoFactors: (drawn) => {
    const [low, high] = [drawn.whole('low'), drawn.whole('high')]
    return (drawn.fixed('saved') * BigInt(high - low)) / BigInt(high * low)
  },

  /** What a hundred shekels in the track lost. */
  badYear: (drawn) => {
    const others = fixed('100') - drawn.fixed('share')
    const left =
      drawn.fixed('share') -
      percentOf(drawn.fixed('fall'), drawn.fixed('share')) +
      others +
      percentOf(drawn.fixed('rise'), others)
    return fixed('100') - left
  },
}
