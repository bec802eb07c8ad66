import type { Academy } from '../_shared/mail-academy.ts'
import { type ComposedMail, layoutMail } from '../_shared/mail-layout.ts'
import { marketingParts } from '../_shared/marketing-parts.ts'
import { approvalMail } from './approval.ts'
import { securityNotice } from './security-notice.ts'
import { supportAnswer } from './support-answer.ts'
import { weeklyFigures } from './weekly-figures.ts'

const DAY = new Intl.DateTimeFormat('he-IL', { dateStyle: 'long', timeZone: 'Asia/Jerusalem' })

/**
 * Sets a mail that was queued by what it says (`email_outbox.content`) in the look of its kind.
 * @throws an error for a kind that has no look; such a mail is tried again and given up after a day
 */
export function compose(kind: string, content: Record<string, unknown>, academy: Academy): ComposedMail {
  const value = (name: string) => (typeof content[name] === 'string' ? content[name] : '')
  switch (kind) {
    case 'account_deletion_requested':
      return deletionRequested(new Date(value('due_at')), academy)
    case 'account_deleted':
      return deleted(academy)
    case 'security_notice':
      return securityNotice(content, academy)
    case 'support_answer':
      return supportAnswer(content, academy)
    case 'weekly_figures':
      return weeklyFigures(content, academy)
    case 'approval':
      return approvalMail(value, academy)
    case 'marketing':
      return marketing(value, academy)
    default:
      throw new Error(`No look for mails of the kind ${kind}`)
  }
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
