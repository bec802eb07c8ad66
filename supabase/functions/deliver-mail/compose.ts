import { entryOf, type KindOf } from '../_shared/kinds.ts'
import type { Academy } from '../_shared/mail-academy.ts'
import { type ComposedMail, layoutMail } from '../_shared/mail-layout.ts'
import { marketingParts } from '../_shared/marketing-parts.ts'
import { approvalMail } from './approval.ts'
import { securityNotice } from './security-notice.ts'
import { signIn } from './sign-in.ts'
import { supportAnswer } from './support-answer.ts'
import { weeklyFigures } from './weekly-figures.ts'

const DAY = new Intl.DateTimeFormat('he-IL', { dateStyle: 'long', timeZone: 'Asia/Jerusalem' })

type Content = Record<string, unknown>
/** Sets a mail from its `content`; `value` gives a text of it, empty where there is none. */
type Look = (content: Content, academy: Academy, value: (name: string) => string) => ComposedMail

/** The looks of mails; that of account_recovery is queued with the mail. */
const LOOKS: Record<Exclude<KindOf<'email_outbox.kind'>, 'account_recovery'>, Look> = {
  account_deletion_requested: (_, academy, value) => deletionRequested(new Date(value('due_at')), academy),
  account_deleted: (_, academy) => deleted(academy),
  security_notice: securityNotice,
  support_answer: supportAnswer,
  weekly_figures: weeklyFigures,
  approval: (_, academy, value) => approvalMail(value, academy),
  marketing: (_, academy, value) => marketing(value, academy),
  magic_link: signIn('magic_link'),
  confirmation: signIn('confirmation'),
  invite: signIn('invite'),
  recovery: signIn('recovery'),
  email_change: signIn('email_change'),
}

/**
 * Sets a mail that was queued by what it says (`email_outbox.content`) in the look of its kind.
 * @throws an error for a kind that has no look; such a mail is tried again and given up after a day
 */
export function compose(kind: string, content: Content, academy: Academy): ComposedMail {
  const look = entryOf(LOOKS, kind)
  if (!look) throw new Error(`No look for mails of the kind ${kind}`)
  return look(content, academy, (name) => (typeof content[name] === 'string' ? content[name] : ''))
}

function deletionRequested(dueAt: Date, academy: Academy): ComposedMail {
  const day = DAY.format(dueAt)
  return layoutMail({
    title: `החשבון יימחק ב־${day}`,
    preview: `אפשר להשאיר את החשבון עד ${day}.`,
    lead: 'קיבלנו בקשה למחוק את החשבון. עד המועד הזה הכול נשאר כמו שהוא: נכנסים כרגיל, וההתקדמות נשמרת. אחריו הפרטים, ההתקדמות והמועדפים נמחקים, ואי אפשר לשחזר אותם.',
    button: { text: 'להשאיר את החשבון', href: `${academy.siteUrl}/profile/privacy` },
    note: 'מי שהתחרט נכנס לחשבון ולוחץ על "להשאיר את החשבון". מי שלא, לא צריך לעשות דבר.',
    footer: 'לא אתם ביקשתם? היכנסו לחשבון, השאירו אותו וכתבו לנו: מישהו אחר נכנס אליו.',
    academy,
  })
}

function deleted(academy: Academy): ComposedMail {
  return layoutMail({
    title: 'החשבון נמחק',
    preview: 'הפרטים, ההתקדמות והמועדפים נמחקו.',
    lead: 'עברו 14 ימים מהבקשה, והחשבון נמחק: הפרטים, ההתקדמות, המועדפים והפניות שלא נענו. פניות שענינו עליהן ורישום הפעולות של הצוות נשמרים בלי השם, הכתובת והטלפון שלכם.',
    button: { text: 'לאתר האקדמיה', href: academy.siteUrl },
    note: '',
    footer: 'זו ההודעה האחרונה שנשלחת לכתובת הזאת. הקורסים נשארים פתוחים לכולם, ואפשר להירשם שוב בכל רגע.',
    academy,
  })
}

function marketing(value: (name: string) => string, academy: Academy): ComposedMail {
  const path = value('button_path')
  const { headers, ...parts } = marketingParts(academy, value('unsubscribe_token'))
  const mail = layoutMail({
    title: value('title'),
    preview: value('lead').slice(0, 120),
    lead: value('lead'),
    button: {
      text: value('button_text') || 'לאתר האקדמיה',
      href: academy.siteUrl + (/^\/(?!\/)/.test(path) ? path : ''),
    },
    note: '',
    ...parts,
    academy,
  })
  return { ...mail, headers }
}
