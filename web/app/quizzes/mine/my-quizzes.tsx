import { Link } from 'react-router'
import { useDeck } from '~/quizzes/review/review.calls'
import { reviewText } from '~/quizzes/review/review.he'
import { leftToday } from '~/quizzes/review/review.rules'
import { useSession } from '~/session/student/session-store'
import { paths } from '~/shared/config/paths'
import { plural } from '~/shared/formats/plural'
import { Failed, Section } from '~/shared/ui/section'
import { mineText as text } from './mine.he'
import { type MyQuiz, useMyQuizzes } from './my-quizzes.calls'

/** The tests of the dashboard, newest first; nothing before the first one. */
export function MyQuizzes() {
  const { data, isError, refetch } = useMyQuizzes()
  if (!isError && !data?.length) return null
  return (
    <Section id="my-quizzes" title={text.title} action={<ToReview />}>
      {isError ? (
        <Failed text={text.failed} onRetry={() => void refetch()} />
      ) : (
        <ul>
          {data?.map((quiz) => (
            <li key={quiz.quizId} className="border-rule border-b">
              <Link
                to={paths.quiz(quiz.courseId, quiz.quizId)}
                className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1 py-4 no-underline hover:bg-card"
              >
                <span className="min-w-0">
                  <span className="block font-bold font-serif text-lg leading-tight">{quiz.title}</span>
                  <span className="mt-1 block text-ink-2 text-sm">
                    {quiz.courseTitle} · {plural(quiz.attempts, text.attempts)} · {stateOf(quiz)}
                  </span>
                </span>
                {quiz.bestPercent !== null && (
                  <span className="font-bold text-green-ink">
                    <span className="sr-only">{text.best}: </span>
                    <bdi dir="ltr">{quiz.bestPercent}%</bdi>
                  </span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

/** The way to the questions that come back today. */
function ToReview() {
  const session = useSession()
  const { data: deck } = useDeck(session.status === 'student' ? session.userId : undefined)
  const left = deck ? leftToday(deck) : 0
  return (
    <Link to={paths.review} className="font-semibold text-green underline underline-offset-4">
      {left > 0 ? plural(left, reviewText.dueShort) : reviewText.title}
    </Link>
  )
}

function stateOf({ openAttempt, passed, bestPercent, purpose }: MyQuiz): string {
  if (openAttempt) return text.open
  if (purpose === 'pretest') return text.pretest
  if (passed) return text.passed
  return bestPercent === null ? text.checking : text.notPassed
}
