import type { PluralForms } from '~/shared/formats/plural'

/** Words of what is chosen in a list, and of what is done with it. */
export const selectionText = {
  row: (name: string) => `בחירת ${name}`,
  page: 'בחירת כל השורות בדף',
  bar: 'מה שנבחר',
  of: (total: string) => `מתוך ${total}`,
  all: (total: string) => `לבחור את כל ${total}`,
  choosing: 'בוחרים...',
  clear: 'ניקוי הבחירה',
  clearKey: 'Esc',
  progress: (done: string, total: string) => `${done} מתוך ${total}`,
  stop: 'לעצור',
  stopping: 'עוצרים אחרי הקבוצה הזו...',
  report: 'מה נעשה',
  again: 'לנסות שוב את אלה',
  close: 'סגירה',
  more: (count: number) => `ועוד ${count}`,
  nameless: 'ללא שם',
} as const

export const countedChosen: PluralForms = { one: 'נבחר אחד', two: 'נבחרו 2', other: 'נבחרו #' }
