import { articles } from './articles.ts'
import { authors } from './authors.ts'
import { contentRows, courseRow, lessonRows } from './build.ts'
import { catalogue } from './catalogue.ts'
import { categories } from './categories.ts'
import { financeFacts } from './finance-facts.ts'
import { legalDocuments, legalDocumentVersions } from './legal.ts'
import { mediaOf } from './media.ts'
import { publishedQuizzes } from './quizzes/index.ts'
import { bankingSummaries } from './summaries/banking.ts'
import { financeBasicsSummaries } from './summaries/finance-basics.ts'
import { investmentsSummaries } from './summaries/investments.ts'
import { retirementSummaries } from './summaries/retirement.ts'
import { taxesSummaries } from './summaries/taxes.ts'
import type { Content } from './types.ts'

const summaries: Record<string, string> = {
  ...financeBasicsSummaries,
  ...investmentsSummaries,
  ...retirementSummaries,
  ...taxesSummaries,
  ...bankingSummaries,
}

/** One course of each category in turn, so that the head of the catalogue shows all of them. */
const placed = catalogue
  .flatMap(([slug, courses], category) => courses.map((course, round) => ({ slug, course, round, category })))
  .sort((a, b) => a.round - b.round || a.category - b.category)

const sources = placed.map(({ course }) => course)
const courses = placed.map(({ course, slug }, index) => courseRow(course, slug, index + 1))

/** The whole demo content, ready to be upserted in this order. */
export const content: Content = {
  categories,
  authors,
  courses,
  lessons: sources.flatMap(lessonRows),
  lessonContents: sources.flatMap((source) => contentRows(source, summaries)),
  financeFacts,
  articles,
  legalDocuments,
  legalDocumentVersions,
  quizzes: publishedQuizzes,
  media: mediaOf(courses),
}
