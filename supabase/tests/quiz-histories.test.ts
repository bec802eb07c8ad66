import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import {
  type AskedQuestion,
  changeOf,
  type PendingAnswer,
  withSavedAnswers,
} from '../../web/app/quizzes/attempt/attempt.rules.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { owner } from './support/outcome.ts'
import { type Person, signUp } from './support/people.ts'
import { QuizBrowser, rowsOf } from './support/quiz-browsers.ts'
import { begin, finish, letPass, publishQuiz, readAttempt, type StoredAnswers, save } from './support/quizzes.ts'
import { stubRest } from './support/rest-shim.ts'

/** A thousand and more by `QUIZ_HISTORIES=1000`. */
const HISTORIES = Number(process.env.QUIZ_HISTORIES ?? 60)
const LIMIT_S = 600
const DEVICES = 2

let database: Database
let dana: Person
let quiz: string

beforeAll(async () => {
  database = await openAcademyDatabase()
  dana = await signUp(database, 'dana@example.com')
  quiz = (await publishQuiz(database, { timeLimitMinutes: LIMIT_S / 60 })).id
})
afterAll(async () => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  await database?.close()
})

type Step =
  | { kind: 'answer'; device: number; position: number; value: number }
  | { kind: 'send'; device: number; fate: 'arrives' | 'lost' | 'answer lost' | 'twice' | 'late' }
  | { kind: 'late ones' }
  | { kind: 'reload'; device: number }
  | { kind: 'wait'; seconds: number }
  | { kind: 'submit'; device: number; fate: 'arrives' | 'answer lost' }

const device = fc.nat(DEVICES - 1)
const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('answer' as const),
        device,
        position: fc.integer({ min: 1, max: 4 }),
        value: fc.nat(9),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('send' as const),
        device,
        fate: fc.constantFrom(
          'arrives' as const,
          'arrives' as const,
          'lost' as const,
          'answer lost' as const,
          'twice' as const,
          'late' as const,
        ),
      }),
    },
    { weight: 1, arbitrary: fc.constant({ kind: 'late ones' as const }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('reload' as const), device }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('wait' as const), seconds: fc.constantFrom(1, 20, 90, 300) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('submit' as const),
        device,
        fate: fc.constantFrom('arrives' as const, 'answer lost' as const),
      }),
    },
  ),
  { minLength: 4, maxLength: 40 },
)

/** What should be kept: of everything that arrived in time the highest count, of two equal ones the greater text. */
class Ideal {
  readonly kept = new Map<number, { sequence: number; value: number | null }>()
  private passed = 0
  isEnded = false
  get isOver(): boolean {
    return this.isEnded || this.passed > LIMIT_S + 10
  }
  /** Close to the edge of the grace, where the time of the test itself decides. */
  get isOnEdge(): boolean {
    return Math.abs(this.passed - LIMIT_S - 10) < 5
  }
  wait(seconds: number): void {
    this.passed += seconds
  }
  arrive(sent: readonly PendingAnswer[]): void {
    if (this.isOver) return
    for (const { position, sequence, answer } of sent) {
      const value = answer && 'number' in answer ? Number(answer.number) : null
      const known = this.kept.get(position)
      const isNewer =
        !known || sequence > known.sequence || (sequence === known.sequence && (value ?? -1) > (known.value ?? -1))
      if (isNewer) this.kept.set(position, { sequence, value })
    }
  }
}

async function play(history: readonly Step[]): Promise<void> {
  stubRest(database)
  await owner(database, 'delete from private.quiz_attempts')
  await owner(database, 'delete from private.attempts')
  const { id, questions } = await begin(dana, quiz)
  const browsers = Array.from({ length: DEVICES }, () => new QuizBrowser(dana.id, id, questions as AskedQuestion[]))
  const ideal = new Ideal()
  const late: PendingAnswer[][] = []
  const at = (index: number) => browsers[index] as QuizBrowser
  const deliver = async (sent: readonly PendingAnswer[]): Promise<StoredAnswers> => {
    ideal.arrive(sent)
    return save(database, dana, id, rowsOf(sent))
  }
  for (const step of history) {
    if (step.kind === 'answer') {
      at(step.device).say(step.position, { answer: { number: String(step.value) } })
    } else if (step.kind === 'send') {
      const browser = at(step.device)
      const sent = [...browser.pending]
      if (step.fate === 'late') late.push(sent)
      if (step.fate === 'lost' || step.fate === 'late' || sent.length === 0) continue
      const kept = await deliver(sent)
      if (step.fate === 'twice') await deliver(sent)
      if (step.fate !== 'answer lost') browser.learn(kept, sent)
    } else if (step.kind === 'late ones') {
      for (const sent of late.splice(0).toReversed()) if (sent.length > 0) await deliver(sent)
    } else if (step.kind === 'reload') {
      at(step.device).told = (await readAttempt(database, dana, id)).questions as never
    } else if (step.kind === 'wait') {
      ideal.wait(step.seconds)
      await letPass(database, id, step.seconds)
    } else {
      const browser = at(step.device)
      const sent = [...browser.pending]
      ideal.arrive(sent)
      ideal.isEnded = true
      await finish(dana, id, rowsOf(sent))
      if (step.fate === 'arrives') browser.pending = []
    }
    if (ideal.isOnEdge) return
  }
  const kept = await owner<{ position: number; sequence: number; value: number | null }>(
    database,
    `select position, sequence, (answer ->> 'number')::integer as value
     from private.quiz_attempt_questions where attempt_id = $1 and sequence > 0 order by position`,
    [id],
  )
  const wanted = [...ideal.kept]
    .map(([position, one]) => ({ position, ...one }))
    .sort((a, b) => a.position - b.position)
  expect(kept).toEqual(wanted)
  const { body } = await finish(dana, id)
  expect(body.state).toBe('scored')
}

test('whatever is lost, repeated, late or said on another device, what arrived in time is kept as the last one said it', {
  timeout: 40_000 + HISTORIES * 1_000,
}, async () => {
  await fc.assert(fc.asyncProperty(steps, play), { numRuns: HISTORIES, seed: 2026, endOnFailure: true })
})

test('a device that has been told everything shows what is kept', { timeout: 40_000 }, async () => {
  stubRest(database)
  await owner(database, 'delete from private.quiz_attempts')
  const { id, questions } = await begin(dana, quiz)
  const mine = { ...changeOf(questions[0] as AskedQuestion, { answer: { claim: true } }), position: 1 }
  await save(database, dana, id, [{ ...mine, sequence: 3, answer: { claim: false } }])
  const kept = await save(database, dana, id, [mine])
  const [shown] = withSavedAnswers(questions as never, kept.answers as never, [
    { ...mine, userId: dana.id, attemptId: id },
  ])
  expect(shown).toMatchObject({ answer: { claim: false }, sequence: 3, isFromElsewhere: true })
})
