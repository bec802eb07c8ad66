import { type StaffDemand, type StaffRole, staffDenial } from './staff.rules'

/** Who writes lessons, with their films and files. */
const LESSON_WRITERS = ['lessons.manage', 'courses.manage'] as const
const QUIZ_WRITERS = ['quizzes.manage', 'courses.manage'] as const
/** Who writes what the site shows, and may put pictures there. */
const WRITERS = [...LESSON_WRITERS, 'categories.manage', 'news.manage', 'essays.manage'] as const
/** The level of an admin: who is mightier or alike may view as a student. */
const VIEWER_LEVEL = 2

const asking = <Name extends string>(demand: StaffDemand, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, demand])) as Record<Name, StaffDemand>

/**
 * What each function of the database asks of the member who calls it, before it looks at anything else. Screens show by
 * this list what they do; that the database asks for the same, supabase/tests/staff-call-permissions.test.ts holds for every role.
 */
export const STAFF_CALLS = {
  ...asking({}, [
    'audit_line',
    'list_audit_lines',
    'open_audit_export',
    'read_audit_export',
    'staff_waiting',
    'support_file_place',
    'request_approval',
  ]),
  ...asking({ permission: 'students.view' }, [
    'list_decided_requests',
    'list_students',
    'open_student_record',
    'open_students_export',
    'read_student_record',
    'read_students_export',
    'student_certificates',
    'student_choice',
    'student_notes',
    'student_timeline',
  ]),
  ...asking({ permission: 'students.view', minimumLevel: VIEWER_LEVEL }, ['begin_student_viewing']),
  ...asking({ permission: 'users.manage' }, [
    'change_student_tag',
    'correct_student',
    'create_admin_invitation',
    'decide_access_request',
    'delete_student_note',
    'end_staff_sessions',
    'end_student_sessions',
    'help_with_second_step',
    'match_access_request',
    'move_student_phone',
    'note_verification_mail',
    'open_student_data',
    'read_student_data',
    'request_student_deletion',
    'revoke_admin_invitation',
    'revoke_certificate',
    'set_admin_active',
    'set_admin_role',
    'set_student_active',
    'set_students_active',
    'write_student_note',
  ]),
  ...asking({ anyPermission: ['users.view', 'users.manage'] }, ['explain_access', 'explain_reach', 'list_team']),
  ...asking({ permission: 'support.access' }, [
    'answer_ticket',
    'be_at_ticket',
    'block_ticket_sender',
    'change_tickets',
    'delete_canned_reply',
    'list_refused_mails',
    'list_tickets',
    'merge_tickets',
    'note_on_ticket',
    'open_refused_mail',
    'open_ticket',
    'open_tickets_export',
    'publish_answer',
    'read_refused_mail',
    'read_support_settings',
    'read_ticket',
    'read_ticket_mails',
    'read_tickets_export',
    'save_canned_reply',
    'settle_ticket_mail',
    'support_choices',
    'take_refused_mail',
    'withdraw_answer',
  ]),
  ...asking({ permission: 'settings.manage', anyPermission: ['support.access'] }, ['save_support_settings']),
  ...asking({ permission: 'notifications.manage' }, [
    'begin_campaign_test',
    'campaign_audience',
    'create_campaign',
    'lift_suppression',
    'list_campaign_recipients',
    'list_campaigns',
    'list_suppressions',
    'open_recipients_export',
    'read_campaign',
    'retry_campaign',
    'save_campaign',
    'send_campaign',
    'set_campaign_state',
    'suppress_address',
  ]),
  ...asking({ anyPermission: ['students.view', 'notifications.manage'] }, ['student_tag_names']),
  ...asking({ permission: 'analytics.view' }, [
    'analytics_course',
    'analytics_courses',
    'analytics_lesson',
    'analytics_overview',
    'analytics_test',
    'analytics_tests',
    'analytics_work',
    'delete_analytics_note',
    'list_analytics_notes',
    'note_analytics_export',
    'want_weekly_mail',
    'wants_weekly_mail',
    'write_analytics_note',
  ]),
  ...asking({ anyPermission: ['students.view', 'analytics.view', 'reports.view'] }, ['staff_figures']),
  ...asking({ permission: 'settings.manage' }, [
    'begin_test_mail',
    'decide_outgoing',
    'list_outgoing',
    'list_undelivered_mails',
    'mail_causes',
    'open_mail_recipient',
    'read_mail_recipient',
    'read_outgoing_hold',
    'read_settings',
    'retry_mail',
    'retry_mails_of_cause',
    'save_settings',
    'settings_history',
  ]),
  ...asking({ permission: 'courses.manage' }, ['article_tag_names', 'fact_uses', 'list_finance_facts']),
  ...asking({ anyPermission: LESSON_WRITERS }, [
    'import_lessons',
    'lesson_move_outlook',
    'move_lesson',
    'read_lesson_folder',
    'set_media_poster',
  ]),
  ...asking({ anyPermission: QUIZ_WRITERS }, ['quiz_statistics']),
  ...asking({ anyPermission: WRITERS }, [
    'add_media_file',
    'describe_media_file',
    'list_media_files',
    'read_media_uses',
    'replace_media_file',
    'trash_media_file',
  ]),
  ...asking({ roles: ['super_admin', 'admin'] }, [
    'list_legal_documents',
    'publish_legal_draft',
    'read_legal_document',
    'save_legal_draft',
    'withdraw_legal_version',
  ]),
  ...asking({ roles: ['super_admin'] }, [
    'begin_backup',
    'decide_approval',
    'list_approvals',
    'list_security_events',
    'make_backup_link',
    'operations_overview',
    'permission_map',
    'read_backups',
    'reset_staff_second_step',
    'save_role_permissions',
    'staff_health',
    'take_backup_link',
  ]),
}
export type StaffCall = keyof typeof STAFF_CALLS

/**
 * What wants, beside the right, a proof of the last ten minutes of who is there (decision 0149): always, or only in the
 * case that is named. The database asks for it (`private.require_fresh_staff_sign_in`); staff-call-permissions.test.ts and fresh-sign-in-calls.test.ts
 * hold it to this list, name by name.
 */
export const FRESH_CALLS: Partial<Record<StaffCall, 'always' | { when: string }>> = {
  create_admin_invitation: 'always',
  set_admin_role: 'always',
  set_admin_active: 'always',
  reset_staff_second_step: 'always',
  save_role_permissions: 'always',
  request_approval: 'always',
  decide_approval: 'always',
  move_student_phone: 'always',
  correct_student: { when: 'the phone, which leads back into the account, is changed' },
  decide_access_request: { when: 'the account is given to another address' },
  help_with_second_step: 'always',
  request_student_deletion: 'always',
  set_students_active: 'always',
  begin_student_viewing: 'always',
  open_student_record: { when: 'records of twenty other students were opened within the hour' },
  open_student_data: 'always',
  open_students_export: 'always',
  open_audit_export: 'always',
  open_recipients_export: 'always',
  open_tickets_export: 'always',
  begin_backup: 'always',
  make_backup_link: 'always',
  decide_outgoing: 'always',
  send_campaign: { when: 'more than ten people get it, or it is planned' },
  retry_campaign: 'always',
  set_campaign_state: { when: 'it goes on or is turned on' },
  publish_legal_draft: 'always',
  withdraw_legal_version: 'always',
  save_settings: 'always',
  save_support_settings: 'always',
}

/** What each kind of content asks of whoever writes it, by its lists, forms and acts. */
export const CONTENT_DEMANDS = {
  category: { permission: 'categories.manage' },
  author: { permission: 'courses.manage' },
  course: { permission: 'courses.manage' },
  lesson: { anyPermission: LESSON_WRITERS },
  news: { permission: 'courses.manage' },
  essay: { permission: 'courses.manage' },
  fact: { permission: 'courses.manage' },
  quiz: { anyPermission: QUIZ_WRITERS },
} satisfies Record<string, StaffDemand>

/** The functions that ask for what the kind asks for that they are called with. */
export const CONTENT_CALLS = [
  'attend_content',
  'change_contents',
  'content_history',
  'create_content',
  'drop_working_copy',
  'duplicate_content',
  'end_content_previews',
  'keep_working_copy',
  'list_content',
  'list_links_to',
  'make_content_preview',
  'move_content',
  'publish_content',
  'read_content',
  'read_working_copy',
  'save_content',
  'schedule_content',
  'trash_content',
  'unpublish_content',
] as const
export type ContentCall = (typeof CONTENT_CALLS)[number]

/** Whether a role passes what all of these functions ask for. */
export const mayCall = (role: StaffRole | null, ...calls: StaffCall[]): boolean =>
  calls.every((call) => staffDenial(role, STAFF_CALLS[call]) === null)
