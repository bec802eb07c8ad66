import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useSession } from '~/session/student/session-store'
import { paths } from '~/shared/config/paths'
import { plural } from '~/shared/formats/plural'
import { buttonClass } from '~/shared/ui/button'
import { Loading } from '~/shared/ui/loading'
import { Failed } from '~/shared/ui/section'
import { MyAttemptList } from './my-attempt-list'
import { NextStepButton } from './next-step-button'
import { useMyAttempts } from './quiz.calls'
import { quizText as text } from './quiz.he'
import { type MyAttempt, nextStep, type QuizPage } from './quiz.rules'

type QuizScreenProps = {
  quiz: QuizPage
  /** The person's own side of the page; that of a student or visitor unless told. */
  own?: ReactNode
}

/** What a test is about, by which rules, and the way into it. */
export function QuizScreen({ quiz, own = <Own quiz={quiz} /> }: QuizScreenProps) {
  return (
    <div className="wrap grid gap-x-14 gap-y-10 pt-10 pb-16 md:pt-14 lg:grid-cols-[1fr_360px]">
      <div className="min-w-0">
        <p className="text-ink-2">
          {quiz.purpose === 'pretest' ? text.pretest : text.kicker} ·{' '}
          <Link to={paths.course(quiz.courseId)} className="text-link">
            {quiz.courseTitle}
          </Link>
        </p>
        <h1 className="mt-3 text-3xl md:text-4xl">{quiz.title}</h1>
        {quiz.lesson && (
          <p className="mt-2 text-ink-2">
            {text.ofLesson}{' '}
            <Link to={paths.lesson(quiz.courseId, quiz.lesson.id)} className="text-link">
              {quiz.lesson.title}
            </Link>
          </p>
        )}
        {quiz.intro && <p className="mt-4 max-w-[58ch] text-ink-2 text-lg">{quiz.intro}</p>}
        <div className="mt-8 max-w-[640px]">{own}</div>
      </div>
      <section aria-labelledby="expect" className="self-start rounded-card border border-rule bg-card px-6 py-5">
        <h2 id="expect" className="border-ink border-b pb-2 text-lg">
          {text.expect}
        </h2>
        <Rules quiz={quiz} />
        <ul className="mt-4 grid gap-2 text-ink-2 text-sm">
          {[...text.how, ...(quiz.timeLimitMinutes ? [text.clockRuns] : [])].map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </section>
    </div>
  )
}

function Rules({ quiz }: { quiz: QuizPage }) {
  const lines: [string, string][] = [
    [text.questions, String(quiz.questionCount)],
    ...(quiz.purpose === 'test' ? [[text.pass, `${quiz.passPercent}%`] as [string, string]] : []),
    [text.time, quiz.timeLimitMinutes ? plural(quiz.timeLimitMinutes, text.minutes) : text.noLimit],
    [text.attempts, quiz.attemptsAllowed ? plural(quiz.attemptsAllowed, text.attemptCount) : text.attemptsFree],
    ...(quiz.waitMinutes > 0 ? [[text.wait, waitWords(quiz.waitMinutes)] as [string, string]] : []),
    [text.answers, quiz.purpose === 'pretest' ? text.reviewOfPretest : text.reviews[quiz.review]],
  ]
  return (
    <dl>
      {lines.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-6 border-rule border-b py-2 last:border-0">
          <dt className="text-ink-2">{name}</dt>
          <dd className="text-end font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function waitWords(minutes: number): string {
  if (minutes % 1440 === 0) return plural(minutes / 1440, text.days)
  return minutes % 60 === 0 ? plural(minutes / 60, text.hours) : plural(minutes, text.minutes)
}

/** The person's own side of the page; a visitor is told what it takes. */
function Own({ quiz }: { quiz: QuizPage }) {
  const session = useSession()
  const userId = session.status === 'student' ? session.userId : undefined
  const { data, isError, refetch } = useMyAttempts(userId, quiz.id)
  if (session.status !== 'student')
    return (
      <div className="grid justify-items-start gap-5">
        <p className="text-ink-2">{text.signInWhy}</p>
        <Link
          to={paths.login}
          state={{ from: paths.quiz(quiz.courseId, quiz.id), course: quiz.courseTitle }}
          className={buttonClass('learn')}
        >
          {text.signIn}
        </Link>
      </div>
    )
  if (isError) return <Failed text={text.mineFailed} onRetry={() => void refetch()} />
  if (!data) return <Loading className="justify-start py-3" />
  return (
    <>
      {quiz.purpose === 'pretest' && data.attempts[0] && <PretestDone quiz={quiz} attempt={data.attempts[0]} />}
      <NextStepButton quiz={quiz} userId={session.userId} way={nextStep(quiz, data)} />
      {data.attempts.length > 0 && quiz.purpose === 'test' && <MyAttemptList quiz={quiz} attempts={data.attempts} />}
    </>
  )
}

/** A pretest that was taken has no more than its figure. */
function PretestDone({ quiz, attempt }: { quiz: QuizPage; attempt: MyAttempt }) {
  if (attempt.percent === null) return null
  return (
    <p className="mb-5 flex flex-wrap items-baseline gap-x-5">
      {text.pretestDone(attempt.percent)}
      <Link to={paths.course(quiz.courseId)} className="text-link">
        {text.toCourse}
      </Link>
    </p>
  )
}
