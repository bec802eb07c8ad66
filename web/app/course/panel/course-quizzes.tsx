import type { QuizSummary } from '~/catalog/courses/catalog.rules'
import { QuizLinks } from '~/quizzes/mine/quiz-links'
import { panelText } from './panel.he'

/** The knowledge tests of a course, below its lessons. */
export function CourseQuizzes({ courseId, quizzes }: { courseId: string; quizzes: readonly QuizSummary[] }) {
  return (
    <section aria-labelledby="quizzes" className="px-5 pb-6 md:px-8">
      <h3 id="quizzes" className="border-ink border-b pb-3 text-lg">
        {panelText.quizzesTitle}
      </h3>
      <QuizLinks courseId={courseId} quizzes={quizzes} />
    </section>
  )
}
