import type { MailDelivery } from './mail-delivery.rules'
import type { MailProvider } from './mail-provider.rules'

const TIME = new Intl.DateTimeFormat('he-IL', { hour: '2-digit', minute: '2-digit', timeZone: 'Asia/Jerusalem' })
const clock = (moment: number | null) => (moment === null ? '' : TIME.format(moment))

/** What is known of a mail, in words; only what is true of every mailbox where the address is somebody's secret. */
export function deliveryText({ status, askedAt, sentAt, nextAttemptAt }: MailDelivery): string {
  switch (status) {
    case 'queued':
      return 'האימייל בדרך לשרת האימייל...'
    case 'sent':
      return `האימייל נמסר לשרת האימייל בשעה ${clock(sentAt)}. בדרך כלל הוא מגיע בתוך דקה.`
    case 'delayed':
      return nextAttemptAt === null
        ? 'שרת האימייל לא קיבל את האימייל עדיין. ננסה שוב בעצמנו.'
        : `שרת האימייל לא קיבל את האימייל עדיין. ננסה שוב בעצמנו בשעה ${clock(nextAttemptAt)}, בלי שתצטרכו לבקש.`
    case 'refused':
      return 'שרת האימייל של הכתובת הזאת סירב לקבל את האימייל. כדאי לבדוק שהכתובת כתובה נכון:'
    case 'failed':
      return 'במשך יממה לא הצלחנו למסור את האימייל. אפשר לבקש חדש, או לכתוב לנו.'
    case 'handled':
      return `הבקשה מהשעה ${clock(askedAt)} טופלה. אם המספר רשום אצלנו, האימייל בדרך.`
  }
}

const SPAM_HINTS: Record<MailProvider, string> = {
  gmail: 'ב־Gmail: בתיקיית "ספאם", ובלשוניות "קידומי מכירות" ו"עדכונים".',
  outlook: 'ב־Outlook וב־Hotmail: בתיקיית "דואר זבל", ובלשונית "אחר" שליד "ממוקד".',
  yahoo: 'ב־Yahoo: בתיקיית "Spam".',
  icloud: 'ב־iCloud: בתיקיית "דואר זבל" (Junk).',
  walla: 'ב־וואלה: בתיקיית "ספאם".',
  other: 'בתיקיית "ספאם" או "דואר זבל". בכתובת של מקום עבודה או בית ספר האימייל עשוי להיבדק כמה דקות לפני שהוא נכנס.',
}

const INBOX_NAMES: Partial<Record<MailProvider, string>> = {
  gmail: 'Gmail',
  outlook: 'Outlook',
  yahoo: 'Yahoo Mail',
  icloud: 'iCloud Mail',
  walla: 'וואלה מייל',
}

/** What a mail is for, which decides why it may not have come. */
export type MailPurpose = 'signin' | 'signup' | 'verification' | 'recovery'

/** The help beside every wait for a mail. */
export const mailHelpText = {
  title: 'למה זה לא הגיע?',
  didYouMean: 'אולי התכוונתם לכתובת',
  correctIt: 'לתקן את הכתובת',
  whereToLook: 'איפה לחפש',
  spam: (provider: MailProvider) => SPAM_HINTS[provider],
  search: (academy: string) => `אפשר גם לחפש בתיבה את המילים "${academy}".`,
  openInbox: (provider: MailProvider) => `לפתוח את ${INBOX_NAMES[provider] ?? ''}`,
  newTab: '(נפתח בלשונית חדשה)',
  other: {
    signin: {
      title: 'כתובת אחרת',
      hint: 'האימייל נשלח רק לכתובת שיש לה חשבון. ייתכן שנרשמתם עם כתובת אחרת, למשל של העבודה.',
    },
    signup: { title: 'אולי כבר נרשמתם', hint: 'לכתובת שכבר יש לה חשבון לא נשלח אישור נוסף.' },
    verification: null,
    recovery: {
      title: 'מספר אחר',
      hint: 'האימייל נשלח רק אם המספר רשום אצלנו, ולכתובת ששמורה בחשבון. ייתכן שנרשמתם עם מספר אחר.',
    },
  } satisfies Record<MailPurpose, { title: string; hint: string } | null>,
  login: 'לכניסה במקום הרשמה',
  stillNothing: 'ועדיין לא?',
  contact: 'כתבו לנו ונבדוק יחד',
} as const

/** Asking for the mail again. */
export const resendText = {
  resend: 'לשלוח שוב',
  resent: 'שלחנו אימייל חדש. הקישור הקודם כבר לא תקף.',
} as const
