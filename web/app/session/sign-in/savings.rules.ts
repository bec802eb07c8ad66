/**
 * What a monthly deposit grows to.
 * @param monthly deposit at the end of each month, in shekels
 * @param yearlyRate nominal yearly rate, compounded monthly (0.05 is 5%)
 * @returns the balance after `years` in whole shekels
 */
export function savingsAfter(years: number, monthly: number, yearlyRate: number): number {
  const rate = yearlyRate / 12
  return Math.round(monthly * (((1 + rate) ** (years * 12) - 1) / rate))
}
