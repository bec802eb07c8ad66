/** The few formulas behind the figures that the academy teaches; rates are fractions (0.05 is 5%). */

/** A sum left to grow: `principal × (1 + rate)^periods`. */
export function grow(principal: number, rate: number, periods: number): number {
  return principal * (1 + rate) ** periods
}

/** Equal deposits at the end of each period. */
export function growDeposits(deposit: number, rate: number, periods: number): number {
  return rate === 0 ? deposit * periods : (deposit * ((1 + rate) ** periods - 1)) / rate
}

/** A sum that grows by `rate` a year and then pays `fee` of the balance at the end of each year. */
export function growWithFee(principal: number, rate: number, fee: number, years: number): number {
  return principal * ((1 + rate) * (1 - fee)) ** years
}

/** The equal payment that repays a loan with the interest of each period. */
export function payment(principal: number, rate: number, periods: number): number {
  return (principal * rate) / (1 - (1 + rate) ** -periods)
}

/** What equal payments at the end of each period are worth at their beginning. */
export function presentValue(amount: number, rate: number, periods: number): number {
  return growDeposits(amount, rate, periods) / grow(1, rate, periods)
}

/** What is still owed after `paid` equal payments. */
export function balance(principal: number, rate: number, periods: number, paid: number): number {
  return grow(principal, rate, paid) - growDeposits(payment(principal, rate, periods), rate, paid)
}

/** How many payments of a fixed sum a debt takes, the last one perhaps smaller. */
export function paymentsToClear(debt: number, rate: number, amount: number): number {
  return Math.ceil(-Math.log(1 - (debt * rate) / amount) / Math.log(1 + rate))
}

/** The yearly rate that turns `from` into `to`. */
export function yearlyRate(from: number, to: number, years: number): number {
  return (to / from) ** (1 / years) - 1
}

/** The return left after prices rose. */
export function realRate(nominal: number, inflation: number): number {
  return (1 + nominal) / (1 + inflation) - 1
}

/** Tax by steps: each rate holds for the part of the income between its floor and the next one. */
export function taxBySteps(income: number, steps: readonly { from: number; rate: number }[]): number {
  return steps.reduce((tax, step, index) => {
    const ceiling = steps[index + 1]?.from ?? Number.POSITIVE_INFINITY
    return tax + Math.max(0, Math.min(income, ceiling) - step.from) * step.rate
  }, 0)
}

/** The price today of coupons at the end of each year and of the face value at the end. */
export function bondPrice(face: number, coupon: number, rate: number, years: number): number {
  return (coupon * (1 - (1 + rate) ** -years)) / rate + face / (1 + rate) ** years
}
