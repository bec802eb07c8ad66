import { type FormEvent, useState } from 'react'
import { ConfidenceField } from '~/quizzes/question/confidence-field'
import { QuestionFields } from '~/quizzes/question/question-fields'
import type { Answer, Confidence } from '~/quizzes/question/quiz-types.rules'
import { Button } from '~/shared/ui/button'
import { toast } from '~/shared/ui/toast'
import { reviewText as text } from './review.he'
import type { Turn } from './review.rules'
import type { Turns } from './use-turns'

/** A question of the deck to be answered, passed, or put off. */
export function OpenTurn({ turn, turns }: { turn: Turn; turns: Turns }) {
  const [answer, setAnswer] = useState<Answer | null>(turn.answer)
  const [confidence, setConfidence] = useState<Confidence | null>(turn.confidence)
  function submit(event: FormEvent) {
    event.preventDefault()
    if (answer !== null && !turns.busy) void turns.answer(answer, confidence)
  }
  async function putOff() {
    if (await turns.bury()) void toast.info(text.buried)
  }
  return (
    <form onSubmit={submit}>
      <QuestionFields presented={turn.presented} answer={answer} onAnswer={setAnswer} />
      <ConfidenceField value={confidence} onChoose={setConfidence} />
      <div className="mt-8 flex flex-wrap gap-3">
        <Button look="learn" type="submit" disabled={answer === null} busy={turns.busy}>
          {text.check}
        </Button>
        <Button look="secondary" disabled={turns.busy} onClick={() => void turns.answer(null, null)}>
          {text.dontKnow}
        </Button>
        <Button look="quiet" disabled={turns.busy} onClick={() => void putOff()}>
          {text.notToday}
        </Button>
      </div>
    </form>
  )
}
