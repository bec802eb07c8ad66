import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../embedded-supabase/test/support/start.ts'
import { type Actor, assemble, type Cast } from './support/cast.ts'

/** Words that stand only in rows which the reader must not see. */
const SECRET = 'סוד-שלא-דולף'
/** Stands in the content of a published lesson: for verified students only. */
const CONTENT = 'תוכן-לרשומים'

let server: TestServer
let cast: Cast
const tokens = new Map<Actor, string>()
beforeAll(async () => {
  server = await startTestServer({ projectDirectory: fileURLToPath(new URL('..', import.meta.url)) })
  cast = await assemble(server.supabase.database)
  await server.supabase.database.asOwner(async (tx) => {
    await tx.query('update courses set title_he = $2 where id = $1', [cast.id.draftCourse, SECRET])
    await tx.query('update lessons set title_he = $1 where not is_published or course_id = $2', [
      SECRET,
      cast.id.draftCourse,
    ])
    await tx.query(`update articles set title_he = $1 where not is_published or published_at > now()`, [SECRET])
    await tx.query('update lesson_contents set summary_he = case lesson_id when $3 then $2 else $1 end', [
      SECRET,
      CONTENT,
      cast.id.lesson,
    ])
    await tx.query('update categories set name_he = $1 where not is_active', [SECRET])
    await tx.query(
      `update legal_document_versions set body = jsonb_build_object('type', 'doc', 'content', jsonb_build_array(
         jsonb_build_object('type', 'text', 'text', $1::text))) where not is_published`,
      [SECRET],
    )
    await tx.query('update users set first_name = $2 where id = $1', [cast.person('student').id, SECRET])
    await tx.query(`update email_outbox set subject = $1`, [SECRET])
    await tx.query(`insert into email_suppressions (address, reason) values ($1, 'bounced')`, [`${SECRET}@example.com`])
    await tx.query('update record_views set viewer_first_name = $2 where student_id = $1', [
      cast.person('student').id,
      SECRET,
    ])
    await tx.query('update support_tickets set subject = $2 where user_id = $1', [cast.person('student').id, SECRET])
    await tx.query('update support_messages set body = $2 where ticket_id = $1', [
      cast.id['ticket:student'],
      `${SECRET} בגוף הפנייה`,
    ])
    await tx.query('update lesson_notes set body = $2 where user_id = $1', [cast.person('student').id, SECRET])
    await tx.query('insert into bookmarks (user_id, course_id) values ($1, $2)', [
      cast.person('otherStudent').id,
      cast.id.draftCourse,
    ])
  })
  const admin = server.client(server.supabase.serviceRoleKey)
  for (const actor of ['otherStudent', 'unverified', 'analyst', 'unknown'] as const) {
    const link = await admin.auth.admin.generateLink({ type: 'magiclink', email: cast.person(actor).email })
    const answer = await server
      .client()
      .auth.verifyOtp({ token_hash: link.data.properties?.hashed_token ?? '', type: 'email' })
    // Opening a link verifies the address, which the unverified student must not have.
    if (actor === 'unverified') {
      await server.supabase.database.asOwner((tx) =>
        tx.query('update users set email_verified = false where id = $1', [cast.person(actor).id]),
      )
    }
    tokens.set(actor, answer.data.session?.access_token ?? '')
  }
})
afterAll(() => server?.close())

const QUERIES = [
  'courses?select=*,lessons(*)',
  'courses?select=*,lessons(*,lesson_contents(*))',
  'courses?select=lessons(lesson_contents(summary_he))',
  'categories?select=*,courses(*,lessons(*))',
  'authors?select=*,courses(*),articles(*)',
  'lessons?select=*,courses(*)',
  'lessons?select=*&is_published=eq.false',
  'lessons?select=*&or=(is_published.is.false,is_published.is.true)',
  'lessons?select=*,courses!inner(*)&courses.is_published=eq.false',
  'lesson_contents?select=*,lessons(*,courses(*))&order=video_ref',
  'articles?select=*&order=title_he.desc',
  'legal_documents?select=*,legal_document_versions(*)',
  'bookmarks?select=*,course:courses(*,category:categories(*),lessons(*))',
  'user_progress?select=*,lesson:lessons(*),course:courses(*),users(*)',
  'course_completions?select=*,users(*)',
  'progress_flags?select=*,users(*),lessons(*)',
  'user_progress?select=*,users(*,progress_flags(*))',
  'rpc/my_courses',
  'users?select=*',
  'users?select=first_name,bookmarks(*),user_progress(*)',
  'consent_events?select=*,users(*)',
  'email_outbox?select=*',
  'email_suppressions?select=*',
  'record_views?select=*,users(*),admin_users(*)',
  'support_tickets?select=*,support_messages(*)',
  'support_messages?select=*,support_tickets(*,users(*))',
  'lesson_notes?select=*,lesson:lessons(*),users(*)',
  'lessons?select=*,lesson_notes(*)',
  'courses?select=*,lesson_notes(body)',
  'roles?select=*,admin_users(*),invitation_history(*)',
]

/** Whether an answer holds what its reader may not meet. */
async function leaks(actor: Actor, query: string, headers: Record<string, string> = {}): Promise<boolean> {
  const authorization = `Bearer ${tokens.get(actor) ?? server.supabase.anonKey}`
  const response = await fetch(`${server.url}/rest/v1/${query}`, {
    headers: { apikey: server.supabase.anonKey, authorization, ...headers },
  })
  const text = await response.text()
  return text.includes(SECRET) || (actor !== 'otherStudent' && text.includes(CONTENT))
}

test.each(QUERIES)('[6-02] [6-03] [6-04] nothing hidden comes by way of %s', async (query) => {
  const found: string[] = []
  for (const actor of ['anonymous', 'otherStudent', 'unverified', 'analyst', 'unknown'] as const) {
    if (await leaks(actor, query)) found.push(actor)
    if (await leaks(actor, query, { accept: 'text/csv' })) found.push(`${actor} as CSV`)
  }
  expect(found).toEqual([])
})

test.each([
  ['courses?select=id', 2],
  ['lessons?select=id', 2],
  ['articles?select=id', 1],
  ['categories?select=id', 1],
  ['legal_document_versions?select=id', 1],
])('[6-04] the count of %s is that of what is shown', async (query, count) => {
  const response = await fetch(`${server.url}/rest/v1/${query}`, {
    method: 'HEAD',
    headers: { apikey: server.supabase.anonKey, prefer: 'count=exact' },
  })
  expect(response.headers.get('content-range')?.split('/')[1]).toBe(String(count))
})

test('the check can fail: staff who may see drafts meet the word', async () => {
  const response = await fetch(`${server.url}/rest/v1/courses?select=*,lessons(*)`, {
    headers: { apikey: server.supabase.serviceRoleKey, authorization: `Bearer ${server.supabase.serviceRoleKey}` },
  })
  expect(await response.text()).toContain(SECRET)
})
