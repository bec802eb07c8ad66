import { useRef, useState } from 'react'
import type { Answer, Confidence } from '~/quizzes/question/quiz-types.rules'
import { randomId } from '~/shared/browser/random-id'
import { toAppError } from '~/shared/errors/errors'
import { answerTurn, buryTurn, nextTurn, undoTurn } from './review.calls'
import type { Turn } from './review.rules'

export type Turns = {
  /** The question on the screen; null while the deck itself is shown. */
  turn: Turn | null
  busy: boolean
  failure: string | null
  next: () => Promise<boolean>
  answer: (answer: Answer | null, confidence: Confidence | null) => Promise<boolean>
  /** Both tell whether it was done. */
  undo: () => Promise<boolean>
  bury: () => Promise<boolean>
  leave: () => void
}

/** One question after the other, from the deck and back to it. */
export function useTurns(userId: string): Turns {
  const [turn, setTurn] = useState<Turn | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  // One id for one asking: a press whose answer got lost asks nothing new when it is repeated.
  const asked = useRef(randomId())

  async function during(work: () => Promise<void>): Promise<boolean> {
    setBusy(true)
    setFailure(null)
    try {
      await work()
      return true
    } catch (cause) {
      setFailure(toAppError(cause).message)
      return false
    } finally {
      setBusy(false)
    }
  }
  async function ask() {
    const found = await nextTurn(asked.current)
    asked.current = randomId()
    setTurn(found)
  }
  return {
    turn,
    busy,
    failure,
    next: () => during(ask),
    answer: (answer, confidence) =>
      during(async () => {
        if (turn) setTurn(await answerTurn(userId, turn.id, answer, confidence))
      }),
    undo: () =>
      during(async () => {
        if (!turn) return
        await undoTurn(userId, turn.id)
        await ask()
      }),
    bury: () =>
      during(async () => {
        if (!turn) return
        await buryTurn(userId, turn.id)
        await ask()
      }),
    leave: () => setTurn(null),
  }
}
