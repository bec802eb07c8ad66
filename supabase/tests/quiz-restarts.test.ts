import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnswerState, AskedQuestion, PendingAnswer } from '../../web/app/quizzes/attempt/attempt.rules.ts'
import { scoreAnswer } from '../functions/_shared/quizzes/registry.ts'
import type { Answer, Definition, Presented } from '../functions/_shared/quizzes/types.ts'
import { signUp } from './support/people.ts'
import { QuizBrowser, rowsOf } from './support/quiz-browsers.ts'
import { type Attempt, QUESTIONS, quizToPublish, type StoredAnswers } from './support/quizzes.ts'
import { ServedAcademy } from './support/served-academy.ts'

/** A thousand by `npm run attempts`. */
const ATTEMPTS = Number(process.env.QUIZ_ATTEMPTS ?? 10)
/** Students who sit at their tests at once: whatever is killed, it is killed under all of them. */
const AT_ONCE = 10
const DEVICES = 2
const LIMIT_MINUTES = 60
/** A clock of the server that is as far off as one that nobody looks after. */
const CLOCKS = [0, -600, 600]

let academy: ServedAcademy
let quiz: string

beforeAll(async () => {
  academy = await ServedAcademy.open()
  const [course] = await academy.sql<{ id: string }>(
    `insert into public.courses (title_he, is_published) values ('קורס', true) returning id`,
  )
  quiz = randomUUID()
  const made = quizToPublish({ id: quiz, courseId: course?.id ?? '' }, { timeLimitMinutes: LIMIT_MINUTES })
  expect(await academy.ask('/rest/v1/rpc/publish_quiz', { quiz: made })).toMatchObject({ status: 200 })
})
afterAll(() => academy?.close())

type Kill = { what: 'server'; clock: number } | { what: 'database' }
type Step =
  | { kind: 'answer'; device: number; position: number; value: number; confidence: AnswerState['confidence'] }
  | { kind: 'send'; device: number; fate: 'arrives' | 'lost' | 'answer lost' | 'twice' | 'late' }
  | { kind: 'both send' | 'late ones' | 'deadline' }
  | { kind: 'reload' | 'start again'; device: number }
  | { kind: 'wait'; seconds: number }
  | { kind: 'kill'; kill: Kill; during: 'nothing' | 'send' | 'submit' }
  | { kind: 'submit'; device: number; fate: 'arrives' | 'answer lost' }

const only = <const Value>(value: Value) => fc.constant(value)
const device = fc.nat(DEVICES - 1)
const kill: fc.Arbitrary<Kill> = fc.oneof(
  fc.record({ what: only('server'), clock: fc.constantFrom(...CLOCKS) }),
  fc.record({ what: only('database') }),
)
const fates = ['arrives', 'arrives', 'lost', 'answer lost', 'twice', 'late'] as const
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 48,
    arbitrary: fc.record({
      ...{ kind: only('answer'), device, position: fc.integer({ min: 1, max: QUESTIONS.length }), value: fc.nat(9) },
      confidence: fc.constantFrom('sure' as const, 'unsure' as const, null),
    }),
  },
  { weight: 32, arbitrary: fc.record({ kind: only('send'), device, fate: fc.constantFrom(...fates) }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constantFrom('both send' as const, 'late ones' as const) }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constantFrom('reload' as const, 'start again' as const), device }) },
  { weight: 6, arbitrary: fc.record({ kind: only('wait'), seconds: fc.constantFrom(1, 20, 90) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: only('kill'), kill, during: fc.constantFrom('nothing', 'send', 'send', 'submit') }),
  },
  { weight: 2, arbitrary: fc.record({ kind: only('deadline') }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: only('submit'), device, fate: fc.constantFrom('arrives', 'answer lost') }),
  },
)
const history = fc.array(step, { minLength: 6, maxLength: 40 })

/** What a person says to a question, a number saying which. */
function answerTo(presented: Presented, value: number): Answer {
  switch (presented.kind) {
    case 'single-choice':
      return { choice: presented.options[value % presented.options.length]?.id ?? '' }
    case 'ordering': {
      const ids = presented.items.map(({ id }) => id)
      return { order: [...ids.slice(value % ids.length), ...ids.slice(0, value % ids.length)] }
    }
    case 'true-false':
      return { claim: value % 2 === 0 }
    default:
      return { number: String(value) }
  }
}

/** As the database orders two answers with the same count: by their text. */
const orderOf = ({ answer, confidence, flagged }: AnswerState): string =>
  `${answer ? JSON.stringify(answer).replaceAll('":', '": ').replaceAll(',', ', ') : ''} ${confidence ?? ''} ${flagged}`

/** What should be kept: of everything that arrived in time the highest count, of two equal ones the greater text. */
class Ideal {
  readonly kept = new Map<number, AnswerState>()
  endedBy: 'student' | 'deadline' | undefined

  arrive(sent: readonly PendingAnswer[]): void {
    if (this.endedBy) return
    for (const { position, answer, confidence, flagged, sequence } of sent) {
      const answerState = { answer, confidence, flagged, sequence }
      const known = this.kept.get(position)
      const isNewer =
        !known || sequence > known.sequence || (sequence === known.sequence && orderOf(answerState) > orderOf(known))
      if (isNewer) this.kept.set(position, answerState)
    }
  }
  end(by: 'student' | 'deadline'): void {
    this.endedBy ??= by
  }
}

const strike = (what: Kill) => (what.what === 'server' ? academy.killServer(what.clock) : academy.killDatabase())

type Student = { id: string; token: string }

async function newStudents(first: number, count: number): Promise<Student[]> {
  const database = await academy.database()
  const students: Student[] = []
  for (let number = first; number < first + count; number++) {
    const { id, caller } = await signUp(database, `student${number}@example.com`)
    students.push({ id, token: await academy.tokenOf(caller) })
  }
  await database.close()
  return students
}

async function play(student: Student, steps: readonly Step[]): Promise<void> {
  const attempt = randomUUID()
  const call = async <Body>(path: string, body: object): Promise<Body> => {
    const told = await academy.ask<Body>(path, body, student.token)
    expect(told).toMatchObject({ status: 200 })
    return told.body
  }
  const start = () => call<Attempt>('/functions/v1/quiz-attempts', { action: 'start', quiz, attempt })
  const { questions } = await start()
  const browsers = Array.from(
    { length: DEVICES },
    () => new QuizBrowser(student.id, attempt, questions as AskedQuestion[]),
  )
  const at = (index: number) => browsers[index] as QuizBrowser
  const ideal = new Ideal()
  const late: PendingAnswer[][] = []
  const deliver = (sent: readonly PendingAnswer[]): Promise<StoredAnswers> => {
    ideal.arrive(sent)
    return call('/rest/v1/rpc/save_quiz_answers', { attempt, answers: rowsOf(sent) })
  }
  const sendAll = async (browser: QuizBrowser) => {
    const sent = [...browser.pending]
    if (sent.length > 0) browser.learn(await deliver(sent), sent)
  }
  const submit = (sent: readonly PendingAnswer[]) => {
    ideal.arrive(sent)
    ideal.end('student')
    return call<Attempt>('/functions/v1/quiz-attempts', { action: 'finish', attempt, answers: rowsOf(sent) })
  }
  const pass = (seconds: number) =>
    academy.sql(
      `update private.quiz_attempts set created_at = created_at - $2::interval, started_at = started_at - $2::interval,
         deadline_at = deadline_at - $2::interval where id = $1 and submitted_at is null`,
      [attempt, `${seconds} seconds`],
    )

  async function take(one: Step): Promise<void> {
    switch (one.kind) {
      case 'answer': {
        const presented = questions.find(({ position }) => position === one.position)?.presented as Presented
        at(one.device).say(one.position, { answer: answerTo(presented, one.value), confidence: one.confidence })
        return
      }
      case 'send': {
        const browser = at(one.device)
        const sent = [...browser.pending]
        if (one.fate === 'late') late.push(sent)
        if (one.fate === 'lost' || one.fate === 'late' || sent.length === 0) return
        const kept = await deliver(sent)
        if (one.fate === 'twice') await deliver(sent)
        if (one.fate !== 'answer lost') browser.learn(kept, sent)
        return
      }
      case 'both send':
        await Promise.all(browsers.map(sendAll))
        return
      case 'late ones':
        await Promise.all(late.splice(0).map((sent) => sent.length > 0 && deliver(sent)))
        return
      case 'reload':
        at(one.device).told = (await call<Attempt>('/rest/v1/rpc/read_quiz_attempt', { attempt })).questions as never
        return
      case 'start again':
        // After its end a start would begin the next attempt.
        if (!ideal.endedBy) at(one.device).told = (await start()).questions as never
        return
      case 'wait':
        await pass(one.seconds)
        return
      case 'deadline':
        await pass(2 * LIMIT_MINUTES * 60)
        ideal.end('deadline')
        return
      case 'kill': {
        const struck = one.during === 'send' ? sendAll(at(0)) : one.during === 'submit' ? submit(at(1).pending) : null
        await Promise.all([strike(one.kill), struck])
        return
      }
      case 'submit': {
        const browser = at(one.device)
        const sent = [...browser.pending]
        await submit(sent)
        if (one.fate === 'arrives') browser.pending = []
      }
    }
  }
  for (const one of steps) await take(one)
  // Whoever still has something to say comes back to say it; then the test is ended, if it has not been.
  await Promise.all(late.map((sent) => sent.length > 0 && deliver(sent)))
  await Promise.all(browsers.map(sendAll))
  const ended = await submit([])
  await expectIdeal(student, ended, ideal)
}

type Row = { position: number; said: AnswerState; definition: Definition; seed: string; points: string }

async function expectIdeal({ id }: Student, ended: Attempt, ideal: Ideal): Promise<void> {
  const rows = await academy.sql<Row>(
    `select asked.position, asked.seed, questions.definition, asked.points, json_build_object('answer', asked.answer,
       'confidence', asked.confidence, 'flagged', asked.is_flagged, 'sequence', asked.sequence) as said
     from private.quiz_attempt_questions as asked join private.quiz_attempts as attempts on attempts.id = attempt_id
     join private.quiz_questions as questions using (quiz_id, version, place)
     where attempt_id = $1 order by asked.position`,
    [ended.id],
  )
  const answerState = rows
    .filter(({ said: answerState }) => answerState.sequence > 0)
    .map(({ position, said: answerState }) => [position, answerState])
  expect(answerState).toEqual([...ideal.kept].sort(([a], [b]) => a - b))
  const worth = rows.map(
    ({ definition, seed, said: answerState }) => scoreAnswer(definition, seed, answerState.answer).points,
  )
  expect(rows.map(({ points }) => Number(points))).toEqual(worth.map((points) => Number(points.toFixed(6))))
  const percent = Math.floor((worth.reduce((sum, points) => sum + points, 0.0001) * 100) / rows.length)
  expect(ended).toMatchObject({ state: 'scored', ended_by: ideal.endedBy, percent, passed: percent >= 75 })
  const [open] = await academy.sql<{ count: string }>(
    'select count(*) from private.quiz_attempts where user_id = $1 and scored_at is null',
    [id],
  )
  expect(open).toEqual({ count: '0' })
}

test(`${ATTEMPTS} attempts at a served academy, whose server and database are killed under them, end as those of the ideal student`, {
  timeout: 300_000 + ATTEMPTS * 3_000,
}, async () => {
  const histories = fc.sample(history, { numRuns: ATTEMPTS, seed: 2026 })
  // Whatever was drawn, both are killed once.
  histories[0]?.splice(3, 0, { kind: 'kill', kill: { what: 'database' }, during: 'send' })
  histories[1]?.splice(3, 0, { kind: 'kill', kill: { what: 'server', clock: 600 }, during: 'send' })
  const wrong: unknown[] = []
  for (let first = 0; first < ATTEMPTS; first += AT_ONCE) {
    const batch = histories.slice(first, first + AT_ONCE)
    const students = await newStudents(first, batch.length)
    const ends = await Promise.allSettled(batch.map((steps, at) => play(students[at] as Student, steps)))
    for (const [at, end] of ends.entries()) if (end.status === 'rejected') wrong.push([first + at, String(end.reason)])
  }
  expect(wrong.slice(0, 3)).toEqual([])
  const [made] = await academy.sql<{ count: string }>('select count(*) from private.quiz_attempts')
  expect(made).toEqual({ count: String(ATTEMPTS) })
  expect([academy.kills.server > 0, academy.kills.database > 0]).toEqual([true, true])
  if (process.env.QUIZ_ATTEMPTS) process.stdout.write(`${ATTEMPTS} attempts, kills: ${JSON.stringify(academy.kills)}\n`)
})
