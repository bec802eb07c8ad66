import { describe, expect, it } from 'vitest'
import {
  balance,
  bondPrice,
  grow,
  growDeposits,
  growWithFee,
  payment,
  paymentsToClear,
  realRate,
  taxBySteps,
  yearlyRate,
} from './figures.ts'
import { films } from './films.ts'
import { idOf } from './id.ts'
import { content } from './index.ts'

const shekels = (value: number, digits = 0): string =>
  `₪${value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`

const textOf = (where: string): string => {
  const [kind, key = ''] = where.split(':')
  if (kind === 'film') {
    const film = films.find((one) => one.key === key)
    return film?.cues.map(({ text }) => text).join('\n') ?? ''
  }
  if (kind === 'article') return JSON.stringify(content.articles.find(({ slug }) => slug === key)?.body)
  return content.lessonContents.find(({ lesson_id }) => lesson_id === idOf('lessons', where))?.summary_he ?? ''
}

const MONTH = 1 / 12
const example = [
  { from: 0, rate: 0.1 },
  { from: 5000, rate: 0.2 },
  { from: 10000, rate: 0.3 },
]
const taxYear2025 = [
  { from: 0, rate: 0.1 },
  { from: 7010, rate: 0.14 },
  { from: 10060, rate: 0.2 },
  { from: 16150, rate: 0.31 },
  { from: 22440, rate: 0.35 },
  { from: 46690, rate: 0.47 },
]

/** Figures that no written equation shows in full: where they stand, what is written, and what it must be. */
const claims: [where: string, written: string][] = [
  ['film:compound-interest/power-of-time', shekels(growDeposits(100, 0.07 * MONTH, 120))],
  ['film:compound-interest/power-of-time', shekels(growDeposits(100, 0.07 * MONTH, 240))],
  ['film:compound-interest/power-of-time', shekels(growDeposits(100, 0.07 * MONTH, 360))],
  ['film:compound-interest/rule-of-72', (Math.log(2) / Math.log(1.06)).toFixed(1)],
  ['film:compound-interest/rule-of-72', (Math.log(2) / Math.log(1.03)).toFixed(1)],
  ['film:compound-interest/fees-over-years', shekels(grow(100_000, 0.05, 30))],
  ['film:compound-interest/fees-over-years', shekels(growWithFee(100_000, 0.05, 0.002, 30))],
  ['film:compound-interest/fees-over-years', shekels(growWithFee(100_000, 0.05, 0.01, 30))],
  ['film:out-of-debt/minimum-payment', `${paymentsToClear(20_000, 0.01, 250)} חודשים`],
  ['film:out-of-debt/minimum-payment', `${paymentsToClear(20_000, 0.01, 500)} חודשים`],
  ['film:out-of-debt/one-loan', shekels(payment(30_000, 0.08 * MONTH, 36) * 36)],
  ['film:out-of-debt/one-loan', shekels(payment(30_000, 0.08 * MONTH, 60) * 60)],
  ['film:risk-and-diversification/volatility', shekels(100 * (1.25 * 0.85) ** 5, 2)],
  ['film:bonds/price-and-yield', shekels(bondPrice(100, 4, 0.05, 5), 2)],
  ['film:bonds/price-and-yield', shekels(bondPrice(100, 4, 0.03, 5), 2)],
  ['film:investment-costs/fee-drag', shekels(growWithFee(100_000, 0.05, 0.007, 30))],
  ['film:study-fund/child-savings', shekels(growDeposits(50, 0.04 * MONTH, 216))],
  ['film:planning-retirement/the-gap', shekels(400_000 / growDeposits(1, 0.0025, 240))],
  ['film:planning-retirement/lump-or-annuity', shekels(payment(800_000, 0.0025, 240))],
  ['film:planning-retirement/longevity', shekels(payment(1_000_000, 0.0025, 240))],
  ['film:planning-retirement/longevity', shekels(payment(1_000_000, 0.0025, 300))],
  ['film:mortgage/principal-and-interest', shekels(payment(600_000, 0.045 * MONTH, 300))],
  ['film:mortgage/principal-and-interest', shekels(payment(600_000, 0.045 * MONTH, 300) * 300)],
  ['film:mortgage/principal-and-interest', shekels(payment(600_000, 0.045 * MONTH, 300) * 300 - 600_000)],
  ['film:mortgage/early-repayment', shekels(payment(600_000, 0.055 * MONTH, 300))],
  ['film:bank-account/deposits', shekels(grow(30_000, 0.01, 4) - 30_000)],
  ['compound-interest/power-of-time', shekels(growDeposits(100, 0.07 * MONTH, 120))],
  ['compound-interest/power-of-time', shekels(growDeposits(100, 0.07 * MONTH, 240))],
  ['compound-interest/power-of-time', shekels(growDeposits(100, 0.07 * MONTH, 360))],
  ['compound-interest/rule-of-72', (Math.log(2) / Math.log(1.06)).toFixed(1)],
  ['compound-interest/rule-of-72', (Math.log(2) / Math.log(1.03)).toFixed(1)],
  ['compound-interest/fees-over-years', shekels(growWithFee(100_000, 0.05, 0.002, 30))],
  ['compound-interest/real-return', `${(realRate(0.05, 0.03) * 100).toFixed(2)}%`],
  ['out-of-debt/minimum-payment', `${paymentsToClear(20_000, 0.01, 250)} חודשים`],
  ['out-of-debt/minimum-payment', `${paymentsToClear(20_000, 0.01, 500)} חודשים`],
  ['out-of-debt/one-loan', shekels(payment(30_000, 0.08 * MONTH, 36))],
  ['out-of-debt/one-loan', shekels(payment(30_000, 0.08 * MONTH, 36) * 36)],
  ['out-of-debt/one-loan', shekels(payment(30_000, 0.08 * MONTH, 60))],
  ['out-of-debt/one-loan', shekels(payment(30_000, 0.08 * MONTH, 60) * 60)],
  ['reading-numbers/growth-rate', `${(yearlyRate(100, 150, 5) * 100).toFixed(2)}%`],
  ['bonds/price-and-yield', shekels(bondPrice(100, 4, 0.05, 5), 2)],
  ['bonds/price-and-yield', shekels(bondPrice(100, 4, 0.03, 5), 2)],
  ['bonds/price-and-yield', shekels(bondPrice(100, 4, 0.05, 10), 2)],
  ['investment-costs/fee-drag', shekels(growWithFee(100_000, 0.05, 0.007, 30))],
  ['study-fund/child-savings', shekels(growDeposits(50, 0.04 * MONTH, 216))],
  ['planning-retirement/the-gap', shekels(400_000 / growDeposits(1, 0.0025, 240))],
  ['planning-retirement/lump-or-annuity', shekels(payment(800_000, 0.0025, 240))],
  ['planning-retirement/longevity', shekels(payment(1_000_000, 0.0025, 240))],
  ['planning-retirement/longevity', shekels(payment(1_000_000, 0.0025, 300))],
  ['payslip/brackets', shekels(taxBySteps(12_000, example))],
  ['payslip/yearly-check', shekels(taxBySteps(6000, example) * 12)],
  ['mortgage/early-repayment', shekels(payment(600_000, 0.055 * MONTH, 300))],
  ['mortgage/principal-and-interest', shekels(payment(600_000, 0.045 * MONTH, 300) * 300)],
  ['article:reading-a-tax-table', shekels(taxBySteps(12_000, taxYear2025))],
  ['article:the-price-of-waiting', shekels(growDeposits(100, 0.07 * MONTH, 360))],
  ['article:five-questions-before-a-loan', shekels(payment(30_000, 0.08 * MONTH, 36), 2)],
  ['article:five-questions-before-a-loan', shekels(payment(30_000, 0.08 * MONTH, 60), 2)],
]

describe('figures that are taught', () => {
  it.each(claims)('%s says %s', (where, written) => {
    expect(textOf(where)).toContain(written)
  })

  it('the mortgage of the film gives more than half of its payment to the principal from year 11', () => {
    const rate = 0.045 * MONTH
    const yearly = payment(600_000, rate, 300) * 12
    const paidOff = (year: number) =>
      balance(600_000, rate, 300, (year - 1) * 12) - balance(600_000, rate, 300, year * 12)
    expect(paidOff(10)).toBeLessThan(yearly / 2)
    expect(paidOff(11)).toBeGreaterThan(yearly / 2)
  })

  it('the rule of 72 takes too long below 8% and too short above, as its lesson says', () => {
    const exact = (rate: number) => Math.log(2) / Math.log(1 + rate)
    for (const rate of [0.01, 0.03, 0.06, 0.07]) expect(0.72 / rate).toBeGreaterThan(exact(rate))
    for (const rate of [0.08, 0.1, 0.18, 0.3]) expect(0.72 / rate).toBeLessThan(exact(rate))
    expect(Math.abs(0.72 / 0.08 - exact(0.08))).toBeLessThan(0.01)
  })

  it('the duration of the example bond is what its lesson says', () => {
    const weighted = [1, 2, 3, 4, 5].reduce((sum, year) => sum + (year * (year === 5 ? 104 : 4)) / 1.04 ** year, 0)
    expect((weighted / 100).toFixed(2)).toBe('4.63')
  })

  it('an end of a loan and of a saving without interest is plain', () => {
    expect(growDeposits(100, 0, 12)).toBe(1200)
    expect(balance(1000, 0.01, 12, 12)).toBeCloseTo(0, 6)
  })
})
