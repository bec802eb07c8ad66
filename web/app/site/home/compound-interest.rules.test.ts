import { expect, it } from 'vitest'
import { savingsAfter } from '~/session/sign-in/savings.rules'
import { formatShekels, growSavings } from './compound-interest.rules'

const years = growSavings({ monthlyDeposit: 100, years: 30, annualRate: 0.07 })

it('[2.3-01] grows ₪100 a month at 7% for 30 years to ₪121,997 from ₪36,000', () => {
  expect(years).toHaveLength(30)
  expect(formatShekels(years[29]?.deposited ?? 0)).toBe('₪36,000')
  expect(formatShekels(years[29]?.value ?? 0)).toBe('₪121,997')
})

it('agrees with the closed formula in every year', () => {
  for (const { year, value } of years) expect(Math.round(value)).toBe(savingsAfter(year, 100, 0.07))
})
