import { bankAccount } from './bank-account.ts'
import { bonds } from './bonds.ts'
import { compoundInterest } from './compound-interest.ts'
import { credit } from './credit.ts'
import { emergencyFund } from './emergency-fund.ts'
import { householdBudget } from './household-budget.ts'
import { indexFunds } from './index-funds.ts'
import { inflation } from './inflation.ts'
import { investmentCosts } from './investment-costs.ts'
import { moneyDecisions } from './money-decisions.ts'
import { mortgage } from './mortgage.ts'
import { outOfDebt } from './out-of-debt.ts'
import { payslip } from './payslip.ts'
import { plainPension } from './plain-pension.ts'
import { planningRetirement } from './planning-retirement.ts'
import { readingNumbers } from './reading-numbers.ts'
import { riskAndDiversification } from './risk-and-diversification.ts'
import { selfEmployed } from './self-employed.ts'
import { studyFund } from './study-fund.ts'
import { taxOnGains } from './tax-on-gains.ts'
import type { FilmSource } from './types.ts'

const courses: Record<string, Record<string, FilmSource>> = {
  'compound-interest': compoundInterest,
  'household-budget': householdBudget,
  inflation,
  'emergency-fund': emergencyFund,
  'out-of-debt': outOfDebt,
  'reading-numbers': readingNumbers,
  'money-decisions': moneyDecisions,
  'index-funds': indexFunds,
  'risk-and-diversification': riskAndDiversification,
  bonds,
  'investment-costs': investmentCosts,
  'plain-pension': plainPension,
  'study-fund': studyFund,
  'planning-retirement': planningRetirement,
  payslip,
  'tax-on-gains': taxOnGains,
  'self-employed': selfEmployed,
  mortgage,
  'bank-account': bankAccount,
  credit,
}

/** What every film says and draws, under `course/lesson`. */
export const filmSources: Record<string, FilmSource> = Object.fromEntries(
  Object.entries(courses).flatMap(([course, lessons]) =>
    Object.entries(lessons).map(([lesson, source]) => [`${course}/${lesson}`, source]),
  ),
)
