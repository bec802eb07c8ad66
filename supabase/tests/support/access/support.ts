import { change, MANAGERS, ownKey, type Rule, read, remove, rule, SERVICE, STRANGER } from './rule.ts'

const OWNERS = ['student', 'otherStudent', 'unverified', ...MANAGERS] as const

/** Tickets: their owner reads them, staff with support.access answers them, everyone opens them by the function only. */
export const SUPPORT: Rule[] = [
  ...(
    [
      ['support_tickets', 'ticket'],
      ['support_messages', 'message'],
    ] as const
  ).flatMap(([table, key]) => [
    rule({
      spec: ['6-15'],
      table,
      operation: 'select',
      row: 'that of a student',
      statement: read(table, `${key}:student`),
      yes: ['student', ...MANAGERS],
      otherwise: 'none',
      except: STRANGER,
    }),
    rule({
      spec: ['6-15'],
      table,
      operation: 'select',
      row: 'their own one',
      statement: (cast, actor) => read(table, ownKey(key, actor))(cast),
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
  rule({
    spec: ['6-15'],
    table: 'support_tickets',
    operation: 'update',
    row: 'the status',
    statement: change('support_tickets', 'ticket:student', `status = 'closed'`),
    yes: MANAGERS,
    otherwise: 'none',
    except: STRANGER,
  }),
  rule({
    spec: ['6-15'],
    table: 'support_tickets',
    operation: 'update',
    row: 'the owner',
    statement: change('support_tickets', 'ticket:student', 'user_id = null'),
    yes: SERVICE,
    otherwise: 'denied',
  }),
  rule({
    spec: ['6-15'],
    table: 'support_messages',
    operation: 'insert',
    row: 'an answer',
    statement: (cast) => ({
      sql: `insert into support_messages (ticket_id, body) values ($1, 'כך ממשיכים מכאן.')`,
      values: [cast.id['ticket:student']],
    }),
    yes: MANAGERS,
    otherwise: 'denied',
  }),
  rule({
    spec: ['6-15'],
    table: 'support_messages',
    operation: 'insert',
    row: 'a message in the name of the other side',
    statement: (cast) => ({
      sql: `insert into support_messages (ticket_id, body, from_staff) values ($1, 'איך ממשיכים מכאן?', false)`,
      values: [cast.id['ticket:student']],
    }),
    yes: SERVICE,
    otherwise: 'denied',
  }),
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
