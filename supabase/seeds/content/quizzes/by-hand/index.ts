import { bankAccountByHand } from './bank-account.ts'
import { compoundInterestByHand } from './compound-interest.ts'
import type { ByHand } from './fixed.ts'
import { householdBudgetByHand } from './household-budget.ts'
import { inflationByHand } from './inflation.ts'
import { investmentCostsByHand } from './investment-costs.ts'
import { mortgageByHand } from './mortgage.ts'
import { outOfDebtByHand } from './out-of-debt.ts'
import { payslipByHand } from './payslip.ts'
import { plainPensionByHand } from './plain-pension.ts'
import { planningRetirementByHand } from './planning-retirement.ts'
import { downAndUpByHand, percentAndPointsByHand } from './reading-numbers.ts'
import { riskAndDiversificationByHand } from './risk-and-diversification.ts'
import { taxOnGainsByHand } from './tax-on-gains.ts'

/** The calculated questions of each test reckoned again, in the order in which they stand in it. */
export const byHand: Record<string, Record<string, ByHand>> = {
  'compound-interest': compoundInterestByHand,
  'household-budget': householdBudgetByHand,
  inflation: inflationByHand,
  'out-of-debt': outOfDebtByHand,
  'reading-numbers/percent-and-points': percentAndPointsByHand,
  'reading-numbers/down-and-up': downAndUpByHand,
  'investment-costs': investmentCostsByHand,
  'risk-and-diversification': riskAndDiversificationByHand,
  'plain-pension': plainPensionByHand,
  'planning-retirement': planningRetirementByHand,
  payslip: payslipByHand,
  'tax-on-gains': taxOnGainsByHand,
  mortgage: mortgageByHand,
  'bank-account': bankAccountByHand,
}
