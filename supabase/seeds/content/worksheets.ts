import { grow, growDeposits, presentValue } from './figures.ts'

/** The figures that stand on the worksheets; the lessons that they belong to use the same ones. */

/** The example of the film on budgets: what each part of the month may cost. */
export const BUDGET_EXAMPLE: readonly [item: string, hint: string, sum: number][] = [
  ['דיור', 'שכר דירה או משכנתה, ארנונה, חשמל, מים', 4200],
  ['מזון', 'כולל ניקיון ובית מרקחת', 2400],
  ['תחבורה', 'דלק, תחבורה ציבורית', 1200],
  ['הוצאות של פעם בשנה', 'החלק החודשי, מהטבלה שלמטה', 700],
  ['חיסכון', 'בהוראת קבע, ביום שבו נכנסת המשכורת', 1200],
  ['כל השאר', 'תקשורת, חוגים, בילויים, הפתעות', 2300],
]
export const BUDGET_INCOME = 12_000

/** What comes once a year, as in the lesson of that name. */
export const YEARLY_EXAMPLE: readonly [item: string, sum: number][] = [
  ['ביטוח רכב', 3600],
  ['טיפולים לרכב', 1800],
  ['חגים ומתנות', 2000],
  ['ציוד לבית ספר', 1000],
]

/** Two offers for the same loan, as in the lesson on the whole cost: equal payments, and fees on the first day. */
export const LOAN_OFFERS = [
  { received: 20_000, payments: 24, payment: 920, fees: 0 },
  { received: 20_000, payments: 24, payment: 905, fees: 500 },
] as const

/** All that a loan costs, fees and all. */
export const totalCost = ({ payments, payment, fees }: (typeof LOAN_OFFERS)[number]): number =>
  payments * payment + fees

/** The yearly rate of a loan with its fees in it: at this rate the payments are worth what was really received. */
export function effectiveRate({ received, payments, payment, fees }: (typeof LOAN_OFFERS)[number]): number {
  let [low, high] = [0, 0.1]
  for (let step = 0; step < 60; step++) {
    const rate = (low + high) / 2
    if (presentValue(payment, rate, payments) > received - fees) low = rate
    else high = rate
  }
  return grow(1, low, 12) - 1
}

export const INTEREST_PRINCIPAL = 10_000
export const INTEREST_RATES = [0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08] as const
const INTEREST_YEARS = [1, 2, 3, 4, 5, 10, 15, 20, 25, 30]

/** What the principal comes to after some years, for each of the yearly rates. */
export const interestTable = (): { years: number; sums: number[] }[] =>
  INTEREST_YEARS.map((years) => ({
    years,
    sums: INTEREST_RATES.map((rate) => grow(INTEREST_PRINCIPAL, rate, years)),
  }))

const MONTHLY = 100
const MONTHLY_RATE = 0.07 / 12
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * ₪100 at the end of each month at 7% a year, year by year: as CSV for spreadsheets, which take Hebrew for gibberish
 * without the byte order mark.
 */
export function savingsByYear(): string {
  const rows = Array.from({ length: 30 }, (_, index) => {
    const months = 12 * (index + 1)
    const balance = growDeposits(MONTHLY, MONTHLY_RATE, months)
    const deposited = MONTHLY * months
    return [index + 1, deposited, balance.toFixed(2), (balance - deposited).toFixed(2)].join(',')
  })
  const head = 'שנה,הופקד עד כה (₪),יתרה בסוף השנה (₪),מזה תשואה (₪)'
  return `${BYTE_ORDER_MARK}${[head, ...rows].join('\r\n')}\r\n`
}
