import { Link } from 'react-router'
import { paths } from '~/shared/config/paths'
import { buttonClass } from '~/shared/ui/button'
import { attemptText as text } from './attempt.he'
import type { Attempt } from './attempt.rules'
import { OpenAttempt } from './open-attempt'
import { useAnswers } from './use-answers'

type AttemptScreenProps = { userId: string; attempt: Attempt }

/** An open attempt of a student, whose answers are kept as they are given. */
export function AttemptScreen({ userId, attempt }: AttemptScreenProps) {
  const leave = (
    <Link to={paths.quiz(attempt.courseId, attempt.quizId)} className={buttonClass('secondary', 'small')}>
      {text.leave}
    </Link>
  )
  return <OpenAttempt attempt={attempt} answers={useAnswers(userId, attempt)} leave={leave} />
}
