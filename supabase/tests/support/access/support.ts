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
    rule(
      '6-15',
      table,
      'select',
      'that of a student',
      read(table, `${key}:student`),
      ['student', ...MANAGERS],
      'none',
      STRANGER,
    ),
    rule(
      '6-15',
      table,
      'select',
      'the own one',
      (cast, actor) => read(table, ownKey(key, actor))(cast),
      OWNERS,
      'none',
      STRANGER,
    ),
    rule('6-15', table, 'delete', 'that of a student', remove(table, `${key}:student`), SERVICE, 'denied'),
  ]),
  rule(
    '6-15',
    'support_tickets',
    'insert',
    'a ticket without the function',
    () => ({ sql: `insert into support_tickets (name, email, subject) values ('דנה', 'a@example.com', 'שאלה')` }),
    SERVICE,
    'denied',
  ),
  rule(
    '6-15',
    'support_tickets',
    'update',
    'the status',
    change('support_tickets', 'ticket:student', `status = 'closed'`),
    MANAGERS,
    'none',
    STRANGER,
  ),
  rule(
    '6-15',
    'support_tickets',
    'update',
    'the owner',
    change('support_tickets', 'ticket:student', 'user_id = null'),
    SERVICE,
    'denied',
  ),
  rule(
    '6-15',
    'support_messages',
    'insert',
    'an answer',
    (cast) => ({
      sql: `insert into support_messages (ticket_id, body) values ($1, 'כך ממשיכים מכאן.')`,
      values: [cast.id['ticket:student']],
    }),
    MANAGERS,
    'denied',
  ),
  rule(
    '6-15',
    'support_messages',
    'insert',
    'a message in the name of the other side',
    (cast) => ({
      sql: `insert into support_messages (ticket_id, body, from_staff) values ($1, 'איך ממשיכים מכאן?', false)`,
      values: [cast.id['ticket:student']],
    }),
    SERVICE,
    'denied',
  ),
  rule(
    '6-15',
    'support_messages',
    'update',
    'a message',
    change('support_messages', 'message:student', `body = 'משהו אחר לגמרי'`),
    SERVICE,
    'denied',
  ),
]
