import type { KindOf } from '~/shared/config/kinds'

/** Names of mails by their kind: of the product, then of the sign-in service. */
const kinds = {
  marketing: 'דיוור',
  weekly_figures: 'סיכום שבועי לצוות',
  approval: 'בקשת אישור לצוות',
  support_answer: 'תשובה לפנייה',
  security_notice: 'הודעה על אבטחת החשבון',
  account_recovery: 'שחזור גישה לחשבון',
  account_deletion_requested: 'בקשה למחיקת החשבון',
  account_deleted: 'אישור על מחיקת החשבון',
  magic_link: 'קישור כניסה',
  confirmation: 'אישור הרשמה',
  invite: 'הזמנה לצוות',
  recovery: 'שחזור כניסה',
  email_change: 'החלפת כתובת',
  reauthentication: 'קוד לאישור פעולה',
} as const satisfies Record<KindOf<'email_outbox.kind' | 'mail.outbox.kind'>, string>

/** Mails that wait or were given up. */
export const mailsText = {
  title: 'הודעות שלא נמסרו',
  search: 'כתובת שלמה, או קוד של סיבה',
  kinds,
  states: { waiting: 'ממתינה לשליחה', delayed: 'תישלח שוב', abandoned: 'לא תישלח' },
  columns: { created_at: 'מתי', kind: 'הודעה', recipient: 'נמען', state: 'מצב', answer: 'סיבה', retry: 'שליחה' },
  filters: {
    state: {
      title: 'מצב',
      any: 'בכל מצב',
      values: { waiting: 'ממתינות לשליחה', delayed: 'יישלחו שוב', abandoned: 'לא יישלחו' },
    },
    kind: { title: 'הודעה', any: 'כל ההודעות', values: kinds },
    failure: {
      title: 'תקלה',
      any: 'כל התקלות',
      values: {
        unreachable: 'שרת הדואר לא ענה',
        temporary: 'שרת הדואר דחה לעת עתה',
        permanent: 'שרת הדואר סירב',
      } satisfies Record<KindOf<'email_outbox.last_failure'>, string>,
    },
  },
  empty: 'כל ההודעות נמסרו',
  emptyLead: 'הודעה שממתינה לשליחה, או שלא הצלחנו למסור, תופיע כאן.',
  causes: 'למה הודעות לא יצאו',
  causesFailed: 'הסיבות לא נטענו',
  showOnly: 'להציג רק אותן',
  nextTry: (moment: string) => `ניסיון נוסף ב־${moment}`,
  show: 'הצגה',
  showRecipient: (masked: string) => `הצגת הנמען ${masked}. ההצגה תירשם, והסטודנט יראה אותה.`,
  recipientFailed: 'הנמען לא נטען. ייתכן שההודעה כבר נמסרה.',
  retry: 'לשלוח שוב',
  retryOf: (kind: string) => `לשלוח שוב: ${kind}`,
  retried: 'ההודעה תישלח בתוך כמה שניות.',
  notRetried: 'ההודעה כבר נשלחת, נמסרה או אינה רלוונטית עוד לנמען שלה.',
  retryFailed: 'לא הצלחנו לשלוח שוב. נסו עוד רגע.',
  textGone: 'התוכן כבר נמחק',
  notAgain: 'תוכן ההודעות כבר נמחק, ולכן אי אפשר לשלוח אותן שוב.',
  nothingSent: 'אף הודעה לא נשלחה שוב: הן כבר נשלחות, נמסרו או אינן רלוונטיות עוד.',
} as const

/** How many mails a filter finds. */
export const countedMails = { one: 'הודעה אחת', two: 'שתי הודעות', other: '# הודעות' } as const
/** The button that sends all of a cause again. */
export const retryAll = { one: 'לשלוח אותה שוב', two: 'לשלוח את שתיהן שוב', other: 'לשלוח שוב # הודעות' } as const
/** How many will be sent again. */
export const willBeSent = {
  one: 'הודעה אחת תישלח שוב בתוך כמה שניות.',
  two: 'שתי הודעות יישלחו שוב בתוך כמה שניות.',
  other: '# הודעות יישלחו שוב בתוך כמה שניות.',
} as const
