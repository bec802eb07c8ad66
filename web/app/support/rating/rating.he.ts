import type { KindOf } from '~/shared/config/kinds'

/** The page behind 'האם התשובה עזרה' in the mail that solved a ticket of a visitor. */
export const ratingText = {
  metaTitle: 'האם התשובה עזרה?',
  titles: {
    open: 'האם התשובה עזרה?',
    done: 'תודה, רשמנו',
    unknown: 'הקישור אינו תקף',
    failed: 'האם התשובה עזרה?',
  },
  about: 'על הפנייה:',
  good: 'כן, עזרה',
  bad: 'לא עזרה',
  rated: { good: 'סימנתם שהתשובה עזרה.', bad: 'סימנתם שהתשובה לא עזרה. הצוות רואה את זה בפנייה.' } satisfies Record<
    KindOf<'support_tickets.satisfaction'>,
    string
  >,
  stillOpen: 'עדיין צריכים עזרה? כתבו לנו שוב, ונמשיך משם.',
  unknown: 'הקישור תקף ל־30 יום, כל עוד הפנייה סגורה ולא נשלחה אחריו תשובה חדשה.',
  contact: 'לכתוב לנו',
  failed: 'לא הצלחנו להגיע לשרת, ועדיין לא נרשם דבר. נסו שוב.',
} as const
