/** The transcript of a lesson. */
export const transcriptText = {
  label: 'תמליל השיעור',
  none: 'לשיעור הזה אין עדיין תמליל.',
  search: 'חיפוש בתמליל',
  found: (number: number, count: number) => `${number} מתוך ${count}`,
  notFound: 'לא נמצא',
  previous: 'התוצאה הקודמת',
  next: 'התוצאה הבאה',
  clear: 'ניקוי החיפוש',
  toCurrent: 'לשורה הנוכחית',
} as const
