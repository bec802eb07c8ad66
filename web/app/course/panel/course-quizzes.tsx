import { Link } from 'react-router'
import type { QuizSummary } from '~/catalog/courses/catalog.rules'
import { useMyQuizzes } from '~/quizzes/mine/my-quizzes.calls'
import { paths } from '~/shared/config/paths'
import { plural } from '~/shared/formats/plural'
import { panelText } from './panel.he'

type CourseQuizzesProps = { courseId: string; quizzes: readonly QuizSummary[] }

/** The knowledge tests of a course, each with the best that the signed-in student has reached. */
export function CourseQuizzes({ courseId, quizzes }: CourseQuizzesProps) {
  const { data: mine } = useMyQuizzes()
  return (
    <section aria-labelledby="quizzes" className="px-5 pb-6 md:px-8">
      <h3 id="quizzes" className="border-ink border-b pb-3 text-lg">
        {panelText.quizzesTitle}
      </h3>
      <ul>
        {quizzes.map(({ id, title, questionCount }) => {
          const standing = mine?.find(({ quizId }) => quizId === id)
          return (
            <li key={id} className="border-rule border-b">
              <Link
                to={paths.quiz(courseId, id)}
                className="group flex min-h-14 items-center gap-3.5 py-2.5 text-ink no-underline"
              >
                <span className="min-w-0 flex-1 group-hover:underline group-hover:underline-offset-4">{title}</span>
                {standing?.bestPercent != null && (
                  <span className="font-semibold text-green-ink text-sm">
                    {standing.passed && `${panelText.quizPassed} · `}
                    <bdi dir="ltr">{standing.bestPercent}%</bdi>
                  </span>
                )}
                <span className="shrink-0 text-ink-3 text-sm">{plural(questionCount, panelText.questionCount)}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
