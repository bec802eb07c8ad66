const SOMEBODY = '00000000-0000-4000-8000-000000000001'
const HASH = 'a'.repeat(64)

/** A value by type, for columns that must have one. */
const SAMPLES: Record<string, string> = {
  bigint: '1',
  boolean: 'true',
  bytea: 'abc',
  date: '2026-01-01',
  integer: '1',
  jsonb: '{}',
  numeric: '1',
  smallint: '1',
  text: 'abc',
  'text[]': '{}',
  'timestamp with time zone': '2026-01-01',
  uuid: SOMEBODY,
}

/** What a row of a table needs besides, so that all of its check constraints accept it. */
const NEEDED: Record<string, Record<string, string>> = {
  access_requests: {
    former_email: 'lost@example.com',
    contact_email: 'found@example.com',
    phone_number: '+972541112200',
    message: 'התיבה של העבודה נסגרה',
  },
  articles: { kind: 'news' },
  consent_events: { purpose: 'terms' },
  email_outbox: { recipient: 'dana@example.com' },
  email_suppressions: { reason: 'added' },
  legal_document_versions: { body: '{"type": "doc"}' },
  legal_documents: { slug: 'terms' },
  page_views: { path_pattern: '/' },
  permissions: { name: 'content.write' },
  record_views: { what: 'record' },
  support_tickets: { email: 'dana@example.com' },
  'private.account_recovery_tokens': { token_hash: HASH },
  'private.analytics_marks': { figure: 'visits' },
  'private.answer_ratings': { token_hash: HASH },
  'private.approval_requests': { action: 'backup' },
  'private.audit_head': { only_one: 'true' },
  'private.campaigns': { kind: 'service' },
  'private.certificates': { number: '0123456789AB' },
  'private.muted_notifications': { kind: 'news' },
  'private.outgoing_holds': { kinds: '{mails}' },
  'private.permits': { purpose: 'email' },
  'private.quiz_attempts': {
    ...{ submitted_at: 'now', ended_by: 'student' },
    ...{ scored_at: 'now', points: '1', percent: '50', passed: 'true' },
  },
  'private.recovery_codes': { code_hash: 'a'.repeat(32) },
  'private.refused_mails': { key: HASH, reason: 'loop' },
  'private.registrations': { request_hash: HASH },
  'private.review_cards': { reason: 'missed', reviews: '1', reviewed_on: 'today', stability: '1', difficulty: '1' },
  'private.security_events': { kind: 'code', caller_hash: 'a'.repeat(32), count: '1' },
  'private.security_notices': { kind: 'new_device', token_hash: HASH },
  'private.support_blocks': { user_id: SOMEBODY },
  'private.support_events': { kind: 'status' },
  'private.support_files': { refusal: 'TYPE' },
  'private.support_mails': { key: HASH, state: 'held', words: '' },
  'private.support_settings': { only_row: 'true' },
  'private.unsubscribe_tokens': { token_hash: HASH },
  'private.viewed_pages': { kind: 'course' },
}

/**
 * The smallest row that all check constraints of a table accept.
 * @param types the columns that it must say, with their types
 */
export const sampleRow = (table: string, types: Record<string, string> = {}): Record<string, string | undefined> => ({
  ...Object.fromEntries(Object.entries(types).map(([column, type]) => [column, SAMPLES[type]])),
  ...NEEDED[table],
})
