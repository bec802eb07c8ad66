import type { Quiz } from '../../../functions/_shared/quizzes/types.ts'
import { idOf } from '../id.ts'
import { bankAccountQuiz } from './bank-account.ts'
import { compoundInterestQuiz } from './compound-interest.ts'
import { householdBudgetQuiz } from './household-budget.ts'
import { inflationQuiz } from './inflation.ts'
import { investmentCostsQuiz } from './investment-costs.ts'
import { mortgageQuiz } from './mortgage.ts'
import { outOfDebtQuiz } from './out-of-debt.ts'
import { payslipQuiz } from './payslip.ts'
import { plainPensionQuiz } from './plain-pension.ts'
import { taxOnGainsQuiz } from './tax-on-gains.ts'

/** The tests of the demo courses, under the key of their course. */
export const quizSources: Record<string, Quiz> = {
  'compound-interest': compoundInterestQuiz,
  mortgage: mortgageQuiz,
  inflation: inflationQuiz,
  'out-of-debt': outOfDebtQuiz,
  payslip: payslipQuiz,
  'plain-pension': plainPensionQuiz,
  'tax-on-gains': taxOnGainsQuiz,
  'bank-account': bankAccountQuiz,
  'household-budget': householdBudgetQuiz,
  'investment-costs': investmentCostsQuiz,
}

/** The tests with their ids, ready to be written to the tables. A test without a lesson is of the whole course. */
export const quizzes: { id: string; courseId: string; lessonId?: string; quiz: Quiz }[] = Object.entries(
  quizSources,
).map(([course, quiz]) => ({ id: idOf('quizzes', course), courseId: idOf('courses', course), quiz }))
