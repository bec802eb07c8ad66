import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestSmtp, type TestSmtp } from '../../embedded-supabase/test/support/smtp.ts'
import { startTestServer, type TestServer } from '../../embedded-supabase/test/support/start.ts'
import { functions } from '../../server/src/functions.ts'
import { draft, send } from './support/campaigns.ts'
import { editorOf, type StoredContent } from './support/content.ts'
import { checkTypes, DENO, functionsUnderDeno } from './support/deno.ts'
import { owner } from './support/outcome.ts'
import { freshPhone, type Person, registration, signUp, signUpStaff } from './support/people.ts'
import { PROJECT } from './support/project.ts'
import { type Attempt, poolOf, publishQuiz, QUESTIONS, rightAnswers } from './support/quizzes.ts'
import { openNewLink } from './support/registering.ts'
import { letDaysPass, rightAnswerOf } from './support/review-deck.ts'
import { answerAs, ask, readAs } from './support/tickets.ts'

const NAMES = Object.keys(functions)
const PHONE = freshPhone()
const FILE = 'worksheet.pdf'
const CONTENT = 'what is in the file'

let server: TestServer
let smtp: TestSmtp
let vimeo: Server
let dana: Person
let editor: Person
let owners: Person
const tokens = new Map<Person, string>()
const database = () => server.supabase.database
const deployed = functionsUnderDeno(NAMES, () => ({
  SUPABASE_URL: server.url,
  SUPABASE_ANON_KEY: server.supabase.anonKey,
  SUPABASE_SERVICE_ROLE_KEY: server.supabase.serviceRoleKey,
  SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: server.supabase.publishableKey }),
  SUPABASE_SECRET_KEYS: JSON.stringify({ default: server.supabase.secretKey }),
  SITE_URL: 'https://academy.test',
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: String(smtp.port),
  MAIL_FROM: 'האקדמיה <academy@academy.test>',
  VIMEO_TOKEN: 'token-of-vimeo',
  VIMEO_API_URL: `http://127.0.0.1:${(vimeo.address() as AddressInfo).port}`,
}))

async function tokenOf(person: Person): Promise<string> {
  const token = tokens.get(person) ?? (await openNewLink(server, person.email)).token
  tokens.set(person, token)
  return token
}

type Caller = Person | 'visitor' | 'server'

/** Calls a function by the address of the project, as pages and jobs do. */
async function call<Body>(name: string, caller: Caller, body: object = {}): Promise<Body> {
  const { publishableKey, secretKey } = server.supabase
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  headers.apikey = caller === 'server' ? secretKey : publishableKey
  if (typeof caller === 'object') headers.authorization = `Bearer ${await tokenOf(caller)}`
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  const answer = await fetch(`${server.url}/functions/v1/${name}`, init)
  const text = await answer.text()
  expect([answer.status, text]).toEqual([200, text])
  return JSON.parse(text) as Body
}

const insert = async (sql: string, values: unknown[] = []) =>
  (await owner<{ id: string }>(database(), `insert into ${sql} returning id`, values))[0]?.id ?? ''
const upload = async (bucket: string, path: string) => {
  const files = server.client(server.supabase.serviceRoleKey).storage.from(bucket)
  const { error } = await files.upload(path, new Blob([CONTENT], { type: 'application/pdf' }))
  if (error) throw error
}
const fileAt = async (signedURL: string) => (await fetch(`${server.url}/storage/v1${signedURL}`)).text()
const received = (address: string) => smtp.mails.filter(({ to }) => to?.some((one) => one.address === address))

async function lesson() {
  const course = await insert(`courses (title_he, is_published) values ('קורס', true)`)
  const id = await insert(
    `lessons (course_id, title_he, duration_seconds, is_published) values ($1, 'שיעור', 600, true)`,
    [course],
  )
  return { course, id }
}

async function begun(): Promise<Attempt> {
  const quiz = await publishQuiz(database())
  return call<Attempt>('quiz-attempts', dana, { action: 'start', quiz: quiz.id, attempt: randomUUID() })
}

/** The draft of a test with all kinds of questions, as its author writes it. */
async function draftOfQuiz(): Promise<StoredContent> {
  const desk = editorOf(database(), editor.caller)
  const course = await desk.make('course', { title_he: 'קורס בטיוטה' })
  return desk.make('quiz', { title_he: 'ריבית', course_id: course.id, pools: [poolOf('הכול', QUESTIONS)] })
}

/** By function its main call, with an answer that only the whole of it can give. */
const CALLS: Record<string, () => Promise<void>> = {
  async 'account-recovery'() {
    const answer = await call('account-recovery', 'visitor', { phone_number: PHONE })
    expect(answer).toEqual({ success: true, error: null, masked_email: 'd***@e***.com' })
    // It wakes the delivery of what it queued.
    await expect.poll(() => received(dana.email)).toHaveLength(1)
  },
  async 'batch-progress'() {
    const { course, id } = await lesson()
    const at = new Date().toISOString()
    const times = { last_watched: at, updated_at: at }
    const watched = { progress_seconds: 30, watched_until: 30, watch_progress: 5, completed: false, ...times }
    const updates = [{ lesson_id: id, course_id: course, user_id: dana.id, ...watched }]
    expect(await call('batch-progress', dana, { updates })).toEqual({ accepted: [id], rejected: [] })
  },
  async 'deliver-campaigns'() {
    await send(database(), editor, { subject: 'מבצע לכולם' })
    const { sent } = await call<{ sent: number }>('deliver-campaigns', 'server')
    expect(sent).toBeGreaterThan(0)
    expect(received(dana.email).map(({ subject }) => subject)).toContain('מבצע לכולם')
  },
  async 'deliver-mail'() {
    const ticket = await ask(database(), dana.caller)
    await answerAs(database(), editor.caller, ticket)
    const before = received(dana.email).length
    const { sent, failed } = await call<{ sent: number; failed: number }>('deliver-mail', 'server')
    expect([sent > 0, failed, received(dana.email).length > before]).toEqual([true, 0, true])
  },
  async 'quiz-attempts'() {
    const attempt = await begun()
    expect(attempt).toMatchObject({ state: 'open' })
    const answers = await rightAnswers(database(), attempt)
    const ended = await call('quiz-attempts', dana, { action: 'finish', attempt: attempt.id, answers })
    expect(ended).toMatchObject({ state: 'scored', percent: 100, passed: true })
  },
  async 'quiz-authoring'() {
    const { id, version } = await draftOfQuiz()
    expect(await call('quiz-authoring', editor, { action: 'check', id })).toEqual({ version, problems: [] })
  },
  async 'quiz-preview'() {
    const { id } = await draftOfQuiz()
    const desk = editorOf(database(), editor.caller)
    const { token } = await desk.ask<{ token: string }>('make_content_preview', ['quiz', id, 1])
    const round = await call<Attempt>('quiz-preview', 'visitor', { action: 'begin', token, round: randomUUID() })
    expect(round).toMatchObject({ state: 'open', questions: QUESTIONS.map(() => expect.anything()) })
  },
  async 'review-deck'() {
    const attempt = await begun()
    await call('quiz-attempts', dana, { action: 'finish', attempt: attempt.id })
    await letDaysPass(database(), 1)
    const turn = await call<{ id: string }>('review-deck', dana, { action: 'next', turn: randomUUID() })
    const answer = await rightAnswerOf(database(), turn.id)
    const answered = await call('review-deck', dana, { action: 'answer', turn: turn.id, answer, confidence: 'sure' })
    expect(answered).toMatchObject({ state: 'scored', correct: true, days: 3 })
  },
  async 'sign-lesson-file'() {
    const { id } = await lesson()
    const attachments = JSON.stringify([{ title: 'דף עבודה', path: FILE, bytes: 19 }])
    await owner(database(), 'insert into lesson_contents (lesson_id, attachments) values ($1, $2)', [id, attachments])
    await upload('lesson-files', FILE)
    const asked = { bucket: 'lesson-files', path: FILE }
    const { signedURL } = await call<{ signedURL: string }>('sign-lesson-file', dana, asked)
    expect(await fileAt(signedURL)).toBe(CONTENT)
  },
  async 'sign-support-file'() {
    const ticket = await ask(database(), dana.caller)
    const mail = await insert(
      `private.support_mails (key, ticket_id, message_id, state, is_verified, sender, sender_name, subject, words, rest)
       select repeat('a', 64), $1, id, 'taken', true, $2, '', '', '', '' from support_messages where ticket_id = $1 limit 1`,
      [ticket, dana.email],
    )
    const path = `${'b'.repeat(32)}/${'c'.repeat(32)}.pdf`
    const file = await insert(
      `private.support_files (mail_id, place, name, mime, bytes, path) values ($1, 1, 'דוח.pdf', 'application/pdf', 19, $2)`,
      [mail, path],
    )
    await upload('support-files', path)
    await readAs(database(), editor.caller, ticket)
    const { signedURL } = await call<{ signedURL: string }>('sign-support-file', dana, { file_id: file })
    expect(await fileAt(signedURL)).toBe(CONTENT)
  },
  async 'test-campaign'() {
    const { id } = await draft(database(), editor)
    const answer = await call('test-campaign', editor, { campaign_id: id })
    expect(answer).toMatchObject({ outcome: 'sent', recipient: editor.email })
    expect(received(editor.email)[0]?.subject).toMatch(/^\[בדיקה\]/)
  },
  async 'test-mail'() {
    await tokenOf(owners)
    // As the code of the app would lift it.
    await owner(database(), `update auth.sessions set aal = 'aal2' where user_id = $1`, [owners.id])
    const report = await call('test-mail', owners)
    expect(report).toMatchObject({ outcome: 'taken', recipient: owners.email })
    expect(received(owners.email)).toHaveLength(1)
  },
  async 'vimeo-folder'() {
    const desk = editorOf(database(), editor.caller)
    const { id } = await desk.make('course', { title_he: 'קורס', vimeo_folder_id: '4711' })
    const videos = [{ id: '76979871', title: 'ריבית', duration_seconds: 62 }]
    expect(await call('vimeo-folder', editor, { course: id })).toEqual({ videos })
  },
}

const TITLE = DENO ? 'under Deno' : 'not tested: the package deno has no program for this platform'

describe.skipIf(!DENO)(TITLE, () => {
  beforeAll(async () => {
    smtp = await startTestSmtp()
    const page = { data: [{ uri: '/videos/76979871', name: 'ריבית', duration: 62 }], paging: { next: null } }
    vimeo = createServer((_, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(page))
    })
    await new Promise<void>((resolve) => vimeo.listen(0, '127.0.0.1', resolve))
    server = await startTestServer({ projectDirectory: PROJECT, functions: deployed.modules })
    dana = await signUp(database(), 'dana@example.com', { metadata: registration({ phone_number: PHONE }) })
    editor = await signUpStaff(database(), 'editor@academy.example', 'admin')
    owners = await signUpStaff(database(), 'owner@academy.example', 'super_admin')
  })
  afterEach(() => deployed.stop())
  afterAll(async () => {
    await server?.close()
    vimeo?.close()
    await smtp?.close()
  })

  test('every function has a main call', () => {
    expect(Object.keys(CALLS)).toEqual(NAMES)
  })

  test.each(NAMES)('the types of %s are right', async (name) => {
    expect(await checkTypes(name)).toBe('')
  })

  test.each(NAMES)('%s starts and answers its main call', (name) => CALLS[name]?.())

  test.each(NAMES)('%s refuses who shows nothing', async (name) => {
    const answer = await fetch(`${server.url}/functions/v1/${name}`, { method: 'POST', body: '{}' })
    expect([401, 403]).toContain(answer.status)
  })
})
