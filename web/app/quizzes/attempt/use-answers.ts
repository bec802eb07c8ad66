import { useEffect, useSyncExternalStore } from 'react'
import { browserAnswerQueue } from './answer-queue'
import { finishAttempt } from './attempt.calls'
import { type AskedQuestion, type Attempt, changeOf, type PendingAnswer, type Said, withPending } from './attempt.rules'

const NONE: readonly PendingAnswer[] = []

export type Answers = {
  questions: AskedQuestion[]
  /** Whether everything is saved, and what becomes of it if not. */
  state: 'quiet' | 'saving' | 'saved' | 'waiting' | 'refused' | 'lost'
  say: (question: AskedQuestion, change: Partial<Omit<Said, 'sequence'>>) => void
  /** Ends the attempt with everything that was said. @throws AppError */
  finish: () => Promise<void>
}

/** What the person says in an attempt: kept in the browser at once, sent, and sent again until the server has it. */
export function useAnswers(userId: string, attempt: Attempt): Answers {
  const queue = browserAnswerQueue()
  const all = useSyncExternalStore(queue.subscribe, queue.getPending, () => NONE)
  const state = useSyncExternalStore(queue.subscribe, queue.getState, () => 'quiet' as const)
  const pending = all.filter((change) => change.userId === userId && change.attemptId === attempt.id)

  useEffect(() => {
    void queue.resume(userId)
    const flush = () => void queue.flush(userId)
    window.addEventListener('online', flush)
    // Also when the page is left: what waits is on its way at once.
    document.addEventListener('visibilitychange', flush)
    return () => {
      window.removeEventListener('online', flush)
      document.removeEventListener('visibilitychange', flush)
      flush()
    }
  }, [queue, userId])

  const isSaving = pending.length > 0 && (state === 'saved' || state === 'quiet')
  return {
    questions: withPending(attempt.questions, pending),
    state: queue.hasLost(attempt.id) && state !== 'waiting' ? 'lost' : isSaving ? 'saving' : state,
    say(question, change) {
      const said = changeOf(question, change)
      void queue.add({ ...said, userId, attemptId: attempt.id, position: question.position })
    },
    async finish() {
      const last = queue.getPending().filter((change) => change.userId === userId && change.attemptId === attempt.id)
      await finishAttempt(userId, attempt.id, last)
      await queue.forget(last)
    },
  }
}
