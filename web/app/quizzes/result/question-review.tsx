import { clsx } from 'clsx'
import { Link } from 'react-router'
import type { AskedQuestion } from '~/quizzes/attempt/attempt.rules'
import { fieldText } from '~/quizzes/question/fields.he'
import { Ledger } from '~/quizzes/question/ledger'
import { QuizText } from '~/quizzes/question/quiz-text'
import { paths } from '~/shared/config/paths'
import { formatClock } from '~/shared/formats/clock'
import { Icon } from '~/shared/ui/icon'
import { resultText as text } from './result.he'
import { type Verdict, verdictOf } from './result.rules'
import { ReviewedAnswer } from './reviewed-answer'
import type { LessonToWatch } from './watched-lessons.calls'

const MARKS: Record<Verdict, { icon: 'check' | 'close' | 'minus'; className: string }> = {
  right: { icon: 'check', className: 'text-green-ink' },
  partly: { icon: 'minus', className: 'text-saffron-ink' },
  wrong: { icon: 'close', className: 'text-red' },
  unanswered: { icon: 'minus', className: 'text-ink-2' },
}

type QuestionReviewProps = {
  question: AskedQuestion
  lessons: ReadonlyMap<string, LessonToWatch>
  /** The only one on its page, so that it has no number. */
  isAlone?: boolean
}

/** One question after the end: the verdict, what was said, what is right, and why. */
export function QuestionReview({ question, lessons, isAlone = false }: QuestionReviewProps) {
  const { position, presented, review, confidence } = question
  const verdict = verdictOf(question)
  if (!review) return null
  const Heading = isAlone ? 'h2' : 'h3'
  const lesson = review.watchAgain && lessons.get(review.watchAgain.lesson)
  return (
    <article aria-labelledby={`question-${position}`}>
      <p className={clsx('flex flex-wrap items-center gap-x-2 font-semibold', MARKS[verdict].className)}>
        <Icon name={MARKS[verdict].icon} className="size-5" />
        {!isAlone && `${text.question(position)}: `}
        {text.verdicts[verdict]}
        {confidence && <span className="font-normal text-ink-3">· {text[confidence]}</span>}
      </p>
      <Heading id={`question-${position}`} className="mt-2 mb-5 max-w-[34em] text-lg leading-snug">
        <QuizText text={presented.text.replace(/\[\[[^\]]+\]\]/g, '____')} />
      </Heading>
      {presented.given && <Ledger label={fieldText.given} lines={presented.given} />}
      <ReviewedAnswer presented={presented} answer={question.answer} review={review} />
      {review.steps && <Steps steps={review.steps} />}
      {lesson && review.watchAgain && (
        <Link
          to={paths.lessonAt(lesson.courseId, lesson.id, review.watchAgain.second)}
          className="mt-6 grid max-w-[520px] grid-cols-[96px_1fr] items-center gap-4 rounded-card border border-rule bg-card p-3 no-underline hover:border-ink-3"
        >
          <span className="grid aspect-video place-items-center rounded-lg bg-green-wash text-green">
            <Icon name="play" filled className="size-6" />
          </span>
          <span>
            <b className="block">{text.watchAgain}</b>
            <span className="text-ink-2">
              {lesson.title}, {text.from}
              <bdi dir="ltr">{formatClock(review.watchAgain.second)}</bdi>
            </span>
          </span>
        </Link>
      )}
    </article>
  )
}

/** The worked solution, line by line, with the person's own numbers. */
function Steps({ steps }: { steps: readonly { text: string; value: string }[] }) {
  return (
    <section aria-label={text.howTo} className="mt-6">
      <h4 className="font-serif text-lg">{text.howTo}</h4>
      <ol className="mt-2 max-w-[620px] border-ink border-t">
        {steps.map((step, index) => (
          <li
            key={step.text}
            className="grid grid-cols-[24px_1fr_auto] items-baseline gap-3 border-rule border-b py-2.5"
          >
            <span aria-hidden="true" className="text-ink-3">
              {index + 1}
            </span>
            <span>
              <QuizText text={step.text} />
            </span>
            <bdi dir="ltr" className="whitespace-nowrap font-semibold">
              {step.value}
            </bdi>
          </li>
        ))}
      </ol>
    </section>
  )
}
