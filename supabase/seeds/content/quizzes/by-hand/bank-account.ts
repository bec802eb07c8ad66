import { type ByHand, percentOf, sum, upTo } from './fixed.ts'

export const bankAccountByHand: Record<string, ByHand> = {
  /** Day after day. */
  overdraft: (drawn) =>
    sum(...upTo(drawn.whole('days')).map(() => percentOf(drawn.fixed('rate'), drawn.fixed('debt')) / 365n)),

  renewed: (drawn) =>
    upTo(4).reduce((account) => account + percentOf(drawn.fixed('rate'), account) / 4n, drawn.fixed('deposit')) -
    drawn.fixed('deposit'),

  plan: (drawn) =>
    sum(...upTo(12).map(() => (drawn.fixed('direct') * 3n) / 2n + drawn.fixed('clerk') * 6n - drawn.fixed('plan'))),

  /** Each month a twelfth of the rate, on what is still owed. */
  credit: (drawn) =>
    sum(
      ...upTo(12).map((month) => {
        const owed = (drawn.fixed('price') * BigInt(13 - month)) / 12n
        return percentOf(drawn.fixed('rate'), owed) / 12n
      }),
    ),
}
