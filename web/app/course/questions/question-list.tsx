import { formatClock } from '~/shared/formats/clock'
import { Badge } from '~/shared/ui/badge'
import { Bidi } from '~/shared/ui/bidi'
import { type LessonQuestion, questionState } from './question.rules'
import { useLessonQuestions } from './questions.calls'
import { questionText as text } from './questions.he'

type QuestionListProps = { userId: string; lessonId: string; onSeek: (seconds: number) => void }

/** What the person asked about this lesson, and what was answered; nothing before the first question. */
export function QuestionList({ userId, lessonId, onSeek }: QuestionListProps) {
  const { data: questions, isError, refetch } = useLessonQuestions(userId, lessonId)
  if (isError && !questions)
    return (
      <p role="alert" className="mt-8 text-ink-2 text-sm">
        {text.failed}{' '}
        <button type="button" onClick={() => void refetch()} className="text-link min-h-11">
          {text.retry}
        </button>
      </p>
    )
  if (!questions || questions.length === 0) return null
  return (
    <section aria-labelledby="own-questions" className="mt-8">
      <h2 id="own-questions" className="mb-3 text-xl">
        {text.mine}
      </h2>
      <ul className="divide-y divide-rule border-rule border-y">
        {questions.map((question) => (
          <QuestionLine key={question.id} question={question} onSeek={onSeek} />
        ))}
      </ul>
    </section>
  )
}

function QuestionLine({ question, onSeek }: { question: LessonQuestion; onSeek: (seconds: number) => void }) {
  const { seconds, messages } = question
  const state = questionState(question)
  return (
    <li className="py-3">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        {seconds === null ? (
          <span className="text-ink-2 text-sm">{text.onWhole}</span>
        ) : (
          <button
            type="button"
            aria-label={text.goTo(formatClock(seconds))}
            onClick={() => onSeek(seconds)}
            className="text-link min-h-11 min-w-11 text-start text-sm"
          >
            <bdi dir="ltr">{formatClock(seconds)}</bdi>
          </button>
        )}
        <Badge tone={state === 'waiting' ? 'saffron' : 'green'}>{text.states[state]}</Badge>
      </div>
      {messages.map(({ id, body, fromStaff }) => (
        <div key={id} className={fromStaff ? 'mt-3 border-green border-s-4 ps-4' : undefined}>
          <p className="font-semibold text-ink-2 text-sm">{fromStaff ? text.staff : text.you}</p>
          <Bidi as="p" className="max-w-[62ch] whitespace-pre-wrap [overflow-wrap:anywhere]">
            {body}
          </Bidi>
        </div>
      ))}
    </li>
  )
}
