import { directionOf } from '../_shared/direction.ts'
import type { Academy } from '../_shared/mail-academy.ts'
import { type ComposedMail, layoutMail } from '../_shared/mail-layout.ts'
import { escapeHtml } from '../_shared/mail-parts.ts'

type Answer = {
  ticket_id?: string
  subject?: string
  body?: string
  is_student?: boolean
  reply_to?: string
  /** Message-ID of the mail that is answered. */
  answers_to?: string
  /** Of the link by which a visitor says whether the answer that solved the ticket helped. */
  rating_token?: string
}

/**
 * The answer to a ticket. Mail programs show all of one ticket as one conversation; where the academy receives mail,
 * answering goes to the secret address of the ticket, else the mail says where to answer.
 */
export function supportAnswer(content: Answer, academy: Academy): ComposedMail {
  const { ticket_id = '', subject = '', body = '', is_student: isStudent = false, reply_to: replyTo } = content
  const { answers_to: answersTo, rating_token: ratingToken } = content
  const place = isStudent ? `${academy.siteUrl}/support/${ticket_id}` : `${academy.siteUrl}/contact`
  const elsewhere = isStudent
    ? 'כדי לענות נכנסים לעמוד הפנייה: תשובה להודעה הזאת לא תגיע אלינו.'
    : 'כדי לענות כותבים לנו בעמוד יצירת הקשר: תשובה להודעה הזאת לא תגיע אלינו.'
  const mail = layoutMail({
    title: 'ענינו לפנייה שלכם',
    preview: body.slice(0, 120),
    lead: `בנושא: ${subject}`,
    body: { html: quoted(body), text: body },
    button: ratingToken
      ? { text: 'האם התשובה עזרה?', href: `${academy.siteUrl}/answer-rating?token=${encodeURIComponent(ratingToken)}` }
      : { text: isStudent ? 'לפנייה באקדמיה' : 'לעמוד יצירת הקשר', href: place },
    note: replyTo ? 'אפשר גם לענות להודעה הזאת, והתשובה תצורף לפנייה.' : elsewhere,
    footer: ['נשלח כי פניתם אלינו. מספר הפנייה: ', { ltr: ticket_id.slice(0, 8) }],
    academy,
  })
  const thread = `<ticket.${ticket_id}@${new URL(academy.siteUrl).hostname}>`
  return {
    ...mail,
    headers: {
      References: answersTo ? `${thread} <${answersTo}>` : thread,
      'In-Reply-To': answersTo ? `<${answersTo}>` : thread,
      // The academy never takes its own mail for an answer.
      'X-Loop': new URL(academy.siteUrl).hostname,
      ...(replyTo && { 'Reply-To': replyTo }),
    },
  }
}

/** What somebody wrote, line by line, between two rules. */
const quoted = (words: string): string =>
  `<p class="ink rule" dir="${directionOf(words) ?? 'rtl'}" style="margin: 0 0 26px; padding: 14px 0; border-top: 1px solid #e4ddd0; border-bottom: 1px solid #e4ddd0; color: #14213a;">${escapeHtml(words).replaceAll('\n', '<br>')}</p>`
