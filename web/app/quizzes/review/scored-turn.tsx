import { QuestionReview } from '~/quizzes/result/question-review'
import { useLessonsToWatch } from '~/quizzes/result/watched-lessons.calls'
import { plural } from '~/shared/formats/plural'
import { Button } from '~/shared/ui/button'
import { toast } from '~/shared/ui/toast'
import { reviewText as text } from './review.he'
import { asQuestion, type Turn } from './review.rules'
import type { Turns } from './use-turns'

type ScoredTurnProps = { turn: Turn; turns: Turns; isLast: boolean }

/** What came of an answer, why, and when the question comes back. */
export function ScoredTurn({ turn, turns, isLast }: ScoredTurnProps) {
  const question = asQuestion(turn)
  const lessons = useLessonsToWatch([question])
  async function undo() {
    if (await turns.undo()) void toast.info(text.undone)
  }
  return (
    <div>
      <QuestionReview question={question} lessons={lessons} isAlone />
      <p className="mt-7 text-ink-2">{plural(turn.days ?? 1, text.comesBack)}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button look="learn" busy={turns.busy} onClick={() => (isLast ? turns.leave() : void turns.next())}>
          {isLast ? text.finish : text.next}
        </Button>
        <Button look="quiet" disabled={turns.busy} onClick={() => void undo()}>
          {text.undo}
        </Button>
      </div>
    </div>
  )
}
