import { expect, test } from 'vitest'
import { staffDenial } from '../../web/app/staff/entry/staff.rules.ts'
import { STAFF_PAGES, type StaffPageName } from '../../web/app/staff/shell/staff-pages.rules.ts'
import { callAs, errorCode, owner } from './support/outcome.ts'
import { signUpStaff } from './support/people.ts'
import { as, database, roleOf, withStaff } from './support/staff.ts'

withStaff()

const ROLES = ['super_admin', 'admin', 'analyst', 'marketing', 'unknown'] as const

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
  operations: ['operations_overview', []],
  mails: ['list_undelivered_mails', ['{}']],
  notifications: ['list_campaigns', ['{}']],
}

test.each(ROLES)('[6-12] [6-13] a page opens for %s exactly when the database gives what it shows', async (name) => {
  const role = await roleOf(name)
  const screen: Record<string, boolean> = {}
  const data: Record<string, boolean> = {}
  for (const { name: page, demand } of STAFF_PAGES) {
    const call = FIRST_CALL[page]
    if (!call) continue
    screen[page] = staffDenial(role, demand) === null
    const answer = await callAs(database, as(name), call[0], call[1]).catch(errorCode)
    data[page] = answer !== 'FORBIDDEN'
  }
  expect(data).toEqual(screen)
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

/** Who passes the first question of each function of the staff; the question comes before any look at the arguments. */
const MANAGERS = ['super_admin', 'admin']
const NOTIFIERS = ['super_admin', 'admin', 'marketing']
const CALLS: Record<string, { values: unknown[]; yes: readonly string[] }> = {
  campaign_audience: { values: ['{}', 'service'], yes: NOTIFIERS },
  begin_campaign_test: { values: [null], yes: NOTIFIERS },
  open_recipients_export: { values: ['{}', 'csv'], yes: NOTIFIERS },
  lift_suppression: { values: ['', 'לבדיקה'], yes: NOTIFIERS },
  suppress_address: { values: ['', ''], yes: NOTIFIERS },
  list_suppressions: { values: ['{}'], yes: NOTIFIERS },
  create_campaign: { values: ['', null], yes: NOTIFIERS },
  list_campaigns: { values: ['{}'], yes: NOTIFIERS },
  list_campaign_recipients: { values: ['{}'], yes: NOTIFIERS },
  read_campaign: { values: [null], yes: NOTIFIERS },
  retry_campaign: { values: [null, 'failed'], yes: NOTIFIERS },
  save_campaign: { values: [null, 0, '{}'], yes: NOTIFIERS },
  send_campaign: { values: [null, 0, 0], yes: NOTIFIERS },
  steer_campaign: { values: [null, 'pause'], yes: NOTIFIERS },
  content_history: { values: ['category', null], yes: MANAGERS },
  quiz_statistics: { values: [null], yes: MANAGERS },
  list_links_to: { values: ['category', null], yes: MANAGERS },
  import_lessons: { values: [null, '[]'], yes: MANAGERS },
  read_lesson_folder: { values: [null], yes: MANAGERS },
  create_content: { values: ['category', null, '{}'], yes: MANAGERS },
  duplicate_content: { values: ['category', null, null], yes: MANAGERS },
  fact_uses: { values: [null], yes: MANAGERS },
  list_finance_facts: { values: [], yes: MANAGERS },
  end_content_previews: { values: ['category', null], yes: MANAGERS },
  list_content: { values: ['{"kind": "category"}'], yes: MANAGERS },
  make_content_preview: { values: ['category', null, 1], yes: MANAGERS },
  add_media_file: { values: [null, 'x.png'], yes: ['super_admin', 'admin', 'marketing'] },
  describe_media_file: { values: [null, '', 0, 0], yes: ['super_admin', 'admin', 'marketing'] },
  list_media_files: { values: ['{}'], yes: ['super_admin', 'admin', 'marketing'] },
  read_media_uses: { values: [null], yes: ['super_admin', 'admin', 'marketing'] },
  replace_media_file: { values: [null, null, ''], yes: ['super_admin', 'admin', 'marketing'] },
  set_media_poster: { values: [null, null], yes: MANAGERS },
  trash_media_file: { values: [null, true], yes: ['super_admin', 'admin', 'marketing'] },
  list_legal_documents: { values: [], yes: MANAGERS },
  publish_legal_draft: { values: ['none', 0, null], yes: MANAGERS },
  read_legal_document: { values: ['none'], yes: MANAGERS },
  save_legal_draft: { values: ['none', 0, '{}'], yes: MANAGERS },
  withdraw_legal_version: { values: ['none', 0], yes: MANAGERS },
  move_content: { values: ['category', null, null], yes: MANAGERS },
  attend_content: { values: ['category', null, false, false], yes: MANAGERS },
  drop_working_copy: { values: ['category', null], yes: MANAGERS },
  keep_working_copy: { values: ['category', null, 1, '{}', '{}'], yes: MANAGERS },
  read_working_copy: { values: ['category', null], yes: MANAGERS },
  change_contents: { values: ['category', 'publish', '[]', '{}'], yes: MANAGERS },
  lesson_move_outlook: { values: [null, null], yes: MANAGERS },
  move_lesson: { values: [null, null], yes: MANAGERS },
  publish_content: { values: ['category', null, 0, null], yes: MANAGERS },
  read_content: { values: ['category', null], yes: MANAGERS },
  save_content: { values: ['category', null, 0, '{}'], yes: MANAGERS },
  schedule_content: { values: ['category', null, 0, null, null, null], yes: MANAGERS },
  trash_content: { values: ['category', null, true], yes: MANAGERS },
  unpublish_content: { values: ['category', null], yes: MANAGERS },
  answer_ticket: { values: [null, null, '', 'open', null], yes: MANAGERS },
  be_at_ticket: { values: [null, false], yes: MANAGERS },
  block_ticket_sender: { values: [null, true], yes: MANAGERS },
  change_tickets: { values: ['[]'], yes: MANAGERS },
  delete_canned_reply: { values: [null], yes: MANAGERS },
  list_tickets: { values: ['{}'], yes: MANAGERS },
  merge_tickets: { values: [null, null], yes: MANAGERS },
  note_on_ticket: { values: [null, null, ''], yes: MANAGERS },
  open_ticket: { values: [null], yes: MANAGERS },
  open_tickets_export: { values: ['{}', 'csv'], yes: MANAGERS },
  read_support_settings: { values: [], yes: MANAGERS },
  read_ticket: { values: [null], yes: MANAGERS },
  read_ticket_mails: { values: [null], yes: MANAGERS },
  read_tickets_export: { values: [null, null], yes: MANAGERS },
  publish_answer: { values: [null, 0, '', ''], yes: MANAGERS },
  withdraw_answer: { values: [null], yes: MANAGERS },
  settle_ticket_mail: { values: [null, true], yes: MANAGERS },
  // It gives nothing to whoever may not have the file.
  support_file_place: { values: [null], yes: ROLES },
  save_canned_reply: { values: [null, '', ''], yes: MANAGERS },
  save_support_settings: { values: ['{}', 0], yes: ['super_admin'] },
  support_choices: { values: [], yes: MANAGERS },
  audit_line: { values: [0], yes: ROLES },
  begin_student_viewing: { values: [null, 'לבדיקה'], yes: MANAGERS },
  correct_student: { values: [null, 0, '{}'], yes: MANAGERS },
  create_admin_invitation: { values: ['x@nowhere.example', 'analyst', '', ''], yes: MANAGERS },
  decide_access_request: { values: [null, false, 'לבדיקה'], yes: MANAGERS },
  delete_student_note: { values: [null, null], yes: MANAGERS },
  end_staff_sessions: { values: [null], yes: MANAGERS },
  end_student_sessions: { values: [null, 'לבדיקה'], yes: MANAGERS },
  explain_access: { values: [null, null, null], yes: MANAGERS },
  explain_reach: { values: [null, null, 'change'], yes: MANAGERS },
  help_with_second_step: { values: [null, 'לבדיקה'], yes: MANAGERS },
  list_audit_lines: { values: ['{}'], yes: ROLES },
  open_audit_export: { values: ['{}', 'csv'], yes: ROLES },
  read_audit_export: { values: [null, null], yes: ROLES },
  list_decided_requests: { values: ['{}'], yes: MANAGERS },
  list_students: { values: ['{}'], yes: MANAGERS },
  list_team: { values: [], yes: MANAGERS },
  list_undelivered_mails: { values: ['{}'], yes: ['super_admin'] },
  mail_causes: { values: [], yes: ['super_admin'] },
  match_access_request: { values: [null], yes: MANAGERS },
  move_student_phone: { values: [null, '+972501234567', 'לבדיקה'], yes: MANAGERS },
  note_verification_mail: { values: [null], yes: MANAGERS },
  open_mail_recipient: { values: [null], yes: ['super_admin'] },
  open_student_data: { values: [null, 'לבדיקה'], yes: MANAGERS },
  open_student_record: { values: [null], yes: MANAGERS },
  open_students_export: { values: ['{}', 'csv'], yes: MANAGERS },
  permission_map: { values: [], yes: ['super_admin'] },
  read_mail_recipient: { values: [null], yes: ['super_admin'] },
  revoke_certificate: { values: [null, '', 'לבדיקה', false], yes: MANAGERS },
  student_certificates: { values: [null], yes: MANAGERS },
  read_settings: { values: [], yes: ['super_admin'] },
  read_student_data: { values: [null], yes: MANAGERS },
  read_student_record: { values: [null], yes: MANAGERS },
  read_students_export: { values: [null, null], yes: MANAGERS },
  request_student_deletion: { values: [null, 'לבדיקה'], yes: MANAGERS },
  reset_staff_second_step: { values: [null, ''], yes: ['super_admin'] },
  begin_test_mail: { values: [], yes: ['super_admin'] },
  retry_mail: { values: [null], yes: ['super_admin'] },
  retry_mails_of_cause: { values: [null], yes: ['super_admin'] },
  revoke_admin_invitation: { values: [null], yes: MANAGERS },
  save_role_permissions: { values: ['', '[]'], yes: ['super_admin'] },
  save_settings: { values: [0, '{}'], yes: ['super_admin'] },
  set_admin_active: { values: [null, false], yes: MANAGERS },
  set_admin_role: { values: [null, 'analyst'], yes: MANAGERS },
  set_student_active: { values: [null, true, 'לבדיקה'], yes: MANAGERS },
  set_students_active: { values: ['{}', true, 'לבדיקה'], yes: MANAGERS },
  settings_history: { values: [null], yes: ['super_admin'] },
  analytics_overview: { values: ['2026-01-01', '2026-01-07'], yes: ['super_admin', 'analyst'] },
  analytics_courses: { values: ['2026-01-01', '2026-01-07'], yes: ['super_admin', 'analyst'] },
  analytics_course: { values: [null, '2026-01-01', '2026-01-07'], yes: ['super_admin', 'analyst'] },
  analytics_lesson: { values: [null], yes: ['super_admin', 'analyst'] },
  analytics_tests: { values: ['2026-01-01', '2026-01-07'], yes: ['super_admin', 'analyst'] },
  analytics_test: { values: [null], yes: ['super_admin', 'analyst'] },
  analytics_work: { values: ['2026-01-01', '2026-01-07'], yes: ['super_admin', 'analyst'] },
  list_analytics_notes: { values: ['2026-01-01', '2026-01-07'], yes: ['super_admin', 'analyst'] },
  write_analytics_note: { values: [null, null, ''], yes: ['super_admin', 'analyst'] },
  delete_analytics_note: { values: [null], yes: ['super_admin', 'analyst'] },
  note_analytics_export: { values: ['', '', null, null], yes: ['super_admin', 'analyst'] },
  begin_backup: { values: [], yes: ['super_admin'] },
  make_backup_link: { values: [''], yes: ['super_admin'] },
  read_backups: { values: [], yes: ['super_admin'] },
  take_backup_link: { values: [''], yes: ['super_admin'] },
  want_weekly_mail: { values: [false], yes: ['super_admin', 'analyst'] },
  wants_weekly_mail: { values: [], yes: ['super_admin', 'analyst'] },
  operations_overview: { values: [], yes: ['super_admin'] },
  staff_figures: { values: [], yes: ['super_admin', 'admin', 'analyst'] },
  staff_health: { values: [], yes: ['super_admin'] },
  staff_waiting: { values: [], yes: ROLES },
  student_choice: { values: ['{}'], yes: MANAGERS },
  article_tag_names: { values: [], yes: MANAGERS },
  student_tag_names: { values: [], yes: NOTIFIERS },
  change_student_tag: { values: ['{}', 'תגית', true], yes: MANAGERS },
  student_notes: { values: [null], yes: MANAGERS },
  student_timeline: { values: [null, '{}'], yes: MANAGERS },
  write_student_note: { values: [null, 'הערה', null], yes: MANAGERS },
}

test.each(Object.entries(CALLS))('[6-11] [6-12] %s asks for itself who calls', async (name, { values, yes }) => {
  const passed: string[] = []
  for (const role of ROLES) {
    const outcome = await callAs(database, as(role), name, values).catch(errorCode)
    if (outcome !== 'FORBIDDEN') passed.push(role)
  }
  expect(passed).toEqual(yes)
})

test('no function of the staff is left out', async () => {
  const asking = await owner<{ name: string }>(
    database,
    `select distinct proname as name from pg_proc where pronamespace = 'private'::regnamespace
     and prosrc ~ 'private\\.(has_permission|has_role|require_staff_manager|staff_to_change|require_content_manager|own_content_item|require_legal_editor|require_support|require_operator)\\('
     and has_function_privilege('authenticated', oid, 'execute')
     and exists (select from pg_proc as face where face.pronamespace = 'public'::regnamespace and face.proname = pg_proc.proname)`,
  )
  expect(asking.map(({ name }) => name).filter((name) => !(name in CALLS))).toEqual([])
})
