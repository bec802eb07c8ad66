import { useMemo, useState } from 'react'
import { QuestionFields } from '~/quizzes/question/question-fields'
import type { Answer } from '~/quizzes/question/quiz-types.rules'
import { QuestionReview } from '~/quizzes/result/question-review'
import { randomId } from '~/shared/browser/random-id'
import { Button } from '~/shared/ui/button'
import { type Definition, explainAnswer, presentQuestion } from './definitions.rules'
import { bankText as text } from './question-bank.he'
import { useCourseVideoOptions } from './video-moment-field'

/** A valid question as a student meets it: asked, answered and explained by what the server uses. */
export function QuestionPreview({ definition }: { definition: Definition }) {
  const lessons = useCourseVideoOptions()
  const [seed, setSeed] = useState(randomId)
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [isChecked, setIsChecked] = useState(false)
  const presented = useMemo(() => presentQuestion(definition, seed), [definition, seed])
  function begin(withSeed: string) {
    setSeed(withSeed)
    setAnswer(null)
    setIsChecked(false)
  }
  const review = isChecked ? explainAnswer(definition, seed, answer) : null
  return (
    <>
      {review ? (
        <QuestionReview
          question={{
            ...{ position: 1, presented, answer, confidence: null, flagged: false, sequence: 0 },
            ...{ correct: review.correct, review },
          }}
          lessons={lessons}
          isAlone
        />
      ) : (
        <QuestionFields presented={presented} answer={answer} onAnswer={setAnswer} />
      )}
      <p className="mt-4 flex flex-wrap gap-3">
        <Button look="secondary" size="small" onClick={() => (review ? begin(seed) : setIsChecked(true))}>
          {review ? text.again : text.check}
        </Button>
        <Button look="quiet" size="small" onClick={() => begin(randomId())}>
          {text.otherNumbers}
        </Button>
      </p>
    </>
  )
}
