import { change, MANAGERS, ownKey, type Rule, remove, rule, SERVICE, STRANGER, serverOnly } from './rule.ts'

const OWNERS = ['student', 'otherStudent', 'unverified', ...SERVICE] as const

/** Tickets: their owner reads them; everyone opens and the staff answer them by functions only. */
export const SUPPORT: Rule[] = [
  ...(
    [
      ['support_tickets', 'ticket', 'id, subject, status, last_message_at, satisfaction'],
      ['support_messages', 'message', 'id, body, from_staff, channel'],
    ] as const
  ).flatMap(([table, key, columns]) => [
    rule({
      spec: ['6-15'],
      table,
      operation: 'select',
      row: 'that of a student',
      statement: (cast) => ({
        sql: `select ${columns} from ${table} where id = $1`,
        values: [cast.id[`${key}:student`]],
      }),
      yes: ['student', ...SERVICE],
      otherwise: 'none',
      except: STRANGER,
    }),
    rule({
      spec: ['6-15'],
      table,
      operation: 'select',
      row: 'their own one',
      statement: (cast, actor) => ({
        sql: `select ${columns} from ${table} where id = $1`,
        values: [cast.id[ownKey(key, actor)]],
      }),
      yes: OWNERS,
      otherwise: 'none',
      except: STRANGER,
    }),
    rule({
      spec: ['6-15'],
      table,
      operation: 'delete',
      row: 'that of a student',
      statement: remove(table, `${key}:student`),
      yes: SERVICE,
      otherwise: 'denied',
    }),
  ]),
  ...(
    [
      ...['assignee_id', 'tags', 'priority', 'is_spam', 'snoozed_until', 'first_answer_due_at'].map(
        (column) => ['support_tickets', 'ticket', column] as const,
      ),
      ['support_messages', 'message', 'author_id'],
      ['support_messages', 'message', 'mail_message_id'],
    ] as const
  ).map(([table, key, column]) =>
    rule({
      spec: ['6-15'],
      table,
      operation: 'select',
      row: `the ${column} of their own one`,
      statement: (cast) => ({
        sql: `select ${column} from ${table} where id = $1`,
        values: [cast.id[`${key}:student`]],
      }),
      yes: SERVICE,
      otherwise: 'denied',
    }),
  ),
  rule({
    spec: ['6-15'],
    table: 'support_tickets',
    operation: 'insert',
    row: 'a ticket without the function',
    statement: () => ({
      sql: `insert into support_tickets (name, email, subject) values ('דנה', 'a@example.com', 'שאלה')`,
    }),
    yes: SERVICE,
    otherwise: 'denied',
  }),
  ...['status', 'user_id', 'assignee_id'].map((column) =>
    rule({
      spec: ['6-15'],
      table: 'support_tickets',
      operation: 'update',
      row: `the ${column}`,
      statement: change(
        'support_tickets',
        'ticket:student',
        `${column} = ${column === 'status' ? `'closed'` : 'null'}`,
      ),
      yes: SERVICE,
      otherwise: 'denied',
    }),
  ),
  ...[true, false].map((fromStaff) =>
    rule({
      spec: ['6-15'],
      table: 'support_messages',
      operation: 'insert',
      row: fromStaff ? 'an answer' : 'a message in the name of the other side',
      statement: (cast) => ({
        sql: `insert into support_messages (ticket_id, body, from_staff) values ($1, 'כך ממשיכים מכאן.', ${fromStaff})`,
        values: [cast.id['ticket:student']],
      }),
      yes: SERVICE,
      otherwise: 'denied',
    }),
  ),
  rule({
    spec: ['6-15'],
    table: 'support_messages',
    operation: 'update',
    row: 'a message',
    statement: change('support_messages', 'message:student', `body = 'משהו אחר לגמרי'`),
    yes: SERVICE,
    otherwise: 'denied',
  }),
  rule({
    spec: ['2.9-01'],
    table: 'access_requests',
    operation: 'select',
    row: 'a request, masked',
    statement: (cast) => ({
      sql: 'select former_email_masked, phone_masked, contact_email_masked, message from access_requests where id = $1',
      values: [cast.id.accessRequest],
    }),
    yes: MANAGERS,
    otherwise: 'none',
    except: STRANGER,
  }),
  rule({
    spec: ['2.9-01'],
    table: 'access_requests',
    operation: 'select',
    row: 'a request that was decided',
    statement: (cast) => ({
      sql: 'select message from access_requests where id = $1',
      values: [cast.id.decidedRequest],
    }),
    yes: SERVICE,
    otherwise: 'none',
    except: STRANGER,
  }),
  ...(['former_email', 'phone_number', 'contact_email'] as const).map((column) =>
    rule({
      spec: ['2.9-01'],
      table: 'access_requests',
      operation: 'select',
      row: `the whole ${column} of a request`,
      statement: (cast) => ({
        sql: `select ${column} from access_requests where id = $1`,
        values: [cast.id.accessRequest],
      }),
      yes: SERVICE,
      otherwise: 'denied',
    }),
  ),
  ...(['lesson', 'draftLesson'] as const).map((lesson) =>
    rule({
      spec: ['6-05', '6-15'],
      table: 'lesson_answers',
      operation: 'select',
      row: `a published answer of a ${lesson === 'lesson' ? 'lesson' : 'draft'}`,
      statement: (cast) => ({
        sql: 'select id, position_seconds, question, body from lesson_answers where id = $1',
        values: [cast.id[`answer:${lesson}`]],
      }),
      yes: lesson === 'lesson' ? ['student', 'otherStudent', ...MANAGERS] : MANAGERS,
      otherwise: 'none',
      except: STRANGER,
    }),
  ),
  ...serverOnly({
    spec: ['6-15'],
    table: 'lesson_answers',
    key: 'answer:lesson',
    insert: `insert into lesson_answers (lesson_id, position_seconds, body) select lesson_id, 9, 'כי כך' from lesson_contents limit 1`,
    set: `body = 'אחר'`,
  }),
  // Even the server writes requests by functions alone: the columns that are derived want rights that it lacks.
  rule({
    spec: ['2.9-01'],
    table: 'access_requests',
    operation: 'insert',
    row: 'a request without the function',
    statement: () => ({
      sql: `insert into access_requests (first_name, last_name, former_email, phone_number, contact_email, message)
        values ('דנה', 'לוי', 'old@example.com', '+972501234567', 'new@example.com', 'איבדתי את התיבה')`,
    }),
    yes: [],
    otherwise: 'denied',
  }),
  rule({
    spec: ['2.9-01'],
    table: 'access_requests',
    operation: 'update',
    row: 'the decision',
    statement: change('access_requests', 'accessRequest', `status = 'granted'`),
    yes: [],
    otherwise: 'denied',
  }),
  rule({
    spec: ['2.9-01'],
    table: 'access_requests',
    operation: 'delete',
    row: 'a request',
    statement: remove('access_requests', 'accessRequest'),
    yes: SERVICE,
    otherwise: 'denied',
  }),
]
