import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backUp, type Database } from 'embedded-supabase'
import { startBackend } from '../../server/src/backend.ts'
import { readConfig } from '../../server/src/config.ts'
import { createLog } from '../../server/src/log.ts'
import { createWriter } from '../../server/src/seed/writer.ts'
import { content } from '../seeds/content/index.ts'
import { type Person, signUp, signUpStaff } from '../tests/support/people.ts'

const COURSES = 2
const ARTICLES = 2
const SMALL_FILE = /\.(webp|png|pdf|csv)$/

/**
 * Makes an academy with a few rows of every kind and backs it up.
 * @param file where the backup goes
 * @returns how many rows each of its tables had, those without any left out
 */
export async function backUpSmallAcademy(file: string): Promise<Record<string, number>> {
  const folder = mkdtempSync(join(tmpdir(), 'small-academy-'))
  chmodSync(folder, 0o711)
  const config = readConfig({ DATA_DIR: join(folder, 'data'), SITE_URL: 'https://academy.test', LOG_LEVEL: 'error' })
  const backend = await startBackend(config, createLog(config))
  try {
    const { embedded } = backend
    if (!embedded) throw new Error('The small academy needs a server of its own')
    await putInContent(createWriter(backend, config))
    await putInPeople(embedded.database)
    await backUp(file, { dataDirectory: config.dataDirectory, log: () => undefined })
    return await countRows(embedded.database)
  } finally {
    await backend.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function putInContent(writer: ReturnType<typeof createWriter>): Promise<void> {
  const courses = content.courses.slice(0, COURSES)
  const articles = content.articles.slice(0, ARTICLES)
  const lessons = content.lessons.filter(({ course_id }) => courses.some(({ id }) => id === course_id))
  const contents = content.lessonContents.filter(({ lesson_id }) => lessons.some(({ id }) => id === lesson_id))
  const wanted = JSON.stringify([courses, articles, contents])
  const media = content.media.filter(({ path }) => SMALL_FILE.test(path) && wanted.includes(path))
  await writer.add('categories', content.categories, 'id')
  await writer.add('authors', content.authors, 'id')
  await writer.add('courses', courses, 'id')
  await writer.add('lessons', lessons, 'id')
  await writer.add('lesson_contents', contents, 'lesson_id')
  await writer.add('articles', articles, 'id')
  if ((await writer.count('legal_documents')) === 0) {
    await writer.add('legal_documents', content.legalDocuments, 'id')
    await writer.add('legal_document_versions', content.legalDocumentVersions, 'id')
  }
  for (const one of media.slice(0, 6)) await writer.upload(one)
}

async function putInPeople(database: Database): Promise<void> {
  const students = [
    await signUp(database, 'dana@example.com'),
    await signUp(database, 'noam@example.com', { app: true }),
    await signUp(database, 'yael@example.com', { verified: false }),
  ]
  for (const role of ['super_admin', 'admin', 'analyst', 'marketing']) {
    await signUpStaff(database, `${role}@academy.example`, role)
  }
  for (const student of students.slice(0, 2)) await study(database, student)
  await database.asOwner((tx) => tx.query(OF_NOBODY))
}

/** What a student leaves, through the policies that bind them. */
async function study(database: Database, { caller }: Person): Promise<void> {
  const { sub } = caller.claims
  for (const statement of OF_A_STUDENT) await database.queryAsCaller(caller, statement)
  await database.asOwner(async (tx) => {
    for (const statement of ABOUT_A_STUDENT) await tx.query(statement, [sub])
  })
}

const FIRST_LESSON = '(select id from public.lessons order by order_index, id limit 1)'
const FIRST_COURSE = '(select course_id from public.lessons order by order_index, id limit 1)'

const OF_A_STUDENT = [
  `insert into public.bookmarks (course_id) select ${FIRST_COURSE}`,
  `insert into public.lesson_notes (lesson_id, course_id, position_seconds, body)
   select ${FIRST_LESSON}, ${FIRST_COURSE}, 12, 'הערה עם "מירכאות", \\ ושורה'`,
]

const ABOUT_A_STUDENT = [
  `insert into public.user_progress (user_id, lesson_id, course_id, progress_seconds, watched_ranges, watched_seconds)
   select $1::uuid, id, course_id, 30, '{[0,30)}', 30 from public.lessons where course_id = ${FIRST_COURSE}`,
  `insert into public.course_completions (user_id, course_id, lesson_count, lesson_ids)
   select $1::uuid, ${FIRST_COURSE}, 1, array[${FIRST_LESSON}]`,
  `with opened as (insert into public.support_tickets (user_id, name, email, subject)
     select id, first_name, email, 'שאלה' from public.users where id = $1::uuid returning id)
   insert into public.support_messages (ticket_id, body) select id, 'מה שלומכם?' from opened`,
  `insert into public.email_outbox (kind, recipient, subject, html, text_body)
   select 'marketing', email, 'חדשות', '<p>שלום</p>', 'שלום' from public.users where id = $1::uuid`,
  `insert into private.progress_resets (user_id, lesson_id) select $1::uuid, ${FIRST_LESSON}`,
  `insert into auth.refresh_tokens (token, user_id, session_id)
   select 'of ' || $1, user_id, id from auth.sessions where user_id = $1::uuid`,
  `insert into public.record_views (viewer_first_name, viewer_role, student_id, what) values ('צוות', 'admin', $1::uuid, 'record')`,
]

const OF_NOBODY = `
insert into public.page_views (path_pattern) select pattern from private.route_patterns limit 3;
insert into public.page_view_days (day, path_pattern, views, visitors) values ('2026-11-01', '/', 3, 2);
insert into public.email_suppressions (address, reason) values ('away@example.com', 'bounced');
insert into mail.outbox (recipient, subject, html, text_body, kind) values ('dana@example.com', 'x', '<p>x</p>', 'x', 'magiclink');
insert into public.invitation_history (email, role_id, invitation_token)
  select 'new@academy.example', id, 'of-the-fixture' from public.roles where name = 'admin';
`

async function countRows(database: Database): Promise<Record<string, number>> {
  return database.asOwner(async (tx) => {
    const { rows } = await tx.query<{ name: string; count: number }>(
      `select schemaname || '.' || relname as name,
         (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I.%I', schemaname, relname), false, true, '')))[1]::text::int as count
       from pg_stat_user_tables order by 1`,
    )
    return Object.fromEntries(rows.filter(({ count }) => count > 0).map(({ name, count }) => [name, count]))
  })
}
