import type { Header } from 'postal-mime'

/** By which mails of ours know each other: sent with every answer, and never taken. */
export const LOOP_HEADER = 'x-loop'

const AUTOMATIC = /^\s*auto-(?:replied|generated|notified)/i
const BULK = /^\s*(?:bulk|junk|list|auto_?reply)\s*$/i
const REPORT = /^\s*multipart\/report\b/i
const ROBOTS = /^(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?)(?:[+._-]|@)/i

export type AutomaticReason = 'bounce' | 'automatic' | 'list' | 'loop'

/**
 * Why a mail is no word of a person, who would get an answer for nothing: a program's answer to ours, the report of a mail
 * server, a list, or a mail that went in a circle. Undefined for the mail of a person.
 * @param returnPath the address that the mail server was told; empty for reports, undefined where nobody knows it
 * @param own addresses that the academy itself writes from
 */
export function automaticReason(
  headers: Header[],
  { returnPath, sender, own }: { returnPath: string | undefined; sender: string; own: string[] },
): AutomaticReason | undefined {
  const values = (name: string) => headers.filter(({ key }) => key === name).map(({ value }) => value)
  const some = (name: string, pattern: RegExp) => values(name).some((value) => pattern.test(value))
  const envelopeSender = returnPath ?? values('return-path')[0]?.replace(/[<>\s]/g, '')
  if (envelopeSender === '' || some('content-type', REPORT)) return 'bounce'
  if (values(LOOP_HEADER).length > 0 || own.includes(sender)) return 'loop'
  if (some('auto-submitted', AUTOMATIC) || ROBOTS.test(sender)) return 'automatic'
  if (['x-autoreply', 'x-autorespond', 'x-auto-reply'].some((name) => values(name).length > 0)) return 'automatic'
  if (['list-id', 'list-unsubscribe', 'feedback-id'].some((name) => values(name).length > 0)) return 'list'
  return some('precedence', BULK) ? 'list' : undefined
}
