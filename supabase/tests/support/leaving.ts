import type { Database } from '../../../embedded-supabase/src/database/index.ts'
import type { Cast } from './cast.ts'
import { callAs, owner } from './outcome.ts'
import type { Person } from './people.ts'

/** Rows that still point at somebody, by table and column. */
export async function tracesOf(database: Database, person: Person): Promise<string[]> {
  const columns = await owner<{ place: string; col: string }>(
    database,
    `select attrelid::regclass::text as place, quote_ident(attname) as col from pg_attribute
     join pg_class on pg_class.oid = attrelid
     where relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace) and relkind in ('r', 'p')
       and attnum > 0 and not attisdropped and atttypid = 'uuid'::regtype and attname <> 'actor'`,
  )
  const traces = columns.map(
    ({ place, col }) => `select '${place}.${col}' as found where exists (select from ${place} where ${col} = $1)`,
  )
  return found(database, traces, person.id)
}

/** What statements of one column `found` come to, asked as one. */
const found = async (database: Database, statements: string[], value: string): Promise<string[]> =>
  (await owner<{ found: string }>(database, statements.join(' union all '), [value])).map(({ found }) => found)

/** Tables of ours whose rows hold a text anywhere. */
export async function tablesWith(database: Database, text: string): Promise<string[]> {
  const tables = await owner<{ place: string }>(
    database,
    `select pg_class.oid::regclass::text as place from pg_class
     where relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace, 'mail'::regnamespace)
       and relkind in ('r', 'p')`,
  )
  const holding = tables.map(
    ({ place }) => `select '${place}' as found where exists (select from ${place} as t where strpos(t::text, $1) > 0)`,
  )
  return found(database, holding, text)
}

/** Lets an account leave rows everywhere: a course, views, two tickets with its name, one merged into them, and switches by staff. */
export async function liveAnAccount(
  database: Database,
  cast: Cast,
  person: Person,
  lastName: string,
): Promise<{ answered: string; open: string }> {
  const values = [person.id, cast.id.course, cast.id.lesson]
  await owner(database, 'insert into bookmarks (user_id, course_id) values ($1, $2)', values.slice(0, 2))
  await owner(database, 'insert into user_progress (user_id, course_id, lesson_id) values ($1, $2, $3)', values)
  await owner(
    database,
    `insert into record_views (viewer_first_name, viewer_role, student_id, what) values ('נועה', 'admin', $1, 'record')`,
    [person.id],
  )
  const [phone] = await owner<{ phone: string }>(database, 'select phone_number as phone from users where id = $1', [
    person.id,
  ])
  const askAbout = async (subject: string) => {
    const [row] = await owner<{ id: string }>(
      database,
      `insert into support_tickets (user_id, name, email, subject) values ($1, $3, $2, $4) returning id`,
      [person.id, person.email, `דנה ${lastName}`, subject],
    )
    return row?.id ?? ''
  }
  const ticket = async (answer: boolean) => {
    const id = await askAbout('שאלה')
    await owner(database, `insert into support_messages (ticket_id, body, from_staff) values ($1, $2, false)`, [
      id,
      `אני דנה ${lastName}, ${person.email}, טלפון ${phone?.phone} או ${phone?.phone.replace('+972', '0')}`,
    ])
    if (answer) {
      await owner(database, `insert into support_messages (ticket_id, body) values ($1, 'כך ממשיכים מכאן.')`, [id])
      const about = await askAbout(`שאלה של דנה ${lastName}, ${person.email}`)
      await callAs(database, cast.caller('admin'), 'merge_tickets', [about, id])
      const closed = JSON.stringify([{ id, status: 'closed' }])
      await callAs(database, cast.caller('admin'), 'change_tickets', [closed])
    }
    return id
  }
  const made = { answered: await ticket(true), open: await ticket(false) }
  await callAs(database, cast.caller('admin'), 'set_student_active', [person.id, false, `בירור עם ${person.email}`])
  await callAs(database, cast.caller('admin'), 'set_student_active', [person.id, true, 'בירור'])
  return made
}

/** Lets an account leave mails of the sign-in and of a former address, and questions without signing in; gives the answered one. */
export async function leaveMails(database: Database, person: Person, former: string): Promise<string> {
  const answered = await owner<{ id: string }>(
    database,
    `insert into support_tickets (name, email, subject) values ('דנה', $1, 'בלי כניסה') returning id`,
    [person.email],
  )
  await owner(database, `insert into support_messages (ticket_id, body) values ($1, 'כך ממשיכים מכאן.')`, [
    answered[0]?.id,
  ])
  await owner(database, `insert into support_tickets (name, email, subject) values ('דנה', $1, 'בלי תשובה')`, [
    person.email,
  ])
  await owner(
    database,
    `insert into private.security_notices (user_id, kind, recipient, token_hash, undo, due_at)
     values ($1, 'email_changed', $2::text, encode(sha256($2::bytea), 'hex'), jsonb_build_object('former_email', $2::text), now())`,
    [person.id, former],
  )
  await owner(database, `insert into email_outbox (kind, recipient, subject) values ('x', $1, 'x')`, [former])
  await owner(database, 'insert into private.support_blocks (address) values ($1)', [former])
  await owner(
    database,
    `insert into mail.outbox (recipient, subject, html, text_body, kind) values ($1, 'x', '', '', 'magiclink')`,
    [person.email],
  )
  return answered[0]?.id ?? ''
}
