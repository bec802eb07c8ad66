import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { readPreference, savePreference } from '~/shared/storage/preferences'
import { Button } from '~/shared/ui/button'
import { attemptText as text } from './attempt.he'
import { type Attempt, firstToAnswer, requestedPosition } from './attempt.rules'
import { AttemptQuestion } from './attempt-question'
import { AttemptStrip } from './attempt-strip'
import { Ending } from './ending'
import { FinishDialog } from './finish-dialog'
import { QuestionMap } from './question-map'
import type { Answers } from './use-answers'
import { useTimeLeft } from './use-time-left'

type OpenAttemptProps = {
  attempt: Attempt
  answers: Answers
  /** The way out of it, back to which one may come. */
  leave: ReactNode
}

/** An open attempt: one question a screen, or all on one. */
export function OpenAttempt({ attempt, answers, leave }: OpenAttemptProps) {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [isOnOne, setIsOnOne] = useState(() => readPreference('quiz-layout') === 'all')
  const [isEnding, setIsEnding] = useState(false)
  const page = useRef<HTMLDivElement>(null)
  const left = useTimeLeft(attempt.endsAt)
  const { questions } = answers
  // Where one begins: it stays while answers come.
  const [first] = useState(() => firstToAnswer(questions))
  const current = requestedPosition(search.get('q'), questions) ?? first
  const count = questions.length
  const shown = isOnOne ? questions : questions.filter(({ position }) => position === current)

  const wanted = useRef<number | null>(null)
  // What is heard and what the keys act on goes along, once the question that was asked for is there.
  useEffect(() => {
    const goal = page.current?.querySelector<HTMLElement>(`[data-question="${wanted.current}"]`)
    if (!goal) return
    wanted.current = null
    goal.focus({ preventScroll: true })
    // Alone on its page it stands below the line that says where one is.
    const place = isOnOne ? goal : page.current
    place?.scrollIntoView({ block: 'start' })
  })
  const goTo = (position: number) => {
    wanted.current = position
    void navigate({ search: `?q=${position}`, hash }, { replace: true, preventScrollReset: true })
  }
  const layOut = (onOne: boolean) => {
    savePreference('quiz-layout', onOne ? 'all' : 'one')
    setIsOnOne(onOne)
  }

  const finish = (
    <Button look="learn" onClick={() => setIsEnding(true)}>
      {text.finish}
    </Button>
  )
  // The server takes for ten seconds more what is sent along.
  if (left === 0) return <Ending message={text.timeOver} work={answers.finish} />
  return (
    <div ref={page} className="wrap scroll-mt-24 pb-16">
      <AttemptStrip
        title={attempt.title}
        where={isOnOne ? null : text.question(current, count)}
        state={answers.state}
        endsAt={attempt.endsAt}
      />
      <div className="grid gap-x-14 gap-y-12 pt-8 md:pt-11 lg:grid-cols-[1fr_300px]">
        <div className="min-w-0">
          {shown.map((question) => (
            <div
              key={question.position}
              data-question={question.position}
              tabIndex={-1}
              className="mb-14 scroll-mt-24 outline-none last:mb-0"
            >
              {isOnOne && (
                // Heard with the question, whose name it is.
                <p aria-hidden="true" className="mb-2 font-semibold">
                  {text.question(question.position, count)}
                </p>
              )}
              <AttemptQuestion question={question} count={count} onChange={(change) => answers.say(question, change)}>
                {!isOnOne &&
                  (current < count ? (
                    <Button look="learn" onClick={() => goTo(current + 1)}>
                      {text.next}
                    </Button>
                  ) : (
                    finish
                  ))}
                {!isOnOne && current > 1 && (
                  <Button look="secondary" onClick={() => goTo(current - 1)}>
                    {text.previous}
                  </Button>
                )}
              </AttemptQuestion>
            </div>
          ))}
          {isOnOne && finish}
        </div>
        <aside>
          <QuestionMap questions={questions} current={isOnOne ? null : current} onChoose={goTo} />
          <div className="mt-6 grid justify-items-start gap-2">
            <button type="button" className="text-link min-h-11" onClick={() => layOut(!isOnOne)}>
              {isOnOne ? text.oneByOne : text.allOnOne}
            </button>
            <button type="button" className="text-link min-h-11" onClick={() => setIsEnding(true)}>
              {text.finish}
            </button>
            {leave}
          </div>
        </aside>
      </div>
      {isEnding && <FinishDialog questions={questions} onFinish={answers.finish} onClose={() => setIsEnding(false)} />}
    </div>
  )
}
