import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { ACTORS, assemble, type Cast } from './support/cast.ts'
import { owner } from './support/outcome.ts'
import { type Attack, attacks, namesOf } from './support/quiz-attacks.ts'
import { type Attempt, publishQuiz, SECRET } from './support/quizzes.ts'
import { ServedAcademy, type Told } from './support/served-academy.ts'

/** Requests of each caller; 1,000 by `QUIZ_ATTACKS=1000`. */
const ATTACKS = Number(process.env.QUIZ_ATTACKS ?? 20)
/** A number that nobody else says, so that an answer of the victim is known wherever it turns up. */
const SAID = '7431.917'
/** What those who write tests read them by. */
const DESKS = /content|quiz-authoring|preview/
const CALLERS = [...ACTORS.filter((actor) => actor !== 'service_role'), 'expired', 'forged'] as const

let academy: ServedAcademy
let database: Database
let cast: Cast
let quiz: { id: string; courseId: string }
/** An attempt of the student whose answers they may read. */
let reviewable: string
let victims: { open: string; scored: string; turn: string }
let ids: string[]
const tokens = new Map<string, string>()

const post = <Body>(path: string, body: object, token: string): Promise<Told<Body>> => academy.ask(path, body, token)
const start = (token: string, quizId: string, attempt: string = randomUUID()) =>
  post<Attempt & { code?: string }>('/functions/v1/quiz-attempts', { action: 'start', quiz: quizId, attempt }, token)
/** Begins an attempt that must begin. */
async function begun(token: string, quizId: string): Promise<Attempt> {
  const { status, body } = await start(token, quizId)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}
const finish = (token: string, attempt: string, answers: object[] = []) =>
  post<Attempt>('/functions/v1/quiz-attempts', { action: 'finish', attempt, answers }, token)

beforeAll(async () => {
  academy = await ServedAcademy.open('debug')
  database = await academy.database()
  // The cast brings its own texts and settings.
  await owner(database, 'truncate legal_documents cascade')
  await owner(database, `delete from app_settings where key = 'site_name'`)
  cast = await assemble(database)
  for (const actor of ACTORS) {
    if (actor === 'anonymous' || actor === 'service_role') continue
    tokens.set(actor, await academy.tokenOf(cast.caller(actor)))
  }
  tokens.set('anonymous', academy.anonKey)
  tokens.set('expired', await academy.tokenOf(cast.caller('student'), -3600))
  const [head, body] = (tokens.get('student') ?? '').split('.')
  tokens.set('forged', `${head}.${body}.${Buffer.from(randomUUID().repeat(2)).toString('base64url').slice(0, 86)}`)
  quiz = await publishQuiz(database, { review: 'never', title: 'מבחן סגור' })
  const hidden = await publishQuiz(database, { review: 'after-submit' }, undefined)
  const token = tokens.get('student') ?? ''
  const scored = await begun(token, quiz.id)
  const answers = scored.questions.map(({ position }) => ({ position, sequence: 1, answer: { number: SAID } }))
  await finish(token, scored.id, answers)
  const open = await begun(token, quiz.id)
  await post('/rest/v1/rpc/save_quiz_answers', { attempt: open.id, answers }, token)
  const missed = await begun(token, hidden.id)
  reviewable = missed.id
  await finish(token, missed.id)
  await owner(database, 'update private.review_cards set due_on = due_on - 2')
  const turn = randomUUID()
  expect((await post('/functions/v1/review-deck', { action: 'next', turn }, token)).body).toMatchObject({ id: turn })
  await owner(database, 'update public.quizzes set is_published = false where id = $1', [hidden.id])
  victims = { open: open.id, scored: scored.id, turn }
  ids = [...Object.values(victims), quiz.id, quiz.courseId, hidden.id, missed.id, cast.person('student').id]
})
afterAll(async () => {
  await database?.close()
  await academy?.close()
})

/** Everything that is kept of a student's tests, or of some of them alone, as one text. */
const kept = async (actor: 'student' | 'otherStudent', attempts: string[] | null = null) =>
  owner(
    database,
    `select md5(string_agg(line, ' ' order by line)) as sum, count(*) from (
       select to_jsonb(asked)::text || to_jsonb(attempts)::text as line
       from private.quiz_attempts as attempts join private.quiz_attempt_questions as asked on attempt_id = attempts.id
       where user_id = $1 and ($2::uuid[] is null or attempts.id = any ($2))
       union all select to_jsonb(cards)::text from private.review_cards as cards where user_id = $1) as lines`,
    [cast.person(actor).id, attempts],
  )

async function send({ method, path, headers, body }: Attack, token: string, address: string): Promise<string> {
  for (;;) {
    const answer = await fetch(`${academy.url}${path}`, {
      method,
      headers: {
        ...{ apikey: academy.anonKey, authorization: `Bearer ${token}`, 'x-forwarded-for': address },
        ...{ 'content-type': 'application/json', cookie: `sb-access-token=${token}`, ...headers },
      },
      ...(body !== undefined && { body }),
    })
    const text = await answer.text()
    expect(answer.status, `${method} ${path}: ${text}`).not.toBe(500)
    if (answer.status !== 429 || !answer.headers.has('retry-after')) return text
    await owner(database, 'delete from private.attempts')
  }
}

const mayWrite = async (actor: string): Promise<boolean> => {
  if (!tokens.has(actor) || ['anonymous', 'expired', 'forged'].includes(actor)) return false
  const [row] = await owner<{ may: boolean }>(
    database,
    `select exists (select from role_permissions join permissions on permissions.id = permission_id
       join admin_users using (role_id)
       where supabase_auth_id = $1 and permissions.name in ('quizzes.manage', 'courses.manage')) as may`,
    [cast.person(actor as 'student').id],
  )
  return row?.may ?? false
}

describe(`${ATTACKS} drawn requests of each of ${CALLERS.length} callers`, () => {
  const seedsOf = async () =>
    (await owner<{ seed: string }>(database, 'select seed from private.quiz_attempt_questions')).map(({ seed }) => seed)

  test.each(CALLERS)(
    '%s: tell no key, seed, formula, reason nor another one’s answer, and change nothing',
    async (actor) => {
      const isVictim = actor === 'student'
      const drawn = fc.sample(attacks(await namesOf(database), ids), { numRuns: ATTACKS, seed: CALLERS.indexOf(actor) })
      // What has ended is out of their own reach as well; an open attempt is theirs to end.
      const ended = isVictim ? [victims.scored, reviewable] : null
      const before = await kept('student', ended)
      const isAtDesk = await mayWrite(actor)
      for (const attack of drawn) {
        await owner(database, 'delete from private.attempts')
        const text = await send(attack, tokens.get(actor) ?? '', `10.2.0.${1 + CALLERS.indexOf(actor)}`)
        if (isAtDesk && DESKS.test(attack.calls ?? '')) continue
        const secrets = [SECRET, 'sum * rate', 'sum / rate', '"seed":', ...(await seedsOf())]
        const told = [...secrets, ...(isVictim ? [] : [SAID])].filter((secret) => text.includes(secret))
        // The deck tells its student why, once a turn is answered; and so does a test whose answers may be told.
        const mayKnow = isVictim && (attack.calls === 'review-deck' || JSON.stringify(attack).includes(reviewable))
        expect(mayKnow ? told.filter((one) => one !== SECRET) : told, JSON.stringify(attack)).toEqual([])
      }
      expect(await kept('student', ended)).toEqual(before)
      expect(await owner(database, 'select from private.certificates')).toEqual([])
    },
  )

  test('leave none of it in the log', async () => {
    const written = academy.written()
    expect(written.length).toBeGreaterThan(2)
    expect([SECRET, 'sum * rate', SAID, ...(await seedsOf())].filter((secret) => written.includes(secret))).toEqual([])
  })
})

describe('a result is not forged', () => {
  const token = () => tokens.get('otherStudent') ?? ''
  const save = (attempt: string, answers: object[]) =>
    post<{ state?: string; code?: string }>('/rest/v1/rpc/save_quiz_answers', { attempt, answers }, token())
  let own: Attempt
  const answers = (sequence: number) =>
    own.questions.map(({ position }) => ({
      position,
      sequence,
      answer: { claim: true },
      points: 1,
      correct: true,
      percent: 100,
    }))
  beforeAll(async () => {
    await owner(database, 'delete from private.attempts')
    await owner(database, 'delete from private.quiz_attempts where user_id = $1', [cast.person('otherStudent').id])
    own = await begun(token(), quiz.id)
    await finish(token(), own.id, answers(1))
  })

  test('by answers after the end, by ending again, by beginning under the same id, or by the key of the server', async () => {
    const before = await kept('otherStudent', [own.id])
    expect((await save(own.id, answers(999))).body.state).toBe('scored')
    expect((await finish(token(), own.id, answers(9_999))).body).toMatchObject({ state: 'scored' })
    await finish(token(), own.id, answers(1))
    expect((await start(token(), quiz.id, own.id)).body).not.toMatchObject({ state: 'open', id: own.id })
    for (const name of [
      'score_quiz_attempt',
      'ready_quiz_attempt',
      'score_review_turn',
      'mark_quiz_checked',
      'publish_quiz',
    ])
      expect([name, (await post(`/rest/v1/rpc/${name}`, {}, token())).status >= 400]).toEqual([name, true])
    expect((await post('/functions/v1/quiz-attempts', { action: 'score' }, token())).status).toBe(403)
    expect(await kept('otherStudent', [own.id])).toEqual(before)
  })

  test('by the attempt of somebody else, ended or not, nor by beginning under its id', async () => {
    const before = await kept('student')
    for (const attempt of [victims.open, victims.scored]) {
      expect(await save(attempt, answers(999))).toMatchObject({ status: 404, body: { code: 'QUIZ_ATTEMPT_NOT_FOUND' } })
      expect((await finish(token(), attempt, answers(999))).status).toBe(404)
      expect((await start(token(), quiz.id, attempt)).body.id).not.toBe(attempt)
    }
    const turn = { action: 'answer', turn: victims.turn, answer: { claim: true } }
    expect((await post('/functions/v1/review-deck', turn, token())).status).toBeGreaterThanOrEqual(400)
    expect(await kept('student')).toEqual(before)
  })

  test('by questions that were not asked, by names of parts of another attempt, or by marks beside the answers', async () => {
    const open = await begun(token(), quiz.id)
    const strange = [0, -1, 5, 100, 101, 1.5].map((position) => ({ position, sequence: 1, answer: { claim: true } }))
    for (const one of strange)
      expect((await save(open.id, [one])).body).not.toMatchObject({ answers: [expect.anything()] })
    const choice = (asked: Attempt) => asked.questions.find(({ presented }) => presented.kind === 'single-choice')
    const [there, here] = [choice(own), choice(open)]
    const others = there && 'options' in there.presented ? there.presented.options : []
    for (const [at, { id }] of others.entries())
      await save(open.id, [
        { position: here?.position, sequence: 2 + at, answer: { choice: id }, points: 1, correct: true },
      ])
    expect((await finish(token(), open.id)).body).toMatchObject({ percent: 0, passed: false })
  })
})
