import { randomUUID } from 'node:crypto'
import type { Person } from './people.ts'

/** Somebody on whom others act: a member of the staff with a record as a student, or who is invited to be one. */
export type Victim = Person & {
  adminId: string | null
  invitationId: string | null
  /** A ticket of the account, and one that came from its address while nobody was signed in. */
  ticket: string
  ticketOfAddress: string
  certificate: string
  /** Somebody without a role whose number is moved to the victim, and who gets that of the victim. */
  helper: { id: string; phone: string }
  phone: string
}
export type HigherLevelAction = {
  call: (victim: Victim) => [name: string, values: unknown[]]
  /** Whether there is somebody to act on; everybody by default. */
  of?: 'members' | 'invited'
  /** The least mighty level that may do it at all; whoever holds the permission by default. */
  least?: number
}

const REASON = 'סיבה טובה ומספיקה'
const member = { of: 'members' } as const
const onStudent = (name: string, ...more: unknown[]): HigherLevelAction => ({ call: ({ id }) => [name, [id, ...more]] })

/** Every way to act on another person, their role, invitation, account, sessions, address, second step or tickets. */
export const HIGHER_LEVEL_ACTIONS: Record<string, HigherLevelAction> = {
  'invite again': { of: 'invited', call: ({ email }) => ['create_admin_invitation', [email, 'unknown', '', '']] },
  'invite again in capitals, with spaces': {
    of: 'invited',
    call: ({ email }) => ['create_admin_invitation', [` ${email.toUpperCase()} `, 'unknown', '', '']],
  },
  'take back the invitation': {
    of: 'invited',
    call: ({ invitationId }) => ['revoke_admin_invitation', [invitationId]],
  },
  close: { ...member, call: ({ adminId }) => ['set_admin_active', [adminId, false]] },
  reopen: { ...member, call: ({ adminId }) => ['set_admin_active', [adminId, true]] },
  'give another role': { ...member, call: ({ adminId }) => ['set_admin_role', [adminId, 'unknown']] },
  'end sessions of a member': { ...member, call: ({ adminId }) => ['end_staff_sessions', [adminId]] },
  'take the app of a member off': {
    ...member,
    least: 1,
    call: ({ adminId }) => ['reset_staff_second_step', [adminId, REASON]],
  },
  'close as a student': onStudent('set_student_active', false, REASON),
  'close as one of many students': { call: ({ id }) => ['set_students_active', [[id], false, REASON]] },
  'end sessions of a student': onStudent('end_student_sessions', REASON),
  'take the app of a student off': { least: 1, ...onStudent('help_with_second_step', REASON) },
  'delete the account': onStudent('request_student_deletion', REASON),
  'correct the name': onStudent('correct_student', 0, '{"first_name": "אחר"}'),
  'take the number': { call: ({ helper, phone }) => ['move_student_phone', [helper.id, phone, REASON]] },
  'give a number': { call: ({ id, helper }) => ['move_student_phone', [id, helper.phone, REASON]] },
  'mail a verification': onStudent('note_verification_mail'),
  'take the data': onStudent('open_student_data', REASON),
  'read the data': onStudent('read_student_data'),
  'view as the student': { least: 2, ...onStudent('begin_student_viewing', REASON) },
  'write a note': onStudent('write_student_note', 'הערה', null),
  'delete a note': onStudent('delete_student_note', randomUUID()),
  tag: { call: ({ id }) => ['change_student_tag', [[id], 'תגית', true]] },
  'revoke a certificate': { call: ({ id, certificate }) => ['revoke_certificate', [id, certificate, REASON, false]] },
  'hold mails back': { call: ({ email }) => ['suppress_address', [email.toUpperCase(), REASON]] },
  'block by a ticket': { call: ({ ticket }) => ['block_ticket_sender', [ticket, true]] },
  'block by a ticket of the address': {
    call: ({ ticketOfAddress }) => ['block_ticket_sender', [ticketOfAddress, true]],
  },
}

/** What else the staff calls, by why nobody mightier is acted on by it. */
export const NOT_ON_PEOPLE: Record<string, string[]> = {
  'reads, of records with a line in them': [
    ...['audit_line', 'explain_access', 'explain_reach', 'list_audit_lines', 'list_content', 'list_decided_requests'],
    ...[
      'list_outgoing',
      'list_refused_mails',
      'list_security_events',
      'list_students',
      'list_suppressions',
      'list_team',
      'list_tickets',
    ],
    ...['list_undelivered_mails', 'mail_causes', 'match_access_request', 'open_mail_recipient', 'open_refused_mail'],
    ...['open_student_record', 'open_ticket', 'operations_overview', 'permission_map', 'read_backups'],
    ...[
      'read_mail_recipient',
      'read_outgoing_hold',
      'read_refused_mail',
      'read_student_record',
      'read_support_settings',
    ],
    ...['read_settings', 'read_ticket', 'read_ticket_mails', 'settings_history', 'staff_figures', 'staff_health'],
    ...['staff_waiting', 'student_certificates', 'student_choice', 'student_notes', 'student_tag_names'],
    ...['student_timeline', 'support_choices', 'support_file_place', 'campaign_audience', 'list_campaign_recipients'],
    ...['list_campaigns', 'read_campaign', 'list_analytics_notes', 'wants_weekly_mail', 'analytics_course'],
    ...['analytics_courses', 'analytics_lesson', 'analytics_overview', 'analytics_test', 'analytics_tests'],
    ...['analytics_work', 'quiz_statistics', 'article_tag_names', 'fact_uses', 'list_finance_facts'],
    ...['lesson_move_outlook', 'read_lesson_folder', 'list_media_files', 'read_media_uses', 'list_legal_documents'],
    ...['read_legal_document', 'content_history', 'list_links_to', 'read_content'],
  ],
  'exports of lists, each with a line in the log': [
    ...['open_audit_export', 'read_audit_export', 'open_students_export', 'read_students_export'],
    ...['open_tickets_export', 'read_tickets_export', 'open_recipients_export', 'note_analytics_export'],
  ],
  'work with a ticket, which its person waits for': [
    ...['answer_ticket', 'be_at_ticket', 'change_tickets', 'merge_tickets', 'note_on_ticket', 'publish_answer'],
    ...['settle_ticket_mail', 'take_refused_mail', 'withdraw_answer', 'delete_canned_reply', 'save_canned_reply'],
    'save_support_settings',
  ],
  'the account of a member is moved by nobody, and a request in their name is refused by whoever reads it': [
    'decide_access_request',
  ],
  'of nobody: mails and messages to many': [
    ...[
      'begin_campaign_test',
      'create_campaign',
      'retry_campaign',
      'save_campaign',
      'send_campaign',
      'set_campaign_state',
    ],
    ...['begin_test_mail', 'decide_outgoing', 'retry_mail', 'retry_mails_of_cause'],
  ],
  'for a super_admin alone, to whom nobody is mightier': [
    ...['begin_backup', 'make_backup_link', 'take_backup_link', 'save_role_permissions'],
    ...['decide_approval', 'list_approvals'],
  ],
  'settings, which lock nobody mightier out (below)': ['save_settings'],
  'asked of a super_admin, who decides': ['request_approval'],
  'lifted by another test below': ['lift_suppression'],
  'one’s own, or the author’s': [
    ...['want_weekly_mail', 'write_analytics_note', 'delete_analytics_note', 'attend_content', 'drop_working_copy'],
    ...['keep_working_copy', 'read_working_copy'],
  ],
  'content, which belongs to the academy': [
    ...['change_contents', 'create_content', 'duplicate_content', 'end_content_previews', 'make_content_preview'],
    ...['move_content', 'publish_content', 'save_content', 'schedule_content', 'trash_content', 'unpublish_content'],
    ...['import_lessons', 'move_lesson', 'set_media_poster', 'add_media_file', 'describe_media_file'],
    ...['replace_media_file', 'trash_media_file', 'publish_legal_draft', 'save_legal_draft', 'withdraw_legal_version'],
  ],
}

/** Tables that hold what belongs to a person or decides what staff may do. */
export const TABLES = [
  ...['users', 'admin_users', 'invitation_history', 'roles', 'permissions', 'role_permissions', 'app_settings'],
  ...['access_requests', 'support_tickets', 'support_messages', 'email_suppressions', 'email_outbox', 'audit_log'],
  ...['record_views', 'consent_events', 'course_completions', 'user_progress', 'bookmarks', 'lesson_notes'],
  ...['progress_flags', 'saved_views'],
]
