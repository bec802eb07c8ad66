import { clsx } from 'clsx'
import { attemptText as text } from './attempt.he'
import type { AskedQuestion } from './attempt.rules'

type QuestionMapProps = {
  questions: readonly AskedQuestion[]
  current: number | null
  onChoose: (position: number) => void
}

/** Every question of the attempt with its state, to go to any of them. */
export function QuestionMap({ questions, current, onChoose }: QuestionMapProps) {
  return (
    <nav aria-labelledby="question-map">
      <h2 id="question-map" className="border-ink border-b pb-2 text-lg">
        {text.map}
      </h2>
      <ol className="grid grid-cols-[repeat(auto-fill,minmax(48px,1fr))] gap-2 py-4">
        {questions.map((question) => (
          <li key={question.position}>
            <button
              type="button"
              aria-current={question.position === current ? 'step' : undefined}
              onClick={() => onChoose(question.position)}
              className={clsx(
                'relative h-11 w-full overflow-hidden rounded-control border font-semibold',
                question.answer ? 'border-ink bg-ink text-white' : 'border-rule-2 bg-card text-ink',
                question.position === current && 'outline-3 outline-focus outline-offset-2',
              )}
            >
              <span className="sr-only">{nameOf(question, questions.length)}</span>
              <span aria-hidden="true">{question.position}</span>
              {question.flagged && <span aria-hidden="true" className="absolute inset-x-0 bottom-0 h-1 bg-saffron" />}
            </button>
          </li>
        ))}
      </ol>
      <p className="text-ink-3 text-sm">{text.mapLegend}</p>
    </nav>
  )
}

const nameOf = ({ position, answer, flagged }: AskedQuestion, count: number): string =>
  [text.question(position, count), answer ? text.answered : text.notAnswered, flagged && text.flagged]
    .filter(Boolean)
    .join(', ')
