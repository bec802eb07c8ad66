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
import { idOf } from './id.ts'
import { content } from './index.ts'
import { transcriptOf, videos } from './videos.ts'

const shekels = (value: number, digits = 0): string =>
  `₪${value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`

const textOf = (where: string): string => {
  const [kind, key = ''] = where.split(':')
  if (kind === 'film') {
    const video = videos.find((one) => one.key === key)
    return video
      ? transcriptOf(video)
          .map(({ text }) => text)
          .join('\n')
      : ''
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
  ['film:compound', shekels(grow(1000, 0.07, 10))],
  ['film:compound', shekels(grow(1000, 0.07, 20))],
  ['film:compound', shekels(grow(1000, 0.07, 30))],
  ['film:inflation', shekels(grow(100, 0.03, 10), 2)],
  ['film:inflation', shekels(100 / 1.03 ** 10, 2)],
  ['film:inflation', shekels(grow(100, 0.03, 20), 2)],
  ['film:inflation', shekels(100 / 1.03 ** 20, 2)],
  ['film:fees', shekels(grow(100_000, 0.05, 30))],
  ['film:fees', shekels(growWithFee(100_000, 0.05, 0.002, 30))],
  ['film:fees', shekels(growWithFee(100_000, 0.05, 0.01, 30))],
  ['film:mortgage', shekels(payment(600_000, 0.045 * MONTH, 300))],
  ['film:mortgage', shekels(payment(600_000, 0.045 * MONTH, 300) * 300)],
  ['film:mortgage', shekels(payment(600_000, 0.045 * MONTH, 300) * 300 - 600_000)],
  ['film:brackets', shekels(taxBySteps(12_000, example))],
  ['film:risk', shekels(grow(100, 0.05, 10), 2)],
  ['film:risk', shekels(100 * (1.25 * 0.85) ** 5, 2)],
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

  it('the third decade of the film adds more than the first two', () => {
    const at = (years: number) => grow(1000, 0.07, years)
    expect(at(30) - at(20)).toBeGreaterThan(at(20) - at(0))
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
