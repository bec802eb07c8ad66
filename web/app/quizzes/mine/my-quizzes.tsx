import { Link } from 'react-router'
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
    <Section id="my-quizzes" title={text.title}>
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

function stateOf({ openAttempt, passed, bestPercent }: MyQuiz): string {
  if (openAttempt) return text.open
  if (passed) return text.passed
  return bestPercent === null ? text.checking : text.notPassed
}
