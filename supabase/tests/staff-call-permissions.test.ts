import { beforeAll, describe, expect, test } from 'vitest'
import { type StaffDemand, type StaffRole, staffDenial } from '../../web/app/staff/entry/staff.rules.ts'
import {
  CONTENT_CALLS,
  CONTENT_DEMANDS,
  type ContentCall,
  FRESH_CALLS,
  STAFF_CALLS,
  type StaffCall,
} from '../../web/app/staff/entry/staff-calls.rules.ts'
import { STAFF_PAGES, type StaffPageName } from '../../web/app/staff/shared/staff-pages.rules.ts'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { signUpStaff } from './support/people.ts'
import { as, database, hire, roles, withStaff } from './support/staff.ts'

withStaff()

/**
 * Beside the roles of the academy one for every permission, since the map of permissions may become any other: who passes
 * with one permission passes with more. And where a permission alone is not enough, one that has what it takes.
 */
beforeAll(async () => {
  const all = await owner<{ name: string }>(database, 'select name from permissions order by name')
  for (const { name } of all) await hire({ name: `only ${name}`, level: 5, permissions: [name] })
  await hire({ name: 'viewer', level: 2, permissions: ['students.view'] })
  await hire({ name: 'head of support', level: 5, permissions: ['support.access', 'settings.manage'] })
})
let known: StaffRole[] | undefined
const everyRole = async () => (known ??= await roles())

/** What each page asks of the database first; null where it asks for nothing but the member. */
const FIRST_CALL: Record<StaffPageName, [string, unknown[]] | null> = {
  desk: null,
  analytics: ['analytics_overview', ['2026-01-01', '2026-01-07']],
  students: ['list_students', ['{}']],
  support: ['list_tickets', ['{}']],
  roles: ['permission_map', []],
  users: ['list_team', []],
  courses: ['list_content', ['{"kind": "course"}']],
  quizzes: ['list_content', ['{"kind": "quiz"}']],
  categories: ['list_content', ['{"kind": "category"}']],
  authors: ['list_content', ['{"kind": "author"}']],
  essays: ['list_content', ['{"kind": "essay"}']],
  news: ['list_content', ['{"kind": "news"}']],
  facts: ['list_content', ['{"kind": "fact"}']],
  media: ['list_media_files', ['{}']],
  legal: ['list_legal_documents', []],
  settings: ['read_settings', []],
  audit: ['list_audit_lines', ['{}']],
  approvals: ['list_approvals', []],
  operations: ['operations_overview', []],
  mails: ['list_undelivered_mails', ['{}']],
  notifications: ['list_campaigns', ['{}']],
}

test('[6-12] [6-13] a page opens for whom the database gives what it shows, and for nobody else', async () => {
  for (const role of await everyRole()) {
    const screen: Record<string, boolean> = {}
    const data: Record<string, boolean> = {}
    for (const { name: page, demand } of STAFF_PAGES) {
      const call = FIRST_CALL[page]
      if (!call) continue
      screen[page] = staffDenial(role, demand) === null
      const answer = await callAs(database, as(role.name), call[0], call[1]).catch(errorCode)
      data[page] = answer !== 'FORBIDDEN'
    }
    // [6-16] The page asks for users.view; the list alone is given to whoever manages as well.
    if (role.name === 'only users.manage') screen.users = true
    expect([role.name, data]).toEqual([role.name, screen])
  }
})

test('[6-12] a closed member, and one without the second step, get nothing of any page', async () => {
  const closed = await signUpStaff(database, 'closed-door@academy.example', 'admin')
  await callAs(database, as('super_admin'), 'set_admin_active', [closed.adminId, false])
  const bare = await signUpStaff(database, 'bare-door@academy.example', 'super_admin', { app: false })
  for (const { caller } of [closed, bare]) {
    for (const call of Object.values(FIRST_CALL)) {
      if (call) expect(await callAs(database, caller, call[0], call[1]).catch(errorCode)).toBe('FORBIDDEN')
    }
  }
})

/** What each function of the staff is called with; it asks who calls before it looks at that. */
const VALUES: Record<StaffCall, unknown[]> = {
  campaign_audience: ['{}', 'service'],
  begin_campaign_test: [null],
  open_recipients_export: ['{}', 'csv'],
  lift_suppression: ['', 'לבדיקה'],
  suppress_address: ['', ''],
  list_suppressions: ['{}'],
  create_campaign: ['', null],
  list_campaigns: ['{}'],
  list_campaign_recipients: ['{}'],
  read_campaign: [null],
  retry_campaign: [null, 'failed'],
  save_campaign: [null, 0, '{}'],
  send_campaign: [null, 0, 0],
  set_campaign_state: [null, 'pause'],
  quiz_statistics: [null],
  import_lessons: [null, '[]'],
  read_lesson_folder: [null],
  fact_uses: [null],
  list_finance_facts: [],
  add_media_file: [null, 'x.png'],
  describe_media_file: [null, '', 0, 0],
  list_media_files: ['{}'],
  read_media_uses: [null],
  replace_media_file: [null, null, ''],
  set_media_poster: [null, null],
  trash_media_file: [null, true],
  list_legal_documents: [],
  publish_legal_draft: ['none', 0, null],
  read_legal_document: ['none'],
  save_legal_draft: ['none', 0, '{}'],
  withdraw_legal_version: ['none', 0],
  lesson_move_outlook: [null, null],
  move_lesson: [null, null],
  answer_ticket: [null, null, '', 'open', null],
  be_at_ticket: [null, false],
  block_ticket_sender: [null, true],
  change_tickets: ['[]'],
  delete_canned_reply: [null],
  list_refused_mails: ['{}'],
  list_tickets: ['{}'],
  merge_tickets: [null, null],
  note_on_ticket: [null, null, ''],
  open_refused_mail: [null],
  open_ticket: [null],
  open_tickets_export: ['{}', 'csv'],
  read_refused_mail: [null],
  take_refused_mail: [null],
  read_support_settings: [],
  read_ticket: [null],
  read_ticket_mails: [null],
  read_tickets_export: [null, null],
  publish_answer: [null, 0, '', ''],
  withdraw_answer: [null],
  settle_ticket_mail: [null, true],
  support_file_place: [null],
  save_canned_reply: [null, '', ''],
  save_support_settings: ['{}', 0],
  support_choices: [],
  audit_line: [0],
  begin_student_viewing: [null, 'לבדיקה'],
  correct_student: [null, 0, '{}'],
  create_admin_invitation: ['x@nowhere.example', 'analyst', '', ''],
  decide_access_request: [null, false, 'לבדיקה'],
  delete_student_note: [null, null],
  end_staff_sessions: [null],
  end_student_sessions: [null, 'לבדיקה'],
  explain_access: [null, null, null],
  explain_reach: [null, null, 'change'],
  help_with_second_step: [null, 'לבדיקה'],
  list_audit_lines: ['{}'],
  open_audit_export: ['{}', 'csv'],
  read_audit_export: [null, null],
  list_decided_requests: ['{}'],
  list_students: ['{}'],
  list_team: [],
  list_undelivered_mails: ['{}'],
  mail_causes: [],
  match_access_request: [null],
  move_student_phone: [null, '+972501234567', 'לבדיקה'],
  note_verification_mail: [null],
  open_mail_recipient: [null],
  open_student_data: [null, 'לבדיקה'],
  open_student_record: [null],
  open_students_export: ['{}', 'csv'],
  permission_map: [],
  read_mail_recipient: [null],
  revoke_certificate: [null, '', 'לבדיקה', false],
  student_certificates: [null],
  read_settings: [],
  read_student_data: [null],
  read_student_record: [null],
  read_students_export: [null, null],
  request_student_deletion: [null, 'לבדיקה'],
  reset_staff_second_step: [null, ''],
  begin_test_mail: [],
  decide_outgoing: [null, '{mails}', 'send', 'לבדיקה'],
  list_outgoing: ['mails'],
  read_outgoing_hold: [],
  retry_mail: [null],
  retry_mails_of_cause: [null],
  revoke_admin_invitation: [null],
  save_role_permissions: ['', '[]'],
  save_settings: [0, '{}'],
  set_admin_active: [null, false],
  set_admin_role: [null, 'analyst'],
  set_student_active: [null, true, 'לבדיקה'],
  set_students_active: ['{}', true, 'לבדיקה'],
  settings_history: [null],
  analytics_overview: ['2026-01-01', '2026-01-07'],
  analytics_courses: ['2026-01-01', '2026-01-07'],
  analytics_course: [null, '2026-01-01', '2026-01-07'],
  analytics_lesson: [null],
  analytics_tests: ['2026-01-01', '2026-01-07'],
  analytics_test: [null],
  analytics_work: ['2026-01-01', '2026-01-07'],
  list_analytics_notes: ['2026-01-01', '2026-01-07'],
  write_analytics_note: [null, null, ''],
  delete_analytics_note: [null],
  note_analytics_export: ['', '', null, null],
  begin_backup: [],
  make_backup_link: [''],
  request_approval: ['', '{}', ''],
  decide_approval: [null, null],
  list_approvals: [],
  read_backups: [],
  take_backup_link: [''],
  want_weekly_mail: [false],
  wants_weekly_mail: [],
  list_security_events: ['{}'],
  operations_overview: [],
  staff_figures: [],
  staff_health: [],
  staff_waiting: [],
  student_choice: ['{}'],
  article_tag_names: [],
  student_tag_names: [],
  change_student_tag: ['{}', 'תגית', true],
  student_notes: [null],
  student_timeline: [null, '{}'],
  write_student_note: [null, 'הערה', null],
}
const CONTENT_VALUES: Record<ContentCall, (kind: string) => unknown[]> = {
  attend_content: (kind) => [kind, null, false, false],
  change_contents: (kind) => [kind, 'publish', '[]', '{}'],
  content_history: (kind) => [kind, null],
  create_content: (kind) => [kind, null, '{}'],
  drop_working_copy: (kind) => [kind, null],
  duplicate_content: (kind) => [kind, null, null],
  end_content_previews: (kind) => [kind, null],
  keep_working_copy: (kind) => [kind, null, 1, '{}', '{}'],
  list_content: (kind) => [JSON.stringify({ kind })],
  list_links_to: (kind) => [kind, null],
  make_content_preview: (kind) => [kind, null, 1],
  move_content: (kind) => [kind, null, null],
  publish_content: (kind) => [kind, null, 0, null],
  read_content: (kind) => [kind, null],
  read_working_copy: (kind) => [kind, null],
  save_content: (kind) => [kind, null, 0, '{}'],
  schedule_content: (kind) => [kind, null, 0, null, null, null],
  trash_content: (kind) => [kind, null, true],
  unpublish_content: (kind) => [kind, null],
}

/** The roles that pass the first question of a function, and those to whom the screens show what it does. */
async function passing(name: string, values: unknown[], demand: StaffDemand) {
  const passed: string[] = []
  const shown: string[] = []
  for (const role of await everyRole()) {
    if (staffDenial(role, demand) === null) shown.push(role.name)
    const outcome = await callAs(database, as(role.name), name, values).catch(errorCode)
    if (outcome !== 'FORBIDDEN') passed.push(role.name)
  }
  return { passed, shown }
}

test.each(Object.entries(VALUES))('[6-11] [6-12] %s asks for itself what screens show it by', async (name, values) => {
  const { passed, shown } = await passing(name, values, STAFF_CALLS[name as StaffCall])
  expect(passed).toEqual(shown)
})

describe.each(Object.entries(CONTENT_DEMANDS))('[6-20] [6-21] [6-22] of the kind %s', (kind, demand) => {
  test.each(CONTENT_CALLS)('%s asks for itself what screens show it by', async (name) => {
    const { passed, shown } = await passing(name, CONTENT_VALUES[name](kind), demand)
    expect(passed).toEqual(shown)
  })
})

test('of a session that is an hour old, each function wants a fresh proof that the list says, and no other', async () => {
  const old = await signUpStaff(database, 'old-door@academy.example', 'super_admin', { sessionAge: 0.5 })
  const asking: string[] = []
  const calls = {
    ...VALUES,
    ...Object.fromEntries(CONTENT_CALLS.map((name) => [name, CONTENT_VALUES[name]('course')])),
  }
  for (const [name, values] of Object.entries(calls)) {
    const outcome = await callAs(database, old.caller, name, values).catch(errorCode)
    if (outcome === 'REAUTHENTICATION_NEEDED') asking.push(name)
  }
  const always = Object.entries(FRESH_CALLS).filter(([, when]) => when === 'always')
  expect(asking.toSorted()).toEqual(always.map(([name]) => name).toSorted())
})

test('no function of the staff is left out', async () => {
  const asking = await owner<{ name: string }>(
    database,
    `select distinct proname as name from pg_proc where pronamespace = 'private'::regnamespace
     and prosrc ~ 'private\\.(has_permission|has_role|require_staff_manager|staff_to_change|require_content_manager|own_content_item|require_legal_editor|require_support|require_operator)\\('
     and has_function_privilege('authenticated', oid, 'execute')
     and exists (select from pg_proc as face where face.pronamespace = 'public'::regnamespace and face.proname = pg_proc.proname)`,
  )
  const known: readonly string[] = [...Object.keys(STAFF_CALLS), ...CONTENT_CALLS]
  expect(asking.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([])
  const kinds = await owner<{ kind: string }>(database, 'select kind from private.content_kinds order by kind')
  expect(kinds.map(({ kind }) => kind)).toEqual(Object.keys(CONTENT_DEMANDS).toSorted())
})
