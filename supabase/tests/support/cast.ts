import type { Caller, Database } from '../../../embedded-supabase/src/database/index.ts'
import { owner } from './outcome.ts'
import { ANONYMOUS, type Person, SERVICE, signUp, signUpStaff } from './people.ts'
import { QUIZ_ROWS, quizStatement } from './quiz-rows.ts'

export const STUDENTS = ['student', 'otherStudent', 'unverified', 'deactivated'] as const
export const STAFF = ['super_admin', 'admin', 'analyst', 'marketing', 'unknown'] as const
/** Each a super_admin who is let in no more, or not yet. */
export const FORMER_STAFF = ['deactivatedStaff', 'expiredStaff', 'unverifiedStaff', 'superAdminWithoutApp'] as const
export const ACTORS = ['anonymous', ...STUDENTS, ...STAFF, ...FORMER_STAFF, 'service_role'] as const
export type Actor = (typeof ACTORS)[number]
type Signed = (typeof STUDENTS)[number] | (typeof STAFF)[number] | (typeof FORMER_STAFF)[number]

/** Everyone who may meet the database, and one row of every kind to meet. */
export type Cast = {
  caller(actor: Actor): Caller
  person(actor: Signed): Person
  /** Rows by name, such as `course` or `draftLesson`. */
  id: Record<string, string>
  /** Row of `admin_users` by staff member. */
  adminId: Record<string, string>
}

/** Makes the people and the rows. */
export async function assemble(database: Database): Promise<Cast> {
  const people = new Map<string, Person>()
  for (const name of STUDENTS) {
    people.set(name, await signUp(database, `${name.toLowerCase()}@example.com`, { verified: name !== 'unverified' }))
  }
  const adminId: Record<string, string> = {}
  for (const name of [...STAFF, ...FORMER_STAFF]) {
    const role = (STAFF as readonly string[]).includes(name) ? name : 'super_admin'
    const sessionAge = name === 'expiredStaff' ? 25 : 0
    const email = `${name.toLowerCase().replace('_', '-')}@academy.example`
    const app = role === 'super_admin' && name !== 'superAdminWithoutApp'
    const member = await signUpStaff(database, email, role, { sessionAge, app })
    people.set(name, member)
    adminId[name] = member.adminId
  }
  const person = (actor: Signed): Person => {
    const found = people.get(actor)
    if (!found) throw new Error(`Nobody is called ${actor}`)
    return found
  }
  const id = await makeRows(
    database,
    STUDENTS.map((name) => [name, person(name).id]),
  )
  id.accessRequest = await one(
    database,
    `insert into access_requests (first_name, last_name, former_email, phone_number, contact_email, message)
     values ('דנה', 'לוי', 'lost@example.com', '+972541112200', 'found@example.com', 'התיבה של העבודה נסגרה') returning id`,
  )
  id.mailingInvitation = await one(
    database,
    `insert into invitation_history (email, role_id, invitation_token)
     select 'new@academy.example', id, 'hash' from roles where name = 'admin' returning id`,
  )
  id.decidedRequest = await one(
    database,
    `insert into access_requests (first_name, last_name, former_email, phone_number, contact_email, message, status)
     values ('דנה', 'לוי', 'gone@example.com', '+972541112201', 'other@example.com', 'התיבה של העבודה נסגרה', 'refused')
     returning id`,
  )
  id.answeredInvitation = await one(
    database,
    `insert into invitation_history (email, role_id, invitation_token, status)
     select 'past@academy.example', id, 'other hash', 'accepted' from roles where name = 'admin' returning id`,
  )
  id['view:admin'] = await one(
    database,
    `insert into saved_views (owner_id, page, name, query) values ($1, 'students', 'מושבתים', 'state=closed') returning id`,
    [adminId.admin],
  )
  await owner(database, 'update users set is_active = false where id = $1', [person('deactivated').id])
  await owner(database, 'update admin_users set is_active = false where id = $1', [adminId.deactivatedStaff])
  await owner(database, 'update admin_users set email_verified = false where id = $1', [adminId.unverifiedStaff])
  return {
    caller: (actor) =>
      actor === 'anonymous' ? ANONYMOUS : actor === 'service_role' ? SERVICE : person(actor as Signed).caller,
    person,
    id,
    adminId,
  }
}

async function one(database: Database, sql: string, values: unknown[] = []): Promise<string> {
  const rows = await owner<{ id: string }>(database, sql, values)
  return String(rows[0]?.id)
}

async function makeRows(database: Database, students: [string, string][]): Promise<Record<string, string>> {
  const id: Record<string, string> = {}
  const add = async (name: string, sql: string, values: unknown[] = []) => {
    id[name] = await one(database, `${sql} returning id`, values)
  }
  await add('spareRole', `insert into roles (name, level) values ('spare', 500)`)
  await add('category', `insert into categories (name_he, slug) values ('יסודות', 'finance-basics')`)
  await add('hiddenCategory', `insert into categories (name_he, slug, is_active) values ('ישן', 'old', false)`)
  await add('author', `insert into authors (name_he, slug) values ('נועה', 'noa')`)
  const course = `insert into courses (title_he, category_id, author_id, is_published) values ('קורס', $1, $2, $3)`
  await add('course', course, [id.category, id.author, true])
  await add('otherCourse', course, [id.category, id.author, true])
  await add('draftCourse', course, [id.category, id.author, false])
  const lesson = `insert into lessons (course_id, title_he, duration_seconds, is_published) values ($1, 'שיעור', 100, $2)`
  await add('lesson', lesson, [id.course, true])
  await add('freeLesson', lesson, [id.course, true])
  await add('draftLesson', lesson, [id.course, false])
  await add('lessonOfDraft', lesson, [id.draftCourse, true])
  for (const name of ['lesson', 'draftLesson', 'lessonOfDraft']) {
    await owner(database, 'insert into lesson_contents (lesson_id, video_ref, attachments) values ($1, $2, $3)', [
      id[name],
      `${name}.mp4`,
      JSON.stringify([{ title: 'דף עבודה', path: `${name}.pdf`, bytes: 100 }]),
    ])
  }
  for (const name of ['lesson', 'draftLesson']) {
    const answer = `insert into lesson_answers (lesson_id, position_seconds, body) values ($1, 5, 'כי כך')`
    await add(`answer:${name}`, answer, [id[name]])
  }
  for (const [name, course, lesson, published] of QUIZ_ROWS) {
    id[name] = await one(database, quizStatement, [id[course], lesson && id[lesson], published])
  }
  const article = `insert into articles (kind, slug, title_he, is_published, published_at) values ($1, $2, 'כתבה', $3, $4)`
  await add('article', article, ['news', 'news-1', true, '2026-01-01'])
  await add('draftNews', article, ['news', 'news-2', false, null])
  await add('futureNews', article, ['news', 'news-3', true, '2999-01-01'])
  await add('draftEssay', article, ['essay', 'essay-1', false, null])
  const fact = `insert into finance_facts (slug, name_he, value, is_published) values ($1, 'נתון', 18, $2)`
  await add('fact', fact, ['vat', true])
  await add('draftFact', fact, ['fee', false])
  const correction = `insert into finance_fact_corrections (fact_id, said_before, says) values ($1, '17%', '18%')`
  await add('correction', correction, [id.fact])
  await add('draftCorrection', correction, [id.draftFact])
  await add('document', `insert into legal_documents (slug, title_he) values ('terms', 'תנאים')`)
  const version = `insert into legal_document_versions (document_id, version, body, is_published) values ($1, $2, '{"type":"doc"}', $3)`
  await add('version', version, [id.document, 1, true])
  await add('draftVersion', version, [id.document, 2, false])
  for (const [name, userId] of students) {
    await add(
      `progress:${name}`,
      'insert into user_progress (user_id, lesson_id, course_id, progress_seconds) values ($1, $2, $3, 10)',
      [userId, id.lesson, id.course],
    )
    await add(`bookmark:${name}`, 'insert into bookmarks (user_id, course_id) values ($1, $2)', [userId, id.course])
    await add(
      `completion:${name}`,
      'insert into course_completions (user_id, course_id, lesson_count) values ($1, $2, 1)',
      [userId, id.course],
    )
    await owner(
      database,
      'insert into progress_flags (user_id, lesson_id, reported_seconds, counted_seconds) values ($1, $2, 900, 110)',
      [userId, id.lesson],
    )
    await add(
      `consent:${name}`,
      `insert into consent_events (user_id, purpose, granted) values ($1, 'cookies_analytics', true)`,
      [userId],
    )
    await add(
      `ticket:${name}`,
      `insert into support_tickets (user_id, name, email, subject) values ($1, 'דנה', 'dana@example.com', 'שאלה')`,
      [userId],
    )
    await add(
      `message:${name}`,
      `insert into support_messages (ticket_id, body, from_staff) values ($1, 'איך ממשיכים מכאן?', false)`,
      [id[`ticket:${name}`]],
    )
    await add(
      `note:${name}`,
      `insert into lesson_notes (user_id, lesson_id, course_id, position_seconds, body) values ($1, $2, $3, 10, 'לבדוק')`,
      [userId, id.lesson, id.course],
    )
    await add(
      `view:${name}`,
      `insert into record_views (viewer_first_name, viewer_role, student_id, what) values ('נועה', 'admin', $1, 'record')`,
      [userId],
    )
  }
  await add('pageView', `insert into page_views (path_pattern) values ('/courses')`)
  await owner(
    database,
    `insert into page_view_days (day, path_pattern, views, visitors) values ('2026-01-01', '/courses', 3, 2)`,
  )
  id.pageViewDay = '/courses'
  await add(
    'mail',
    `insert into email_outbox (kind, recipient, subject, html, text_body) values ('x', 'a@example.com', 's', 'h', 't')`,
  )
  await owner(database, `insert into email_suppressions (address, reason) values ('held@example.com', 'bounced')`)
  await add('audit', `insert into audit_log (action, entity) values ('test', 'test')`)
  await owner(database, `insert into app_settings (key, value) values ('link_tiktok', '""')`)
  const file = `insert into storage.objects (bucket_id, name) values ($1, $2)`
  await add('cover', file, ['images', 'courses/a.webp'])
  await add('newsPicture', file, ['images', 'news/a.webp'])
  await add('loosePicture', file, ['images', 'a.webp'])
  await add('video', file, ['lesson-videos', 'lesson.mp4'])
  await add('draftVideo', file, ['lesson-videos', 'draftLesson.mp4'])
  await add('file', file, ['lesson-files', 'lesson.pdf'])
  await add('draftFile', file, ['lesson-files', 'draftLesson.pdf'])
  await add('fileOfDraft', file, ['lesson-files', 'lessonOfDraft.pdf'])
  await add('looseFile', file, ['lesson-files', 'nobody-names-this.pdf'])
  return id
}
