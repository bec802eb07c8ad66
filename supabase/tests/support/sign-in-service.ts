import { randomBytes, randomUUID } from 'node:crypto'
import type { Database } from '../../../embedded-supabase/src/database/index.ts'

/** What GoTrue puts into the event of its hook `send_email`, as far as it differs from mail to mail. */
export type SentMail = {
  action: string
  user: { id: string; email: string; new_email?: string; email_confirmed_at?: string }
  token?: string
  tokenOfPresent?: string
  redirectTo?: string
  userAgent?: string
}

/** A token of a link as GoTrue makes it. */
export const linkToken = () => randomBytes(28).toString('hex')

export const RETURN_TO = `https://academy.test/auth/callback?n=${'a'.repeat(64)}&for=signin`

/** The hook's answer was a refusal. */
export class HookRefusal extends Error {
  constructor(readonly error: { http_code: number; message: string }) {
    super(error.message)
  }
}

/**
 * Lets the hook send a mail as GoTrue does: its own role and transaction, a time limit of two seconds, then the write that
 * stores the token (`store`). A refusal, or a write that fails, takes the transaction back.
 */
export const sendAsGoTrue = (database: Database, mail: SentMail, store = 'select 1', values: unknown[] = []) =>
  database.asAuthAdmin(async (tx) => {
    await tx.query(`set local statement_timeout to '2000'`)
    const { rows } = await tx.query<{ answer: { error?: HookRefusal['error'] } }>(
      'select "public"."hook_send_email"($1) as answer',
      [JSON.stringify(eventOf(mail))],
    )
    await tx.query('set local statement_timeout to default')
    if (rows[0]?.answer.error) throw new HookRefusal(rows[0].answer.error)
    await tx.query(store, values)
  })

function eventOf({ action, user, token = linkToken(), tokenOfPresent, redirectTo = RETURN_TO, userAgent }: SentMail) {
  return {
    metadata: { uuid: randomUUID(), time: new Date().toISOString(), name: 'send-email', user_agent: userAgent },
    user: { aud: 'authenticated', role: 'authenticated', phone: '', app_metadata: {}, user_metadata: {}, ...user },
    email_data: {
      token: '0123456789',
      token_hash: token,
      redirect_to: redirectTo,
      email_action_type: action,
      site_url: 'https://project.supabase.co/auth/v1',
      token_new: tokenOfPresent ? '9876543210' : '',
      token_hash_new: tokenOfPresent ?? '',
      old_email: '',
      old_phone: '',
      provider: '',
      factor_type: '',
    },
  }
}
