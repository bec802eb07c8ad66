import { type ByHand, type Drawn, type Fixed, ONE, over, percentOf, upTo } from './fixed.ts'

const interestOfMonth = (drawn: Drawn, owed: Fixed): Fixed => percentOf(drawn.fixed('rate'), owed) / 12n

export const mortgageByHand: Record<string, ByHand> = {
  /** What a payment of one shekel leaves open at the end tells how many shekels close the loan. */
  spitzerPayment: (drawn) => {
    const months = upTo(drawn.whole('years') * 12)
    const loanAtEnd = months.reduce((owed) => owed + interestOfMonth(drawn, owed), drawn.fixed('loan'))
    const shekelsAtEnd = months.reduce((saved) => saved + interestOfMonth(drawn, saved) + ONE, 0n)
    return over(loanAtEnd, shekelsAtEnd)
  },

  allInterest: (drawn) =>
    upTo(drawn.whole('years') * 12).reduce((paid) => paid + drawn.fixed('payment'), 0n) - drawn.fixed('loan'),

  firstPrincipal: (drawn) => drawn.fixed('payment') - interestOfMonth(drawn, drawn.fixed('loan')),

  primeRise: (drawn) => percentOf(drawn.fixed('rise'), drawn.fixed('loan')) / 12n,

  /** Month after month, on what is still owed. */
  equalPrincipal: (drawn) => {
    const months = drawn.whole('years') * 12
    const part = drawn.fixed('loan') / BigInt(months)
    return upTo(months).reduce(
      (paid, month) => paid + interestOfMonth(drawn, drawn.fixed('loan') - part * BigInt(month - 1)),
      0n,
    )
  },
}
