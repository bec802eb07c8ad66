import { change, hidden, ownKey, type Rule, read, remove, rule, SERVICE, STRANGER, self, serverOnly } from './rule.ts'

/** What is noted about a person by others: who looked at the record, and which addresses get no marketing mail. */
export const OWN_DATA: Rule[] = [
  rule(
    '6-14',
    'record_views',
    'select',
    'who looked at the record of a student',
    read('record_views', 'view:student'),
    ['student', 'super_admin', ...SERVICE],
    'none',
    STRANGER,
  ),
  rule(
    '6-14',
    'record_views',
    'select',
    'who looked at the own record',
    (cast, actor) => read('record_views', ownKey('view', actor))(cast),
    ['student', 'otherStudent', 'unverified', 'super_admin', ...SERVICE],
    'none',
    STRANGER,
  ),
  rule(
    '6-14',
    'record_views',
    'insert',
    'a line without looking',
    (cast, actor) => ({
      sql: `insert into record_views (viewer_first_name, viewer_role, student_id, what) values ('x', 'admin', $1, 'record')`,
      values: [self(cast, actor)],
    }),
    [],
    'denied',
  ),
  rule(
    '6-14',
    'record_views',
    'update',
    'a line',
    change('record_views', 'view:student', `viewer_first_name = 'x'`),
    [],
    'denied',
  ),
  rule('6-14', 'record_views', 'delete', 'a line', remove('record_views', 'view:student'), [], 'denied'),
  hidden(
    '6-18',
    'email_suppressions',
    'an address that is held back',
    'held@example.com',
    ['super_admin', 'admin', 'marketing', ...SERVICE],
    'address',
    STRANGER,
  ),
  ...serverOnly(
    '6-18',
    'email_suppressions',
    'held@example.com',
    `insert into email_suppressions (address, reason) values ('other@example.com', 'bounced')`,
    `reason = 'complained'`,
    'address',
  ),
]
