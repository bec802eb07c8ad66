/** Mails of a ticket on the desk of the support. */
export const ticketMailsText = {
  held: 'הודעות אימייל שמחכות להחלטה',
  heldLead: 'לא ברור שהן מהפונה: הכתובת אחרת, או שאף שרת אימייל לא אישר אותה. הפונה לא רואה אותן.',
  unverified: 'השולח לא אומת',
  verifiedOther: 'כתובת אחרת',
  absence: 'נראית כמו הודעת היעדרות, ולכן לא פתחה את הפנייה מחדש',
  accept: 'לצרף לשיחה',
  discard: 'למחוק',
  accepted: 'ההודעה צורפה לשיחה',
  discarded: 'ההודעה נמחקה',
  rest: 'ציטוט וחתימה',
  failed: 'הודעות האימייל לא נטענו, ואיתן הקבצים והציטוטים שלהן',
} as const

/** Refusals of what the staff do with a held mail, by code. */
export const ticketMailRefusals: Record<string, string> = {
  MAIL_NOT_FOUND: 'ההודעה כבר לא כאן.',
  MAIL_SETTLED: 'מישהו אחר מהצוות כבר החליט על ההודעה הזאת.',
}
