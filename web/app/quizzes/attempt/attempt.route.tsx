import { Suspense, useEffect } from 'react'
import { Link } from 'react-router'
import { ResultScreen } from '~/quizzes/result/result-screen'
import { holdSession, useSession } from '~/session/student/session-store'
import { lazyPart } from '~/shared/browser/lazy-part'
import { paths } from '~/shared/config/paths'
import { accountMeta } from '~/shared/pages/account-meta'
import { Button, buttonClass } from '~/shared/ui/button'
import { common } from '~/shared/ui/common.he'
import { Loading } from '~/shared/ui/loading'
import { MessagePage } from '~/shared/ui/message-page'
import type { Route } from './+types/attempt.route'
import { finishAttempt, startAttempt, useAttempt } from './attempt.calls'
import { attemptText as text } from './attempt.he'
import type { Attempt } from './attempt.rules'
import { AttemptScreen } from './attempt-screen'
import { Ending } from './ending'
import { useStoredAnswers } from './use-answers'

const SessionOver = lazyPart(() => import('~/session/student/session-over').then((part) => part.SessionOver))

export const meta = accountMeta(text.pageTitle)

/** An attempt of the person at a test: while it is open its questions, afterwards what came of it. */
export default function AttemptRoute({ params }: Route.ComponentProps) {
  const session = useSession()
  useEffect(holdSession, [])
  if (session.status !== 'student') return null
  return (
    <>
      <OwnAttempt key={`${session.userId} ${params.attemptId}`} userId={session.userId} params={params} />
      {session.lapsed && (
        <Suspense>
          <SessionOver
            email={session.email}
            returnTo={paths.quizAttempt(params.courseId, params.quizId, params.attemptId)}
          />
        </Suspense>
      )}
    </>
  )
}

type OwnAttemptProps = { userId: string; params: Route.ComponentProps['params'] }

function OwnAttempt({ userId, params: { courseId, quizId, attemptId } }: OwnAttemptProps) {
  const { data, isPending, refetch } = useAttempt(userId, attemptId)
  const isKnown = useStoredAnswers(userId)
  if (isPending || (data && !isKnown)) return <Loading />
  if (data) return <InItsState userId={userId} attempt={data} />
  const isMissing = data === null
  return (
    <MessagePage title={isMissing ? text.notFound : text.failed}>
      {!isMissing && <p role="alert">{common.failedBody}</p>}
      <p className="flex flex-wrap gap-3">
        {!isMissing && (
          <Button look="learn" onClick={() => void refetch()}>
            {common.retry}
          </Button>
        )}
        <Link to={paths.quiz(courseId, quizId)} className={buttonClass('secondary')}>
          {text.toQuiz}
        </Link>
      </p>
    </MessagePage>
  )
}

function InItsState({ userId, attempt }: { userId: string; attempt: Attempt }) {
  switch (attempt.state) {
    case 'new':
      return <Ending message={common.loading} work={() => startAttempt(userId, attempt.quizId, attempt.id)} />
    case 'open':
      return <AttemptScreen userId={userId} attempt={attempt} />
    case 'submitted':
      return <Ending message={text.checking} work={() => finishAttempt(userId, attempt.id, [])} />
    case 'scored':
      return <ResultScreen attempt={attempt} />
  }
}
