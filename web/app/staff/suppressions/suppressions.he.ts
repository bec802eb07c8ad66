import type { KindOf } from '~/shared/config/kinds'

/** Addresses that get no campaigns, why, and the ways onto and off the list. */
export const suppressionsText = {
  title: 'כתובות חסומות לדיוור',
  search: 'כתובת שלמה',
  toCampaigns: 'הודעות ודיוור',
  lead: 'לכתובות שכאן לא יוצא דיוור. הודעות של החשבון, כמו קישור כניסה, ממשיכות להגיע אליהן.',
  columns: { email: 'כתובת', reason: 'למה', lift: 'הסרה', created_at: 'מתי' },
  reasons: {
    bounced: 'ההודעה חזרה',
    complained: 'סימנו כספאם',
    unsubscribed: 'הסירו את עצמם',
    added: 'הצוות הוסיף',
  } satisfies Record<KindOf<'email_suppressions.reason'>, string>,
  reasonHints: {
    bounced: 'התיבה לא קיימת או לא מקבלת דואר. לא יוצאת אליה שום הודעה מהדף הזה.',
    complained: 'מי שקיבל את ההודעה דיווח עליה. לא יוצאת אליו שום הודעה מהדף הזה.',
    unsubscribed: 'לא מקבלים דיוור. הודעות שירות ממשיכות להגיע.',
    added: 'לא יוצאת אליה שום הודעה מהדף הזה.',
  } satisfies Record<KindOf<'email_suppressions.reason'>, string>,
  filters: {
    reason: {
      title: 'למה',
      any: 'כל הסיבות',
      values: {
        bounced: 'חזרו',
        complained: 'סימנו כספאם',
        unsubscribed: 'הסירו את עצמם',
        added: 'הצוות הוסיף',
      } satisfies Record<KindOf<'email_suppressions.reason'>, string>,
    },
  },
  empty: 'אין כתובות חסומות',
  emptyLead: 'כתובת נוספת לכאן לבד כשהודעה חוזרת, כשמישהו מסמן אותה כספאם או מסיר את עצמו. אפשר גם להוסיף ביד.',
  lift: 'להסיר...',
  liftOf: (masked: string) => `להסיר מהרשימה את ${masked}`,
  liftTitle: 'להסיר מהרשימה?',
  liftLead: (masked: string, why: string) =>
    `${masked}: ${why}. הודעות ייצאו אליה שוב, ואם היא תחזור שוב היא תיחסם מחדש. הסיבה נשמרת ביומן הפעולות.`,
  liftConfirm: 'להסיר מהרשימה',
  lifted: 'הכתובת הוסרה מהרשימה.',
  gone: 'הכתובת כבר לא ברשימה.',
  own: 'רק בהסכמה שלהם',
  add: 'לחסום כתובת',
  addTitle: 'לחסום כתובת לדיוור',
  addLead: 'לא תצא אליה שום הודעה מכאן, גם לא הודעת שירות, עד שתוסר מהרשימה.',
  address: 'כתובת אימייל',
  addressMissing: 'כתובת שלמה, למשל name@example.com.',
  why: 'סיבה',
  whyHint: 'נשמרת ברשימה וביומן הפעולות.',
  whyMissing: 'סיבה של שלושה תווים לפחות.',
  cancel: 'ביטול',
  added: 'הכתובת נחסמה.',
  known: 'הכתובת כבר ברשימה. מה לא יוצא אליה נקבע לפי הסיבה שרשומה שם.',
} as const

/** How many addresses a filter finds. */
export const countedAddresses = { one: 'כתובת אחת', two: 'שתי כתובות', other: '# כתובות' } as const

/** What the database refuses, in words. */
export const suppressionRefusals: Readonly<Record<string, string>> = {
  INVALID_ADDRESS: suppressionsText.addressMissing,
  REASON_REQUIRED: suppressionsText.whyMissing,
  INSUFFICIENT_LEVEL: 'הכתובת שייכת לאיש צוות בדרגה שמעליכם.',
}
