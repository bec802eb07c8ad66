import { type ByHand, percentOf, sum, upTo } from './fixed.ts'

export const outOfDebtByHand: Record<string, ByHand> = {
  /** Month by month, and the twelve together. */
  allDebts: (drawn) => {
    const month =
      percentOf(drawn.fixed('overdraftRate'), drawn.fixed('overdraft')) +
      percentOf(drawn.fixed('loanRate'), drawn.fixed('loan'))
    return sum(...upTo(12).map(() => month / 12n))
  },

  threeMonths: (drawn) =>
    upTo(3).reduce((owed) => owed + percentOf(drawn.fixed('rate'), owed) - drawn.fixed('payment'), drawn.fixed('debt')),

  dearFirst: (drawn) =>
    percentOf(drawn.fixed('high'), drawn.fixed('spare')) - percentOf(drawn.fixed('low'), drawn.fixed('spare')),

  /** In each of the first 36 months less, in 24 more months the whole payment. */
  longerLoan: (drawn) =>
    sum(...upTo(60).map((month) => drawn.fixed('long') - (month <= 36 ? drawn.fixed('short') : 0n))),
}
