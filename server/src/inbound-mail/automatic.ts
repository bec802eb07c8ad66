import type { Header } from 'postal-mime'

/** By which mails of ours know each other: sent with every answer, and never taken. */
export const LOOP_HEADER = 'x-loop'

/** Whatever else than `no` (RFC 3834). */
const BY_PERSON = /^\s*no\b/i
const BULK = /^\s*(?:bulk|junk|list|auto[-_]?reply)\s*$/i
const REPORT = /^\s*multipart\/report\b/i
const ROBOTS = /^(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?)(?:[+._-]|@)/i
/** By their presence alone; `X-Auto-Response-Suppress` is none of them, because Outlook writes it on mails of people. */
const ANSWERED_BY_PROGRAM = ['x-autoreply', 'x-autorespond', 'x-auto-reply', 'x-autoreply-from']
const LISTS = ['list-id', 'list-post']
/** Beside a way to unsubscribe these make a newsletter; each alone stands on mails of people, too. */
const NEWSLETTER = ['list-unsubscribe-post', 'feedback-id', 'x-campaign', 'x-campaignid', 'x-mailgun-sid', 'x-mc-user']
const ABSENCE =
  /^\s*(?:(?:re|השב)\s*:\s*)?(?:automatic reply|auto(?:matic)?[- ]?(?:reply|response)|autoreply|out of (?:the )?office|ooo\s*:|(?:מענה|תשובה|תגובה|הודעה) אוטומטית?|הודעת היעדרות|(?:אני )?(?:לא|מחוץ ל)[- ]?(?:נמצאת? )?ב?משרד|réponse automatique|absence du bureau|(?:je suis )?absente? du bureau|автоматический ответ|автоответ|رد تلقائي|خارج المكتب)(?![\p{L}])/iu

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
  const hasAny = (names: string[]) => names.some((name) => values(name).some((value) => !BY_PERSON.test(value)))
  const envelopeSender = returnPath ?? values('return-path')[0]?.replace(/[<>\s]/g, '')
  if (envelopeSender === '' || some('content-type', REPORT)) return 'bounce'
  if (values(LOOP_HEADER).length > 0 || own.includes(sender)) return 'loop'
  if (hasAny(['auto-submitted']) || ROBOTS.test(sender) || hasAny(ANSWERED_BY_PROGRAM)) return 'automatic'
  if (hasAny(LISTS) || (hasAny(['list-unsubscribe']) && hasAny(NEWSLETTER))) return 'list'
  return some('precedence', BULK) ? 'list' : undefined
}

/** Whether a subject is that of a note that somebody is away, of which nothing but it tells: no answer, and seen by staff. */
export const isAbsenceNote = (subject: string): boolean => ABSENCE.test(subject)
