import { useEffect, useState, useSyncExternalStore } from 'react'
import { browserAnswerQueue } from './answer-queue'
import { finishAttempt } from './attempt.calls'
import {
  type AnswerState,
  type AskedQuestion,
  type Attempt,
  changeOf,
  type PendingAnswer,
  withPending,
} from './attempt.rules'

const NONE: readonly PendingAnswer[] = []

export type Answers = {
  questions: AskedQuestion[]
  /** Whether everything is saved, and what becomes of it if not. */
  state: 'quiet' | 'saving' | 'saved' | 'waiting' | 'refused' | 'lost'
  say: (question: AskedQuestion, change: Partial<Omit<AnswerState, 'sequence'>>) => void
  /** Ends the attempt with everything that was said. @throws AppError */
  finish: () => Promise<void>
}

/**
 * Whether this page has read what an earlier one left unsaved in the browser: an attempt that is shown before that would
 * show older answers, and a change of them would count on from those.
 */
export function useStoredAnswers(userId: string): boolean {
  const [isKnown, setIsKnown] = useState(false)
  useEffect(() => {
    void browserAnswerQueue()
      .load(userId)
      .then(() => setIsKnown(true))
  }, [userId])
  return isKnown
}

/** What the person says in an attempt: kept in the browser at once, sent, and sent again until the server has it. */
export function useAnswers(userId: string, attempt: Attempt): Answers {
  const queue = browserAnswerQueue()
  const all = useSyncExternalStore(queue.subscribe, queue.getLatest, () => NONE)
  const waiting = useSyncExternalStore(queue.subscribe, queue.getPending, () => NONE)
  const state = useSyncExternalStore(queue.subscribe, queue.getState, () => 'quiet' as const)
  const isOwn = (change: PendingAnswer) => change.userId === userId && change.attemptId === attempt.id

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

  const isSaving = waiting.some(isOwn) && (state === 'saved' || state === 'quiet')
  return {
    questions: withPending(attempt.questions, all.filter(isOwn)),
    state: queue.hasLost(attempt.id) && state !== 'waiting' ? 'lost' : isSaving ? 'saving' : state,
    say(question, change) {
      // What is on the screen may be a moment older than the last change.
      const [now = question] = withPending([question], queue.getLatest().filter(isOwn))
      void queue.add({ ...changeOf(now, change), userId, attemptId: attempt.id, position: question.position })
    },
    async finish() {
      const last = queue.getPending().filter(isOwn)
      await finishAttempt(userId, attempt.id, last)
      await queue.forget(last)
    },
  }
}
