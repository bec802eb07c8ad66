import type { Database } from '../../../embedded-supabase/src/database/index.ts'

const STUDENTS = 5_000

/**
 * Fills the tables that grow with what students do, past triggers, and tells the planner of it. The nth student is
 * `crowd<n>@example.com`.
 */
export async function gatherCrowd(database: Database): Promise<void> {
  await database.asOwner(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(
      `create temporary table crowd on commit drop as select gen_random_uuid() as id, i from generate_series(1, ${STUDENTS}) i`,
    )
    await tx.query(`insert into auth.users (id, email) select id, 'crowd' || i || '@example.com' from crowd`)
    await tx.query(
      `insert into users (id, email, phone_number) select id, 'crowd' || i || '@example.com', '+4470' || (10000000 + i) from crowd`,
    )
    await tx.query(
      `insert into courses (title_he, is_published, order_index) select 'קורס', true, i from generate_series(1, 300) i`,
    )
    await tx.query(
      `insert into lessons (course_id, title_he, is_published) select id, 'שיעור', true from courses, generate_series(1, 10)`,
    )
    await tx.query(
      `insert into lesson_contents (lesson_id, attachments)
       select id, jsonb_build_array(jsonb_build_object('title', 'דף', 'path', 'f/' || id || '.pdf', 'bytes', 9)) from lessons on conflict do nothing`,
    )
    await tx.query(
      `insert into storage.objects (bucket_id, name) select 'lesson-files', 'f/' || id || '.pdf' from lessons`,
    )
    await tx.query(
      `insert into user_progress (user_id, lesson_id, course_id) select crowd.id, l.id, l.course_id from crowd, lateral (select * from lessons order by id limit 20) l`,
    )
    await tx.query(
      `insert into bookmarks (user_id, course_id) select crowd.id, c.id from crowd, lateral (select id from courses order by id limit 5) c`,
    )
    await tx.query(
      `insert into lesson_notes (user_id, lesson_id, course_id, position_seconds, body) select crowd.id, l.id, l.course_id, 5, 'לזכור' from crowd, lateral (select * from lessons order by id limit 5) l`,
    )
    await tx.query(
      `insert into consent_events (user_id, purpose, granted) select id, p, true from crowd, unnest('{terms,privacy,marketing}'::text[]) p`,
    )
    await tx.query(
      `insert into private.listed_students select line.* from users, private.listed_student(users) as line on conflict do nothing`,
    )
    await tx.query(
      `insert into articles (kind, slug, title_he, is_published, published_at) select 'news', 'n' || i, 'כתבה', true, now() - i * interval '1 hour' from generate_series(1, 3000) i`,
    )
    await tx.query(
      `insert into email_outbox (kind, recipient, subject, html, text_body, status) select 'x', 'crowd' || i || '@example.com', 's', '', '', 'sent' from generate_series(1, 5000) i`,
    )
    await tx.query(
      `insert into private.known_devices (user_id, browser, system) select id, 'Chrome', 'Windows' from crowd`,
    )
    await tx.query(
      `insert into private.security_notices (user_id, kind, recipient, token_hash, due_at, mail_id)
       select crowd.id, 'new_device', mails.recipient, encode(sha256(convert_to(crowd.i::text, 'UTF8')), 'hex'), now(), mails.id
       from crowd join email_outbox as mails on mails.recipient = 'crowd' || crowd.i || '@example.com'`,
    )
    await tx.query(
      `insert into record_views (viewer_first_name, viewer_role, student_id, what) select 'נועה', 'admin', id, 'record' from crowd`,
    )
    await tx.query(
      `insert into support_tickets (user_id, name, email, subject) select id, 'דנה', 'crowd' || i || '@example.com', 'שאלה' from crowd`,
    )
    await tx.query(`insert into support_messages (ticket_id, body) select id, 'איך ממשיכים מכאן?' from support_tickets`)
    await tx.query(
      `insert into audit_log (action, entity, entity_id, after)
       select 'update', 'users', id::text, '{}'::jsonb from crowd union all select 'update', 'other', i::text, jsonb_build_object('user_id', id) from crowd`,
    )
    await tx.query(
      `insert into page_views (path_pattern, occurred_at) select '/', now() - i * interval '1 minute' from generate_series(1, 20000) i`,
    )
  })
  await database.asOwner((tx) => tx.query('analyze'))
}
