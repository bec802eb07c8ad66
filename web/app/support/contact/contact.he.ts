import type { TicketField, TicketProblem } from '~/support/tickets/ticket.rules'

/** Contact page [2.1-16]. */
export const contactText = {
  title: 'יצירת קשר',
  meta: 'שאלה על שיעור, תקלה, או משהו שחסר? כותבים לאקדמיה לפיננסים ומקבלים תשובה באימייל.',
  lead: 'שאלה על שיעור, תקלה, או משהו שחסר כאן: כותבים לנו, ותשובה תגיע באימייל בתוך שני ימי עבודה.',
  noAdvice: 'אפשר לשאול על מה שנלמד. על תיק השקעות אישי או מוצר פיננסי מסוים איננו יכולים לענות.',
  fields: { name: 'שם', email: 'אימייל', subject: 'נושא', message: 'מה רציתם לשאול?' } satisfies Record<
    TicketField,
    string
  >,
  fromAccount: 'מתוך החשבון שלכם',
  aboutLesson: 'הפנייה תישלח עם קישור לשיעור שממנו הגעתם.',
  letters: (written: number, max: number) => `${written.toLocaleString('he')} מתוך ${max.toLocaleString('he')} תווים`,
  problems: {
    name: { short: 'איך קוראים לכם?', long: 'השם ארוך מדי', invalid: 'השם אינו תקין' },
    email: {
      short: 'לאן לשלוח את התשובה?',
      long: 'הכתובת ארוכה מדי',
      invalid: 'כתובת האימייל אינה תקינה. כך היא נראית בדרך כלל: name@example.com',
    },
    subject: { short: 'כמה מילים על הנושא, לפחות 3 תווים', long: 'עד 120 תווים', invalid: 'הנושא אינו תקין' },
    message: { short: 'עוד קצת פרטים, לפחות 10 תווים', long: 'עד 4,000 תווים', invalid: 'ההודעה אינה תקינה' },
  } satisfies Record<TicketField, Record<TicketProblem, string>>,
  limit: 'אפשר לשלוח עד חמש פניות בשעה.',
  limitMet: 'כבר נשלחו חמש פניות בשעה האחרונה. אפשר לנסות שוב בעוד שעה או לכתוב לנו באימייל; מה שמילאתם נשאר כאן.',
  send: 'לשלוח את הפנייה',
  sending: 'שולחים...',
  sentTitle: 'הפנייה התקבלה',
  sentNumber: 'מספר הפנייה:',
  sentSteps: [
    'קוראים כל פנייה, לפי סדר ההגעה.',
    'התשובה תגיע בתוך שני ימי עבודה, לכתובת:',
    'לא הגיעה? כדאי לבדוק בתיקיית הספאם, ואז להתקשר.',
  ],
  another: 'לשלוח פנייה נוספת',
  details: 'אפשר גם כך',
  byEmail: 'אימייל',
  byPhone: 'טלפון',
  byPost: 'כתובת',
  accessibility: 'אחראית הנגישות',
} as const
