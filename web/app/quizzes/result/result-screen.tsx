import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { Attempt } from '~/quizzes/attempt/attempt.rules'
import { paths } from '~/shared/config/paths'
import { formatMoment } from '~/shared/formats/dates'
import { buttonClass } from '~/shared/ui/button'
import { CourseGain } from './course-gain'
import { QuestionReview } from './question-review'
import { resultText as text } from './result.he'
import { verdictOf } from './result.rules'
import { ScoreCard } from './score-card'
import { useLessonsToWatch } from './watched-lessons.calls'

type ResultScreenProps = {
  attempt: Attempt
  /** What stands below the figure; the ways on from an attempt of a student unless told. */
  below?: ReactNode
}

/** What came of an attempt: the figure, and of each question what was right and why. */
export function ResultScreen({ attempt, below = <WaysOn attempt={attempt} /> }: ResultScreenProps) {
  const { questions, mayReview } = attempt
  const [isBrief, setIsBrief] = useState(false)
  const lessons = useLessonsToWatch(questions)
  useEffect(() => {
    // It takes the place of the questions, of which one may have been far down.
    window.scrollTo({ top: 0 })
    document.querySelector('main')?.focus({ preventScroll: true })
  }, [])
  const shown = isBrief
    ? questions.filter((question) => verdictOf(question) !== 'right' || question.confidence === 'unsure')
    : questions
  return (
    <div className="wrap grid gap-x-14 gap-y-10 pt-8 pb-16 md:pt-11 lg:grid-cols-[1fr_340px]">
      <div className="order-2 min-w-0 lg:order-none">
        <header className="hidden lg:block">
          <Title attempt={attempt} />
        </header>
        {mayReview ? (
          <section aria-labelledby="review">
            <div className="flex flex-wrap items-baseline justify-between gap-x-6 border-ink border-b pb-2 lg:mt-9">
              <h2 id="review" className="text-xl">
                {text.review}
              </h2>
              <button
                type="button"
                aria-pressed={isBrief}
                className="text-link min-h-11"
                onClick={() => setIsBrief(!isBrief)}
              >
                {isBrief ? text.show.all : text.show.wrong}
              </button>
            </div>
            {shown.length === 0 && <p className="py-6 text-ink-2">{text.nothingWrong}</p>}
            <ol>
              {shown.map((question) => (
                <li key={question.position} className="border-rule border-b py-8 last:border-0">
                  <QuestionReview question={question} lessons={lessons} />
                </li>
              ))}
            </ol>
          </section>
        ) : (
          <p className="text-ink-2 lg:mt-9">{attempt.reviewRule === 'never' ? text.never : text.notYet}</p>
        )}
      </div>
      <div className="lg:sticky lg:top-24 lg:self-start">
        <header className="mb-6 lg:hidden">
          <Title attempt={attempt} />
        </header>
        <ScoreCard attempt={attempt} />
        {below}
      </div>
    </div>
  )
}

/** What the attempt did for the course, and where one goes from it. */
function WaysOn({ attempt }: { attempt: Attempt }) {
  return (
    <>
      {attempt.purpose === 'test' && <CourseGain courseId={attempt.courseId} />}
      <p className="mt-5 flex flex-wrap gap-3">
        {attempt.purpose === 'test' && (
          <Link to={paths.quiz(attempt.courseId, attempt.quizId)} className={buttonClass('learn')}>
            {text.again}
          </Link>
        )}
        {attempt.purpose === 'test' && attempt.passed && (
          <Link to={paths.earnCertificate(attempt.courseId)} className={buttonClass('secondary')}>
            {text.toCertificate}
          </Link>
        )}
        <Link to={paths.course(attempt.courseId)} className={buttonClass('secondary')}>
          {text.toCourse}
        </Link>
      </p>
    </>
  )
}

function Title({ attempt: { title, courseTitle, courseId, submittedAt } }: { attempt: Attempt }) {
  return (
    <>
      <p className="text-ink-2">
        <Link to={paths.course(courseId)} className="text-link">
          {courseTitle}
        </Link>
        {submittedAt && ` · ${formatMoment(submittedAt)}`}
      </p>
      <h1 className="mt-2 text-3xl">{title}</h1>
    </>
  )
}
