import type { KindOf } from '~/shared/config/kinds'

/** Words of the files that came with mails to the support. */
export const mailFilesText = {
  title: 'קבצים',
  take: 'להורדה:',
  failed: 'הקובץ לא ירד. כדאי לבדוק את החיבור ולנסות שוב.',
  size: (kilobytes: number) => `${kilobytes} KB`,
  refusals: {
    TYPE: 'קובץ מסוג שלא מתקבל',
    HEIC: 'תמונת HEIC של iPhone שלא נפתחת כאן. אפשר לשלוח אותה שוב כ־JPEG',
    TNEF: 'הקבצים נארזו ב־Outlook ולא נפתחים כאן. אפשר לשלוח אותם שוב באימייל בתבנית HTML',
    EMPTY: 'קובץ ריק',
    SIZE: 'תמונה גדולה מדי',
    BROKEN: 'התמונה פגומה',
    TOO_MANY: 'נשלחו יותר מדי קבצים',
    AUTOMATIC: 'לא נשמר, כי ההודעה זוהתה תחילה כאוטומטית. אפשר לבקש לשלוח אותו שוב',
  } satisfies Record<KindOf<'support_files.refusal'>, string>,
} as const
