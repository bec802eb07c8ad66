import { clsx } from 'clsx'
import { ConfidenceField } from '~/quizzes/question/confidence-field'
import { QuestionFields } from '~/quizzes/question/question-fields'
import { Button } from '~/shared/ui/button'
import { attemptText as text } from './attempt.he'
import type { AskedQuestion, Said } from './attempt.rules'

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
