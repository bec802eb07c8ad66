/**
 * What of the rows opens something, by `schema.table`: all rows, or columns with the SQL that is put in their place. Hashes
 * of random secrets open nothing and stay.
 */
export type SecretsOf = Record<string, 'rows' | Record<string, string>>

const USER_TOKENS = [
  'confirmation_token',
  'recovery_token',
  'email_change_token_new',
  'email_change_token_current',
  'phone_change_token',
  'reauthentication_token',
]

/** Those of sign-in, mails and uploads. Without them everybody signs in again, and authenticator apps join anew. */
export const OWN_SECRETS: SecretsOf = {
  'auth.users': Object.fromEntries(USER_TOKENS.map((name) => [name, `''`])),
  'auth.sessions': 'rows',
  'auth.refresh_tokens': 'rows',
  'auth.mfa_amr_claims': 'rows',
  'auth.mfa_factors': 'rows',
  'auth.mfa_challenges': 'rows',
  'auth.one_time_tokens': 'rows',
  'auth.flow_state': 'rows',
  'mail.outbox': 'rows',
  'mail.mailbox': 'rows',
  'storage.resumable_uploads': 'rows',
}

/** What of a data folder a backup without secrets takes in: nothing that it does not know. */
export const FOLDER_WITHOUT_SECRETS = ['storage']
