import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { changeOf } from '~/quizzes/attempt/attempt.rules'
import { OpenAttempt } from '~/quizzes/attempt/open-attempt'
import type { Answers } from '~/quizzes/attempt/use-answers'
import { ResultScreen } from '~/quizzes/result/result-screen'
import type { QuizPage } from '~/quizzes/start/quiz.rules'
import { QuizScreen } from '~/quizzes/start/quiz-screen'
import { focusNearest } from '~/shared/browser/near-focus'
import { toAppError } from '~/shared/errors/errors'
import { plural } from '~/shared/formats/plural'
import { Alert } from '~/shared/ui/alert'
import { Button } from '~/shared/ui/button'
import { beginPreviewed, type PreviewedAttempt, scorePreviewed } from './quiz-preview.calls'
import { quizPreviewText as text } from './quiz-preview.he'

/** A draft of a test as a student would take it, for whoever holds the link to it. */
export function QuizPreview({ token, quiz }: { token: string; quiz: QuizPage }) {
  const [attempt, setAttempt] = useState<PreviewedAttempt>()
  const [isInside, setIsInside] = useState(false)
  const step = isInside && attempt ? `${attempt.id} ${attempt.state}` : 'outside'
  return (
    <Step step={step}>
      <Round
        token={token}
        quiz={quiz}
        attempt={attempt}
        setAttempt={setAttempt}
        isInside={isInside}
        setIsInside={setIsInside}
      />
    </Step>
  )
}

/** What comes in place of what was pressed has the focus: the question, or the heading as a page of its own would. */
function Step({ step, children }: { step: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    const found = ['[data-question]', 'h1, h2', 'p'].flatMap(
      (what) => place.current?.querySelector<HTMLElement>(what) ?? [],
    )
    focusNearest(found)
  }, [step])
  return <div ref={place}>{children}</div>
}

type RoundProps = {
  token: string
  quiz: QuizPage
  attempt: PreviewedAttempt | undefined
  setAttempt: (attempt: PreviewedAttempt) => void
  isInside: boolean
  setIsInside: (isInside: boolean) => void
}

function Round({ token, quiz, attempt, setAttempt, isInside, setIsInside }: RoundProps) {
  const navigate = useNavigate()
  const begin = async () => {
    setAttempt(await beginPreviewed(token))
    // Where one was in an earlier round.
    void navigate({ search: '', hash: token }, { replace: true, preventScrollReset: true })
    setIsInside(true)
  }

  if (!isInside || !attempt)
    return (
      <QuizScreen
        quiz={quiz}
        own={<WayIn attempt={attempt} onBegin={begin} onGoOn={attempt && (() => setIsInside(true))} />}
      />
    )
  if (attempt.state === 'scored')
    return <ResultScreen key={attempt.id} attempt={attempt} below={<WayIn attempt={attempt} onBegin={begin} />} />
  if (attempt.questions.length === 0)
    return (
      <div className="wrap grid justify-items-start gap-5 py-14">
        <p>{text.nothingToAsk}</p>
        <LeftOut attempt={attempt} />
        <Leave onLeave={() => setIsInside(false)} />
      </div>
    )
  const { questions } = attempt
  const answers: Answers = {
    questions,
    state: 'quiet',
    say: (question, change) => {
      const changed = { ...question, ...changeOf(question, change) }
      setAttempt({ ...attempt, questions: questions.map((one) => (one.position === changed.position ? changed : one)) })
    },
    finish: async () => setAttempt(await scorePreviewed(token, attempt, questions)),
  }
  return (
    <OpenAttempt
      key={attempt.id}
      attempt={attempt}
      answers={answers}
      leave={<Leave onLeave={() => setIsInside(false)} />}
    />
  )
}

const Leave = ({ onLeave }: { onLeave: () => void }) => (
  <Button look="secondary" size="small" onClick={onLeave}>
    {text.leave}
  </Button>
)

type WayInProps = {
  attempt: PreviewedAttempt | undefined
  onBegin: () => Promise<void>
  onGoOn?: (() => void) | undefined
}

/** The way into a round, or into the next one. */
function WayIn({ attempt, onBegin, onGoOn }: WayInProps) {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  async function begin() {
    setIsBusy(true)
    setFailure(undefined)
    await onBegin().catch((cause: unknown) => setFailure(toAppError(cause).message))
    setIsBusy(false)
  }
  return (
    <div className="mt-5 grid justify-items-start gap-4">
      {failure && <Alert tone="error">{failure}</Alert>}
      <p className="flex flex-wrap gap-3">
        {onGoOn && (
          <Button look="learn" onClick={onGoOn}>
            {text.goOn}
          </Button>
        )}
        <Button look={onGoOn ? 'secondary' : 'learn'} busy={isBusy} onClick={() => void begin()}>
          {attempt ? text.anew : text.begin}
        </Button>
      </p>
      {attempt && <LeftOut attempt={attempt} />}
    </div>
  )
}

const LeftOut = ({ attempt }: { attempt: PreviewedAttempt }) =>
  attempt.leftOut > 0 && <p className="text-saffron-ink">{plural(attempt.leftOut, text.leftOut)}</p>
