import type { Definition, Quiz } from '../../../functions/_shared/quizzes/types.ts'
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

const rowOf = ([key, quiz]: [string, Quiz]) => {
  const [course = ''] = key.split('/')
  return {
    key,
    id: idOf('quizzes', key),
    courseId: idOf('courses', course),
    lessonId: key === course ? null : idOf('lessons', key),
    quiz,
  }
}

/** The tests with their ids. A test without a lesson is of the whole course. */
export const quizzes = Object.entries(quizSources).map(rowOf)

/** A test as `publish_quiz` takes it. */
export type PublishedQuiz = Omit<Quiz, 'pools'> & {
  id: string
  course_id: string
  lesson_id: string | null
  order_index: number
  pools: { topic: string; draw: number | null; questions: { id: string; definition: Definition }[] }[]
}

const publishedTests = quizzes.map(
  ({ key, id, courseId, lessonId, quiz }, index): PublishedQuiz => ({
    ...quiz,
    id,
    course_id: courseId,
    lesson_id: lessonId,
    order_index: index + 1,
    pools: quiz.pools.map(({ questions, ...pool }) => ({
      ...pool,
      questions: questions.map((definition) => ({
        id: idOf('quiz_questions', `${key}/${definition.text}`),
        definition,
      })),
    })),
  }),
)

const MOST_POOLS = 2

/**
 * A short test before a course, made of its tests: two questions of each of two pools. They keep their ids and are drawn
 * anew, so that after the course the same is asked with other numbers.
 */
const pretestOf = (courseId: string): PublishedQuiz => ({
  id: idOf('quizzes', `pretest/${courseId}`),
  purpose: 'pretest',
  course_id: courseId,
  lesson_id: null,
  order_index: 0,
  title: 'לפני שמתחילים',
  intro: 'ארבע שאלות על מה שהקורס מלמד. אין ציון עובר, ואפשר לא לדעת: אחרי המבחנים של הקורס תראו כמה התקדמתם.',
  passPercent: 100,
  attemptsAllowed: 1,
  waitMinutes: 0,
  timeLimitMinutes: null,
  shuffleQuestions: false,
  review: 'never',
  pools: publishedTests
    .filter(({ course_id }) => course_id === courseId)
    .flatMap(({ pools }) => pools)
    .slice(0, MOST_POOLS)
    .map((pool) => ({ ...pool, draw: 2 })),
})

/** Of each course with tests the short test before it, and the tests. */
export const publishedQuizzes: PublishedQuiz[] = [
  ...[...new Set(publishedTests.map(({ course_id }) => course_id))].map(pretestOf),
  ...publishedTests,
]
