import { Link } from 'react-router'
import { paths } from '~/shared/config/paths'
import { formatMoment } from '~/shared/formats/dates'
import { quizText as text } from './quiz.he'
import type { MyAttempt, QuizPage } from './quiz.rules'

type MyAttemptListProps = { quiz: Pick<QuizPage, 'id' | 'courseId'>; attempts: readonly MyAttempt[] }

/** The person's attempts at a test, newest first, each with the way to what came of it. */
export function MyAttemptList({ quiz, attempts }: MyAttemptListProps) {
  return (
    <section aria-labelledby="earlier" className="mt-10">
      <h2 id="earlier" className="border-ink border-b pb-2 text-lg">
        {text.earlier}
      </h2>
      <ul>
        {attempts.map((attempt) => (
          <li key={attempt.id} className="border-rule border-b">
            <Link
              to={paths.quizAttempt(quiz.courseId, quiz.id, attempt.id)}
              className="flex items-baseline justify-between gap-4 py-3 no-underline hover:bg-card"
            >
              <span>
                <span className="block">{formatMoment(attempt.submittedAt ?? attempt.beganAt)}</span>
                <span className="text-ink-2 text-sm">{stateOf(attempt)}</span>
              </span>
              {attempt.percent !== null && (
                <bdi dir="ltr" className="font-bold text-lg">
                  {attempt.percent}%
                </bdi>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function stateOf({ isOpen, percent, passed }: MyAttempt): string {
  if (isOpen) return text.open
  if (percent === null) return text.checking
  return passed ? text.passed : text.notPassed
}
