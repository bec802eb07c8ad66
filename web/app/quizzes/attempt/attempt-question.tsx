import type { ReactNode } from 'react'
import { ConfidenceField } from '~/quizzes/question/confidence-field'
import { QuestionFields } from '~/quizzes/question/question-fields'
import { Button } from '~/shared/ui/button'
import { attemptText as text } from './attempt.he'
import type { AnswerState, AskedQuestion } from './attempt.rules'

type AttemptQuestionProps = {
  question: AskedQuestion
  count: number
  onChange: (change: Partial<Omit<AnswerState, 'sequence'>>) => void
  /** The ways on, where the question is alone on its page. */
  children?: ReactNode
}

/** One question to be answered, with how sure one is and a mark to come back to it. */
export function AttemptQuestion({ question, count, onChange, children }: AttemptQuestionProps) {
  const { position, presented, answer, confidence, flagged } = question
  return (
    <section aria-label={text.question(position, count)}>
      <QuestionFields presented={presented} answer={answer} onAnswer={(next) => onChange({ answer: next })} />
      {question.isFromElsewhere && (
        <p role="status" className="mt-4 text-saffron-ink text-sm">
          {text.fromElsewhere}
        </p>
      )}
      <ConfidenceField value={confidence} onChoose={(next) => onChange({ confidence: next })} />
      <div className="mt-7 flex flex-wrap gap-3">
        {children}
        <Button
          look="secondary"
          aria-pressed={flagged}
          className="aria-pressed:border-saffron aria-pressed:bg-saffron-wash aria-pressed:text-saffron-ink"
          onClick={() => onChange({ flagged: !flagged })}
        >
          {flagged ? text.unflag : text.flag}
        </Button>
      </div>
    </section>
  )
}
