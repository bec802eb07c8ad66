import type { CalloutTone } from './rich-text.rules'

/** Around a text that is read. */
export const readingText = {
  contents: 'תוכן העניינים',
  callouts: { note: 'כדאי לדעת', warning: 'שימו לב', example: 'לדוגמה' } satisfies Record<CalloutTone, string>,
  course: 'קורס באקדמיה',
  footnotes: 'הערות',
  footnote: (number: number) => `הערה ${number}`,
  backToText: (number: number) => `חזרה להערה ${number} בטקסט`,
  facts: 'הנתונים בעמוד',
  checked: (day: string) => `נבדק ב־${day}`,
} as const
