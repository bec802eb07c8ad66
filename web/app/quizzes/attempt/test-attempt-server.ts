import type { Answer } from '~/quizzes/question/quiz-types.rules'
import type { AttemptRow } from './attempt.calls'
import type { PendingAnswer } from './attempt.rules'

export const ATTEMPT = '7b0a3f0e-3f5c-4c1e-9d55-0a4f6c1d2e3f'
export const POSITIONS = [1, 2] as const

type Stored = { position: number; answer: Answer | null; confidence: null; flagged: boolean; sequence: number }
type Answered = { data: unknown; error: null; status: number }
type Call = { isRead: boolean; settle: () => void; lose: () => void; arrive: () => void; hasArrived: boolean }

/** An attempt on a server whose calls arrive, are answered and get lost when the test wants it, each by itself. */
export function createAttemptServer() {
  const stored = new Map<number, Stored>(
    POSITIONS.map((position) => [position, { position, answer: null, confidence: null, flagged: false, sequence: 0 }]),
  )
  const calls: Call[] = []
  const all = () => [...stored.values()].map((one) => ({ ...one }))

  /** As `private.keep_quiz_answers`: the higher count wins, and of the same count always the same answer. */
  function save(change: Omit<PendingAnswer, 'userId' | 'attemptId'>): void {
    const old = stored.get(change.position)
    const isNewer =
      !old ||
      change.sequence > old.sequence ||
      (change.sequence === old.sequence && JSON.stringify(change.answer) > JSON.stringify(old.answer))
    if (isNewer) stored.set(change.position, { ...change, confidence: null })
  }

  const read = (): AttemptRow => ({
    ...{ id: ATTEMPT, quiz_id: 'q1', course_id: 'c1', course_title: 'קורס', title: 'ריבית', purpose: 'test' },
    ...{ state: 'open', ended_by: null, submitted_at: null, seconds_left: null, pass_percent: 70, percent: null },
    ...{ passed: null, may_review: false, review: 'after-submit' },
    questions: all().map((one) => ({
      ...one,
      presented: { kind: 'true-false', text: 'טענה', topic: 'מס' },
      correct: null,
      review: null,
    })),
  })

  function process(name: string, answers: readonly Stored[]): unknown {
    if (name === 'read_quiz_attempt') return read()
    for (const change of answers) save(change)
    const asked = new Set(answers.map(({ position }) => position))
    return { state: 'open', seconds_left: null, answers: all().filter(({ position }) => asked.has(position)) }
  }

  /** In the place of `rpc` of Supabase's client. */
  const call = (name: string, args: { answers?: readonly Stored[] }) => ({
    abortSignal: () =>
      new Promise<Answered | { data: null; error: { code: string; message: string }; status: number }>((resolve) => {
        let data: unknown
        const one: Call = {
          isRead: name === 'read_quiz_attempt',
          hasArrived: false,
          arrive() {
            if (one.hasArrived) return
            one.hasArrived = true
            data = process(name, args.answers ?? [])
          },
          settle() {
            one.arrive()
            calls.splice(calls.indexOf(one), 1)
            resolve({ data, error: null, status: 200 })
          },
          lose() {
            calls.splice(calls.indexOf(one), 1)
            resolve({ data: null, error: { code: '', message: 'fetch failed' }, status: 0 })
          },
        }
        calls.push(one)
      }),
  })

  return { call, calls, save, read: all }
}

export type AttemptServer = ReturnType<typeof createAttemptServer>
