import type { Use } from './use.ts'

const of = (spec: string, object: string, verb: Use['verb'], columns: readonly string[] = ['']): Use[] =>
  columns.map((column) => ({ object, verb, column, role: 'authenticated', by: spec }))

const PROFILE = [
  ...['id', 'email', 'first_name', 'last_name', 'phone_number', 'updated_at'],
  ...['marketing_consent', 'privacy_consent', 'terms_consent'],
]
const PROGRESS = [
  ...['user_id', 'lesson_id', 'course_id', 'progress_seconds', 'watched_until', 'watch_progress', 'completed'],
  ...['last_watched', 'updated_at'],
]

/** What the specification's own client asks for and no page of ours: who is signed in, of their own rows. */
export const SPECIFIED: Use[] = [
  ...of('7-09', 'users', 'insert', ['', ...PROFILE]),
  ...of('7-09', 'users', 'update', ['', ...PROFILE]),
  ...of('7-11', 'admin_users', 'update', ['first_name', 'last_name']),
  ...of('7-12', 'invitation_history', 'select'),
  ...of('7-17', 'user_progress', 'insert', ['', ...PROGRESS]),
  ...of('7-17', 'user_progress', 'update', ['', ...PROGRESS]),
]

/** Functions that a page calls in the browser of somebody who is not signed in, by the file that calls them. */
export const CALLED_BY_VISITORS: Record<string, string> = {
  accept_admin_invitation: 'web/app/staff/entry/staff.calls.ts',
  begin_registration: 'web/app/session/registration/registrations.calls.ts',
  check_admin_sign_in: 'web/app/staff/entry/staff.calls.ts',
  describe_not_me: 'web/app/session/not-me/security-notices.calls.ts',
  describe_unsubscribe_link: 'web/app/account/unsubscribe/unsubscribe.route.tsx',
  mail_delivery: 'web/app/session/mail-help/mail-delivery.calls.ts',
  mailed_link_account: 'web/app/session/callback/mailed-links.calls.ts',
  read_admin_invitation: 'web/app/staff/entry/staff.calls.ts',
  page_version: 'server/src/http/page-changes.ts',
  read_content_preview: 'web/app/site/preview/preview.calls.ts',
  record_cookie_choice: 'web/app/site/privacy-choice/consent.calls.ts',
  redeem_mail_code: 'web/app/session/tokens/mailed-code.calls.ts',
  registration_of_link: 'web/app/session/registration/registrations.calls.ts',
  report_not_me: 'web/app/session/not-me/security-notices.calls.ts',
  request_access: 'web/app/session/lost-mail/access-requests.calls.ts',
  track_page_view: 'web/app/site/page-views/page-views.calls.ts',
  undo_unsubscribe: 'web/app/account/unsubscribe/unsubscribe.route.tsx',
  unsubscribe: 'web/app/account/unsubscribe/unsubscribe.route.tsx',
  verify_recovery_token: 'web/app/session/recovery/recovery.calls.ts',
}

/** What files are asked for with a person's token, by the policy that allows it. */
export const STORED_FILES: Record<string, { file: string; words: string }> = {
  objects_insert_upload: {
    file: 'web/app/staff/media/resumable-upload.calls.ts',
    words: '/storage/v1/upload/resumable`',
  },
}
