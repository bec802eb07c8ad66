/** Mails of a ticket on the desk of the support. */
export const ticketMailsText = {
  held: 'מיילים שמחכים להחלטה',
  heldLead: 'לא ברור שהם מהפונה: הכתובת אחרת, או שאף שרת מייל לא אישר אותה. הפונה לא רואה אותם.',
  unverified: 'השולח לא אומת',
  verifiedOther: 'כתובת אחרת',
  accept: 'לצרף לשיחה',
  discard: 'להשליך',
  accepted: 'המייל צורף לשיחה',
  discarded: 'המייל הושלך',
  rest: 'מה שנחתך מהמייל',
  came: 'קבצים ומקור של מיילים',
  failed: 'המיילים לא נטענו',
} as const

/** Refusals of what the staff do with a held mail, by code. */
export const ticketMailRefusals: Record<string, string> = {
  MAIL_NOT_FOUND: 'המייל כבר לא כאן.',
  MAIL_SETTLED: 'מישהו אחר מהצוות כבר החליט על המייל הזה.',
}
