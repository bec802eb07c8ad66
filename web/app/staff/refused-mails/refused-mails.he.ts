import type { KindOf } from '~/shared/config/kinds'

/** Mails to the support that were dropped or refused, and why. */
export const refusedMailsText = {
  title: 'הודעות אימייל שלא התקבלו',
  search: 'כתובת שלמה של שולח',
  toTickets: 'פניות',
  lead: 'הודעות אימייל שהגיעו לתמיכה ולא נכנסו לאף שיחה, מ־30 הימים האחרונים. הודעה שזוהתה בטעות כאוטומטית אפשר לקרוא ולהעביר לפניות. קבצים לא נשמרו.',
  columns: {
    refused_at: 'מתי',
    reason: 'למה',
    sender: 'מאת',
    recipient: 'אל',
    subject: 'נושא',
    bytes: 'גודל',
    actions: 'פעולות',
  },
  reasons: {
    automatic: 'תשובה אוטומטית',
    bounce: 'דיווח של שרת אימייל',
    full: 'השיחה מלאה',
    list: 'רשימת תפוצה',
    loop: 'הודעה שלנו שחזרה',
    refused: 'אי אפשר לשמור אותה',
    sender: 'לא ברור מי השולח',
    too_large: 'גדולה מדי',
    unreadable: 'אי אפשר לקרוא אותה',
  } satisfies Record<KindOf<'refused_mails.reason'>, string>,
  reasonHints: {
    automatic: 'תוכנה כתבה אותה, לא אדם. השולח לא קיבל על כך הודעה.',
    bounce: 'שרת אימייל מדווח על הודעה שלא נמסרה.',
    full: 'בפנייה כבר 500 הודעות, או 50 הודעות אימייל שמחכות להחלטה. השולח קיבל הודעת דחייה.',
    list: 'נשלחה לרבים בבת אחת. השולח לא קיבל על כך הודעה.',
    loop: 'יצאה מהכתובות של האקדמיה וחזרה אליהן.',
    refused: 'בסיס הנתונים או אחסון הקבצים דחו אותה. השולח קיבל הודעת דחייה.',
    sender: 'אין בה כתובת אחת ברורה של שולח. השולח קיבל הודעת דחייה.',
    too_large: 'יותר מ־12MB או יותר מדי שורות. השולח קיבל הודעת דחייה.',
    unreadable: 'המבנה שלה שבור. השולח קיבל הודעת דחייה.',
  } satisfies Record<KindOf<'refused_mails.reason'>, string>,
  filters: { reason: { title: 'למה', any: 'כל הסיבות' } },
  unknown: 'לא ידוע',
  unverified: 'לא אומת',
  noSubject: 'בלי נושא',
  ticket: 'לפנייה',
  ticketOf: (subject: string) => `לפנייה שאליה נשלחה ${subject}`,
  kilobytes: (count: string) => `${count} KB`,
  empty: 'כל ההודעות התקבלו',
  emptyLead: 'הודעות שנדחו או נמחקו, כמו תשובות אוטומטיות וקבצים גדולים מדי, יופיעו כאן עם הסיבה.',
  read: 'קריאה',
  readOf: (subject: string) => `קריאת ההודעה ${subject}. הקריאה תירשם, ואם השולח סטודנט הוא יראה אותה.`,
  take: 'העברה לפניות',
  takeOf: (subject: string) => `העברת ההודעה ${subject} לפניות`,
  takeLead: 'ההודעה זוהתה כאוטומטית. אם כתב אותה אדם, העבירו אותה לפניות.',
  taken: 'ההודעה הועברה לפניות',
  rest: 'ציטוט וחתימה',
  filesNotStored: 'קבצים שלא נשמרו:',
  close: 'חזרה לרשימה',
  show: 'הצגה',
  showSender: (masked: string) => `הצגת השולח ${masked}. ההצגה תירשם, ואם הוא סטודנט הוא יראה אותה.`,
  senderFailed: 'השולח לא נטען. ייתכן שההודעה כבר לא ברשימה.',
} as const

/** Refusals of what the staff do with a mail of the list, by code. */
export const refusedMailRefusals: Record<string, string> = {
  MAIL_NOT_FOUND: 'ההודעה כבר לא ברשימה.',
  MAIL_NOT_PLACED: 'אין לאן להעביר את ההודעה: הפנייה מלאה או נמחקה, או שכתובת התמיכה השתנתה.',
}

/** How many mails a filter finds. */
export const countedRefusedMails = { one: 'הודעה אחת', two: 'שתי הודעות', other: '# הודעות' } as const
