/** The mail with the figures of a week. */
export const weeklyMailText = {
  title: 'סיכום שבועי',
  label: 'לשלוח לי את המספרים באימייל בכל יום ראשון בבוקר',
  about: 'השבוע שהסתיים לעומת השבוע שלפניו. מספרי סטודנטים מעוגלים, ופחות מעשרה לא נמסרים.',
  failed: 'לא ידוע אם הסיכום פעיל',
  saveFailed: 'זה לא נשמר. אפשר לנסות שוב.',
} as const
