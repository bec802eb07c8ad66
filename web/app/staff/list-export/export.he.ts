import type { PluralForms } from '~/shared/formats/plural'

/** Words of the export of a list. */
export const listExportText = {
  start: 'ייצוא',
  xlsx: 'גיליון Excel',
  csv: 'קובץ CSV',
  note: 'רק מה שמסונן עכשיו. כתובות וטלפונים נשארים מוסתרים, והייצוא נרשם ביומן הפעולות.',
  running: 'מייצאים',
  progress: (done: string, total: string) => `${done} מתוך ${total}`,
  stop: 'לעצור',
  stopped: 'הייצוא נעצר, ולא נשמר קובץ',
  cut: 'הקובץ מוגבל ל־100,000 שורות. כדי לקבל את השאר, סננו את הרשימה לחלקים.',
} as const

export const countedExported: PluralForms = {
  one: 'הקובץ נשמר, עם שורה אחת',
  two: 'הקובץ נשמר, עם שתי שורות',
  other: 'הקובץ נשמר, עם # שורות',
}
