import { type ByHand, type Fixed, fixed, least, most, ONE, percentOf, sum, upTo } from './fixed.ts'

/** The invented steps of the course, each of five thousand shekels but the last. */
const taxOf = (income: Fixed): Fixed =>
  upTo(3).reduce((tax, step) => {
    const floor = fixed('5000') * BigInt(step - 1)
    const inside = most(0n, (step === 3 ? income : least(income, floor + fixed('5000'))) - floor)
    return tax + percentOf(fixed('10') * BigInt(step), inside)
  }, 0n)

export const payslipByHand: Record<string, ByHand> = {
  bySteps: (drawn) => taxOf(drawn.fixed('income')),

  /** A quarter of a point is worth 60.50 shekels. */
  afterPoints: (drawn) => {
    const quarters = (drawn.fixed('points') * 4n) / ONE
    return most(0n, drawn.fixed('tax') - quarters * fixed('60.5'))
  },

  /** Four percent of all, and eight more above the threshold. */
  twoRates: (drawn) =>
    percentOf(fixed('4'), drawn.fixed('wage')) + percentOf(fixed('8'), most(0n, drawn.fixed('wage') - fixed('7500'))),

  ofRaise: (drawn) => {
    const raise = drawn.fixed('raise')
    return raise - sum(...[drawn.fixed('tax'), fixed('12'), fixed('6')].map((rate) => percentOf(rate, raise)))
  },

  /** Twelve months, of which some were worked. */
  refund: (drawn) => {
    const months = drawn.whole('months')
    const earned = upTo(12).map((month) => (month <= months ? drawn.fixed('wage') : 0n))
    const average = sum(...earned) / 12n
    return sum(...earned.map((wage) => taxOf(wage) - taxOf(average)))
  },
}
