import { clsx } from 'clsx'
import { useId } from 'react'
import { COVERING } from '~/quizzes/question/choice-fields'
import { QuestionFields } from '~/quizzes/question/question-fields'
import { Button } from '~/shared/ui/button'
import { attemptText as text } from './attempt.he'
import type { AskedQuestion, Confidence, Said } from './attempt.rules'

type AttemptQuestionProps = {
  question: AskedQuestion
  count: number
  onSay: (change: Partial<Omit<Said, 'sequence'>>) => void
}

/** One question to be answered, with how sure one is and a mark to come back to it. */
export function AttemptQuestion({ question, count, onSay }: AttemptQuestionProps) {
  const { position, presented, answer, confidence, flagged } = question
  return (
    <section aria-label={text.question(position, count)}>
      <QuestionFields presented={presented} answer={answer} onAnswer={(next) => onSay({ answer: next })} />
      {question.isFromElsewhere && (
        <p role="status" className="mt-4 text-saffron-ink text-sm">
          {text.fromElsewhere}
        </p>
      )}
      <ConfidenceField value={confidence} onChoose={(next) => onSay({ confidence: next })} />
      <Button
        look="quiet"
        size="small"
        aria-pressed={flagged}
        className={clsx('-ms-4 mt-3', flagged && 'bg-saffron-wash text-saffron-ink')}
        onClick={() => onSay({ flagged: !flagged })}
      >
        {flagged ? text.unflag : text.flag}
      </Button>
    </section>
  )
}

const LEVELS: Confidence[] = ['sure', 'unsure']

function ConfidenceField({ value, onChoose }: { value: Confidence | null; onChoose: (value: Confidence) => void }) {
  const name = useId()
  return (
    <fieldset className="mt-7 flex flex-wrap items-center gap-2.5">
      <legend className="float-start me-1 text-ink-2">{text.howSure}</legend>
      {LEVELS.map((level) => (
        <label
          key={level}
          className={clsx(
            'relative inline-flex min-h-11 items-center rounded-control border px-[18px] has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2',
            value === level
              ? 'border-green bg-green-wash font-semibold text-green-ink'
              : 'border-rule-2 bg-card font-medium',
          )}
        >
          <input
            type="radio"
            name={name}
            value={level}
            checked={value === level}
            onChange={() => onChoose(level)}
            className={COVERING}
          />
          {text[level]}
        </label>
      ))}
    </fieldset>
  )
}
