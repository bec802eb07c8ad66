import { Link } from 'react-router'
import type { Purpose } from '~/quizzes/question/quiz-types.rules'
import { paths } from '~/shared/config/paths'
import { plural } from '~/shared/formats/plural'
import { mineText as text } from './mine.he'
import { type MyQuiz, useMyQuizzes } from './my-quizzes.calls'

type Offered = { id: string; title: string; purpose: Purpose; questionCount: number }

type QuizLinksProps = {
  courseId: string
  quizzes: readonly Offered[]
}

/** The knowledge tests of a course, each with the best that the signed-in student has reached. */
export function QuizLinks({ courseId, quizzes }: QuizLinksProps) {
  const { data: mine } = useMyQuizzes()
  return (
    <ul>
      {offered(quizzes, mine).map(({ id, title, questionCount }) => {
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
                  {standing.purpose === 'test' && standing.passed && `${text.passed} · `}
                  <bdi dir="ltr">{standing.bestPercent}%</bdi>
                </span>
              )}
              <span className="shrink-0 text-ink-3 text-sm">{plural(questionCount, text.questions)}</span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

/** Without the test before the course once it is too late for it: after a test of the course was begun. */
function offered(quizzes: readonly Offered[], mine: readonly MyQuiz[] = []): readonly Offered[] {
  const tried = new Set(mine.map(({ quizId }) => quizId))
  const hasBegun = quizzes.some(({ id, purpose }) => purpose === 'test' && tried.has(id))
  return hasBegun ? quizzes.filter(({ id, purpose }) => purpose === 'test' || tried.has(id)) : quizzes
}
