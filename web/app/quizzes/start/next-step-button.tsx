import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { startAttempt } from '~/quizzes/attempt/attempt.calls'
import { randomId } from '~/shared/browser/random-id'
import { paths } from '~/shared/config/paths'
import { toAppError } from '~/shared/errors/errors'
import { formatMoment } from '~/shared/formats/dates'
import { Alert } from '~/shared/ui/alert'
import { Button, buttonClass } from '~/shared/ui/button'
import { quizText as text } from './quiz.he'
import type { NextStep, QuizPage } from './quiz.rules'

type WayOnButtonProps = { quiz: QuizPage; userId: string; way: NextStep }

/** Begins an attempt or leads to the open one; says when there is none to have. */
export function NextStepButton({ quiz, userId, way }: WayOnButtonProps) {
  const navigate = useNavigate()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  // One id for one beginning: a press whose answer got lost begins nothing new when it is repeated.
  const [attemptId] = useState(randomId)

  async function begin() {
    setBusy(true)
    setFailure(undefined)
    try {
      const attempt = await startAttempt(userId, quiz.id, attemptId)
      await navigate(paths.quizAttempt(quiz.courseId, quiz.id, attempt.id))
    } catch (cause) {
      setFailure(toAppError(cause).message)
      setBusy(false)
    }
  }
  if (way.kind === 'go-on')
    return (
      <Link to={paths.quizAttempt(quiz.courseId, quiz.id, way.attemptId)} className={buttonClass('learn')}>
        {text.goOn}
      </Link>
    )
  if (way.kind === 'wait') return <p className="text-ink-2">{text.waitUntil(formatMoment(way.until))}</p>
  if (way.kind === 'none' && quiz.purpose === 'pretest') return null
  if (way.kind === 'none') return <p className="text-ink-2">{text.noneLeft}</p>
  return (
    <div className="grid justify-items-start gap-4">
      {failure && <Alert tone="error">{failure}</Alert>}
      <Button look="learn" busy={busy} onClick={() => void begin()}>
        {way.isAgain ? text.beginAgain : quiz.purpose === 'pretest' ? text.beginPretest : text.begin}
      </Button>
    </div>
  )
}
