const MONTHS_PER_YEAR = 12

/** What a saver has at the end of a year: paid in so far, and worth, both in the currency of the deposit. */
export type SavingYear = { year: number; deposited: number; value: number }

export type SavingPlan = { monthlyDeposit: number; years: number; annualRate: number }

/**
 * Grows a monthly deposit with monthly compounding (rate / 12, paid in at the end of each month), without fees or tax.
 * @returns one entry per year, unrounded
 */
export function growSavings({ monthlyDeposit, years, annualRate }: SavingPlan): SavingYear[] {
  const monthlyRate = annualRate / MONTHS_PER_YEAR
  const result: SavingYear[] = []
  let value = 0
  for (let month = 1; month <= years * MONTHS_PER_YEAR; month++) {
    value = value * (1 + monthlyRate) + monthlyDeposit
    if (month % MONTHS_PER_YEAR === 0) {
      result.push({ year: month / MONTHS_PER_YEAR, deposited: month * monthlyDeposit, value })
    }
  }
  return result
}

/** Whole shekels with thousands separators, e.g. `₪121,997`. */
export const formatShekels = (amount: number): string => `₪${Math.round(amount).toLocaleString('en-US')}`
