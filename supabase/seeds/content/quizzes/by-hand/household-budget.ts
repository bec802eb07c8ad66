import { type ByHand, fixed, over, sum, times } from './fixed.ts'

export const householdBudgetByHand: Record<string, ByHand> = {
  /** A twelfth of each bill. */
  monthlyPart: (drawn) => sum(...['insurance', 'service', 'holidays', 'school'].map((bill) => drawn.fixed(bill) / 12n)),

  /** How many hundredths of the variable expenses the cut is. */
  cutShare: (drawn) => over(drawn.fixed('cut'), times(drawn.fixed('variable'), fixed('0.01'))),

  /** A year's account, divided at the end. */
  leftOver: (drawn) =>
    ((drawn.fixed('income') - drawn.fixed('needs') - drawn.fixed('saving')) * 12n - drawn.fixed('yearly')) / 12n,

  firstYear: (drawn) => {
    const months = BigInt(drawn.whole('months'))
    return drawn.fixed('bill') / months - drawn.fixed('saved') / months
  },
}
