/** Notes of the staff beside the figures. */
export const figureNotesText = {
  title: 'מה קרה בימים האלה',
  lead: 'הערות של הצוות על ימים: קמפיין, תקלה, חג.',
  none: 'אין הערות על הימים האלה.',
  failed: 'ההערות לא נטענו',
  day: 'יום',
  body: 'הערה',
  save: 'להוסיף הערה',
  saveFailed: 'ההערה לא נשמרה. נסו שוב.',
  remove: 'למחוק',
  removeOf: (body: string) => `למחוק את ההערה: ${body}`,
  removeFailed: 'ההערה לא נמחקה. נסו שוב.',
} as const
