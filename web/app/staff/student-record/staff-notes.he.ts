/** What staff note about a student. */
export const staffNotesText = {
  title: 'הערות הצוות',
  lead: 'הסטודנט לא רואה אותן באתר, אבל הן חלק מהעותק של המידע שלו שהוא רשאי לבקש.',
  none: 'עוד אין הערות.',
  failed: 'ההערות לא נטענו',
  label: 'הערה',
  change: 'תיקון',
  cancelChange: 'ביטול התיקון',
  remove: 'מחיקה',
  removeTitle: 'למחוק את ההערה?',
  removeLead: 'אי אפשר להחזיר אותה.',
  removeConfirm: 'למחוק',
  cancel: 'ביטול',
  save: 'שמירת ההערה',
  saving: 'שומרים...',
} as const
