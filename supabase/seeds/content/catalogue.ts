import { bankingCourses } from './courses/banking.ts'
import { financeBasicsCourses } from './courses/finance-basics.ts'
import { investmentsCourses } from './courses/investments.ts'
import { retirementCourses } from './courses/retirement.ts'
import { taxesCourses } from './courses/taxes.ts'
import type { CourseSource } from './types.ts'

/** The courses of every category by hand; the first of each also stand first in the catalogue. */
export const catalogue: [categorySlug: string, courses: CourseSource[]][] = [
  ['finance-basics', financeBasicsCourses],
  ['investments', investmentsCourses],
  ['retirement', retirementCourses],
  ['taxes', taxesCourses],
  ['banking', bankingCourses],
]
