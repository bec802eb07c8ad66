import { randomUUID } from 'node:crypto'
import type { Caller, Database } from '../../../embedded-supabase/src/database/index.ts'
import type { Definition, Presented, Quiz, Review } from '../../functions/_shared/quizzes/types.ts'
import { handler } from '../../functions/quiz-attempts/handler.ts'
import { handler as authoring } from '../../functions/quiz-authoring/handler.ts'
import { callAs, owner } from './outcome.ts'
import { type Person, SERVICE } from './people.ts'
import { tokenOf } from './rest-shim.ts'

/** Stands in every key and reason of the questions below, so that a leak can be searched for. */
export const SECRET = 'רק בסקירה'

const why = (text: string) => `${text}, ${SECRET}`

export const QUESTIONS: Definition[] = [
  {
    kind: 'single-choice',
    topic: 'ריבית',
    text: 'מה גדל בכל שנה?',
    options: [
      { id: 'a', text: 'הקרן', why: why('היא לא') },
      { id: 'b', text: 'הריבית', why: why('היא כן') },
      { id: 'c', text: 'העמלה', why: why('גם היא לא') },
    ],
    right: 'b',
  },
  {
    kind: 'ordering',
    topic: 'ריבית',
    text: 'סדרו את הצעדים.',
    items: [
      { id: 'a', text: 'בודקים', why: why('קודם') },
      { id: 'b', text: 'משווים', why: why('אחר כך') },
      { id: 'c', text: 'חותמים', why: why('לבסוף') },
    ],
  },
  {
    kind: 'calculated',
    topic: 'מס',
    text: 'כמה הם `{rate}` מתוך {sum}?',
    variables: [
      { name: 'sum', unit: 'shekel', from: '1000', to: '90000', step: '100' },
      { name: 'rate', unit: 'percent', from: '1', to: '50', step: '1' },
    ],
    formula: 'sum * rate / 100',
    rounding: { digits: 0 },
    tolerance: '1',
    unit: 'shekel',
    steps: [{ text: why('מכפילים'), formula: 'sum * rate / 100', unit: 'shekel' }],
    mistakes: [{ formula: 'sum / rate', why: why('חילקתם') }],
  },
  { kind: 'true-false', topic: 'מס', text: 'מס הוא חובה.', right: true, why: { true: why('כן'), false: why('לא') } },
]

const RULES: Omit<Quiz, 'pools'> = {
  title: 'ריבית ומס',
  intro: 'ארבע שאלות.',
  passPercent: 75,
  attemptsAllowed: null,
  waitMinutes: 0,
  timeLimitMinutes: null,
  shuffleQuestions: true,
  review: 'after-submit',
}

type Made = { id: string; courseId: string; lessonId?: string }

/** Publishes a test of a new course; `pools` unless told is all the questions above in one. */
export async function publishQuiz(database: Database, changes: Partial<Quiz> = {}, made?: Made): Promise<Made> {
  const courseId =
    made?.courseId ?? (await add(database, `insert into courses (title_he, is_published) values ('קורס', true)`))
  const id = made?.id ?? randomUUID()
  await callAs(database, SERVICE, 'publish_quiz', [JSON.stringify(quizToPublish({ id, courseId }, changes))])
  return { id, courseId }
}

/** What `publish_quiz` is given for a test of the questions above. */
export function quizToPublish({ id, courseId }: Made, changes: Partial<Quiz> = {}): object {
  const quiz: Quiz = { ...RULES, pools: [{ topic: 'הכול', draw: null, questions: QUESTIONS }], ...changes }
  const pools = quiz.pools.map(({ topic, questions, draw }) => poolOf(topic, questions, draw))
  return { ...quiz, id, course_id: courseId, pools }
}

/** Questions under a topic, as they are stored. */
export const poolOf = (topic: string, definitions: readonly object[], draw: number | null = null) => ({
  topic,
  draw,
  questions: definitions.map((definition) => ({ id: randomUUID(), definition })),
})

/** Has the questions of a draft checked, in front of the real database (`stubRest`). */
export async function checkDraft(caller: Caller, id: unknown, action = 'check') {
  const answer = await authoring(
    new Request('http://supabase.test/functions/v1/quiz-authoring', {
      method: 'POST',
      headers: { authorization: `Bearer ${tokenOf(caller)}` },
      body: JSON.stringify({ action, id }),
    }),
  )
  return { status: answer.status, body: (await answer.json()) as { code?: string; problems?: { code: string }[] } }
}

async function add(database: Database, sql: string): Promise<string> {
  return (await owner<{ id: string }>(database, `${sql} returning id`))[0]?.id ?? ''
}

export type Asked = {
  position: number
  presented: Presented
  answer: unknown
  confidence: string | null
  flagged: boolean
  sequence: number
  correct: boolean | null
  review: Review | null
}
export type Attempt = {
  id: string
  state: 'new' | 'open' | 'submitted' | 'scored'
  ended_by: 'student' | 'deadline' | null
  seconds_left: number | null
  percent: number | null
  passed: boolean | null
  may_review: boolean
  questions: Asked[]
}
type Told = { status: number; body: Attempt & { code?: string; scored?: number } }

/** Asks the function, in front of the real database (`stubRest`). */
export async function ask(token: string, body: object): Promise<Told> {
  const request = new Request('http://supabase.test/functions/v1/quiz-attempts', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  const answer = await handler(request)
  return { status: answer.status, body: (await answer.json()) as Told['body'] }
}
export const start = (who: Person, quiz: string, attempt: string = randomUUID()) =>
  ask(tokenOf(who.caller), { action: 'start', quiz, attempt })
export const finish = (who: Person, attempt: string, answers?: object[]) =>
  ask(tokenOf(who.caller), { action: 'finish', attempt, answers })

/** Begins an attempt that must begin. */
export async function begin(who: Person, quiz: string): Promise<Attempt> {
  const { status, body } = await start(who, quiz)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}

export type StoredAnswers = {
  state: Attempt['state']
  ended_by: Attempt['ended_by']
  seconds_left: number
  answers: { position: number; sequence: number; answer: unknown; confidence: string | null; flagged: boolean }[]
}
export const save = (database: Database, who: Person, attempt: string, answers: unknown): Promise<StoredAnswers> =>
  callAs<StoredAnswers>(database, who.caller, 'save_quiz_answers', [attempt, JSON.stringify(answers)])
export const readAttempt = (database: Database, who: Person, attempt: string): Promise<Attempt> =>
  callAs<Attempt>(database, who.caller, 'read_quiz_attempt', [attempt])

/** The right answers of an attempt, as its owner would send them. */
export async function rightAnswers(database: Database, { id, questions }: Attempt): Promise<object[]> {
  const rows = await owner<{ position: number; definition: Definition; seed: string }>(
    database,
    `select asked.position, definition, seed from private.quiz_attempt_questions as asked
     join private.quiz_attempts as attempts on attempts.id = attempt_id
     join private.quiz_questions using (quiz_id, version, place) where attempt_id = $1`,
    [id],
  )
  const { explainAnswer } = await import('../../functions/_shared/quizzes/registry.ts')
  return questions.map(({ position, sequence }) => {
    const row = rows.find((one) => one.position === position)
    if (!row) throw new Error(`No question ${position}`)
    return { position, sequence: sequence + 1, answer: explainAnswer(row.definition, row.seed, null).right }
  })
}

/** Lets time pass for an attempt, as far as the database knows. */
export const letPass = (database: Database, attempt: string, seconds: number) =>
  owner(
    database,
    `update private.quiz_attempts set created_at = created_at - $2::interval, started_at = started_at - $2::interval,
       deadline_at = deadline_at - $2::interval, submitted_at = submitted_at - $2::interval where id = $1`,
    [attempt, `${seconds} seconds`],
  )
