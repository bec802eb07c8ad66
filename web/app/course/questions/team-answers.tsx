import type { TeamAnswer } from '~/course/lesson/lesson.rules'
import { formatClock } from '~/shared/formats/clock'
import { Bidi } from '~/shared/ui/bidi'
import { questionText as text } from './questions.he'

type TeamAnswersProps = { answers: readonly TeamAnswer[]; onSeek: (seconds: number) => void }

/** What the staff answered to questions about the lesson and published, each at its second. */
export function TeamAnswers({ answers, onSeek }: TeamAnswersProps) {
  return (
    <section aria-labelledby="team-answers" className="mt-6 border-ink border-t pt-4">
      <h3 id="team-answers" className="text-lg">
        {text.team}
      </h3>
      <p className="text-ink-2 text-sm">{text.teamLead}</p>
      <ul className="mt-2">
        {answers.map(({ id, position_seconds: second, question, body }) => (
          <li key={id} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 border-rule border-b py-2">
            <button
              type="button"
              data-seeks
              aria-label={text.goTo(formatClock(second))}
              onClick={() => onSeek(second)}
              className="min-h-11 min-w-14 self-start rounded-control px-1.5 font-semibold text-green-ink text-sm underline decoration-rule-2 underline-offset-4 hover:decoration-green"
            >
              <bdi dir="ltr">{formatClock(second)}</bdi>
            </button>
            <div className="min-w-0 pt-2 pb-1">
              {question && (
                <Bidi as="p" className="whitespace-pre-wrap font-semibold leading-snug [overflow-wrap:anywhere]">
                  {question}
                </Bidi>
              )}
              <div className="mt-1 border-green border-s-4 ps-3">
                <p className="font-semibold text-ink-2 text-sm">{text.staff}</p>
                <Bidi as="p" className="whitespace-pre-wrap leading-snug [overflow-wrap:anywhere]">
                  {body}
                </Bidi>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
