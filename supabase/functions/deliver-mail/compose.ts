import { type ComposedMail, layoutMail } from '../_shared/mail-layout.ts'
import { securityNotice } from './security-notice.ts'
import { supportAnswer } from './support-answer.ts'
import { weeklyFigures } from './weekly-figures.ts'

const DAY = new Intl.DateTimeFormat('he-IL', { dateStyle: 'long', timeZone: 'Asia/Jerusalem' })

/**
 * Sets a mail that was queued by what it says (`email_outbox.content`) in the look of its kind.
 * @throws an error for a kind that has no look; such a mail is tried again and given up after a day
 */
export function compose(kind: string, content: Record<string, unknown>, siteUrl: string): ComposedMail {
  const value = (name: string) => (typeof content[name] === 'string' ? content[name] : '')
  switch (kind) {
    case 'account_deletion_requested':
      return deletionRequested(new Date(value('due_at')), siteUrl)
    case 'account_deleted':
      return deleted(siteUrl)
    case 'security_notice':
      return securityNotice(content, siteUrl)
    case 'support_answer':
      return supportAnswer(content, siteUrl)
    case 'weekly_figures':
      return weeklyFigures(content, siteUrl)
    case 'marketing':
      return marketing(value, siteUrl)
    default:
      throw new Error(`No look for mails of the kind ${kind}`)
  }
}

function deletionRequested(dueAt: Date, siteUrl: string): ComposedMail {
  const day = DAY.format(dueAt)
  return layoutMail({
    title: `החשבון יימחק ב־${day}`,
    preview: `אפשר להשאיר את החשבון עד ${day}.`,
    lead: 'קיבלנו בקשה למחוק את החשבון. עד המועד הזה הכול נשאר כמו שהוא: נכנסים כרגיל, וההתקדמות נשמרת. אחריו הפרטים, ההתקדמות והמועדפים נמחקים, ואי אפשר לשחזר אותם.',
    button: { text: 'להשאיר את החשבון', href: `${siteUrl}/profile/privacy` },
    note: 'מי שהתחרט נכנס לחשבון ולוחץ על "להשאיר את החשבון". מי שלא, לא צריך לעשות דבר.',
    footer: 'לא אתם ביקשתם? היכנסו לחשבון, השאירו אותו וכתבו לנו: מישהו אחר נכנס אליו.',
    siteUrl,
  })
}

function deleted(siteUrl: string): ComposedMail {
  return layoutMail({
    title: 'החשבון נמחק',
    preview: 'הפרטים, ההתקדמות והמועדפים נמחקו.',
    lead: 'עברו 14 ימים מהבקשה, והחשבון נמחק: הפרטים, ההתקדמות, המועדפים והפניות שלא נענו. פניות שענינו עליהן ורישום הפעולות של הצוות נשמרים בלי השם, הכתובת והטלפון שלכם.',
    button: { text: 'לאתר האקדמיה', href: siteUrl },
    note: '',
    footer: 'זו ההודעה האחרונה שנשלחת לכתובת הזאת. הקורסים נשארים פתוחים לכולם, ואפשר להירשם שוב בכל רגע.',
    siteUrl,
  })
}

/** The sender, the reason and the way out stand in every such mail; mail programs get the way out as headers (RFC 8058). */
function marketing(value: (name: string) => string, siteUrl: string): ComposedMail {
  const token = encodeURIComponent(value('unsubscribe_token'))
  const path = value('button_path')
  const mail = layoutMail({
    title: value('title'),
    preview: value('lead').slice(0, 120),
    lead: value('lead'),
    button: { text: value('button_text') || 'לאתר האקדמיה', href: siteUrl + (/^\/(?!\/)/.test(path) ? path : '') },
    note: '',
    footer: {
      lines: ['נשלח מהאקדמיה לפיננסים, כי אישרתם לקבל מאיתנו דיוור.', ['יצירת קשר: ', { ltr: `${siteUrl}/contact` }]],
    },
    wayOut: { text: 'להפסיק לקבל דיוור', href: `${siteUrl}/unsubscribe?token=${token}` },
    siteUrl,
  })
  return {
    ...mail,
    headers: {
      'List-Unsubscribe': `<${siteUrl}/unsubscribe/one-click?token=${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}
