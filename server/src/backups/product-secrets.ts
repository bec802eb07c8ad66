import type { SecretsOf } from 'embedded-supabase'

const FRESH = `sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'))`

/**
 * What of the academy's rows opens something, or stands in a mail that does: it is in no backup of the button. Mails that
 * wait are given up, since their text is gone; recovery codes go with the apps that they stand in for.
 */
export const PRODUCT_SECRETS: SecretsOf = {
  'private.secrets': { value: FRESH },
  'private.recovery_codes': 'rows',
  'private.backup_links': 'rows',
  'private.mail_codes': 'rows',
  'private.support_reply_keys': { key: `left(encode(${FRESH}, 'hex'), 32)` },
  'public.email_outbox': {
    html: `''`,
    text_body: `''`,
    content: 'null',
    status: `case status when 'queued' then 'abandoned' else status end`,
  },
}
