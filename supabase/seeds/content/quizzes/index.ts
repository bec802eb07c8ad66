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
import { planningRetirementQuiz } from './planning-retirement.ts'
import { downAndUpQuiz, percentAndPointsQuiz } from './reading-numbers.ts'
import { riskAndDiversificationQuiz } from './risk-and-diversification.ts'
import { taxOnGainsQuiz } from './tax-on-gains.ts'

/** The tests of the demo courses, under the key of their course or, for a short test, `course/lesson`. */
export const quizSources: Record<string, Quiz> = {
  'compound-interest': compoundInterestQuiz,
  'household-budget': householdBudgetQuiz,
  inflation: inflationQuiz,
  'out-of-debt': outOfDebtQuiz,
  'reading-numbers/percent-and-points': percentAndPointsQuiz,
  'reading-numbers/down-and-up': downAndUpQuiz,
  'investment-costs': investmentCostsQuiz,
  'risk-and-diversification': riskAndDiversificationQuiz,
  'plain-pension': plainPensionQuiz,
  'planning-retirement': planningRetirementQuiz,
  payslip: payslipQuiz,
  'tax-on-gains': taxOnGainsQuiz,
  mortgage: mortgageQuiz,
  'bank-account': bankAccountQuiz,
}

const rowOf = ([key, quiz]: [string, Quiz]): { id: string; courseId: string; lessonId?: string; quiz: Quiz } => {
  const [course = ''] = key.split('/')
  return {
    id: idOf('quizzes', key),
    courseId: idOf('courses', course),
    ...(key === course ? {} : { lessonId: idOf('lessons', key) }),
    quiz,
  }
}

/** The tests with their ids, ready to be written to the tables. A test without a lesson is of the whole course. */
export const quizzes = Object.entries(quizSources).map(rowOf)
