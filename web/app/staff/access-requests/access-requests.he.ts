import { type PluralForms, plural } from '~/shared/formats/plural'

const WAITING: PluralForms = { one: 'בקשה אחת מחכה', two: 'שתי בקשות מחכות', other: '# בקשות מחכות' }

/** Requests of people who can no longer read the mail of their account. */
export const accessRequestsText = {
  title: 'בקשות גישה',
  back: 'לרשימת הסטודנטים',
  decided: 'בקשות שהוחלטו',
  lead: 'אנשים שאיבדו את תיבת האימייל של החשבון. לפני שמאשרים, מדברים איתם בטלפון שרשום בחשבון.',
  waiting: (count: number) => plural(count, WAITING),
  none: 'אין בקשות שמחכות.',
  failed: 'הבקשות לא נטענו',
  former: 'הכתובת שאבדה',
  contact: 'הכתובת החדשה',
  phone: 'טלפון',
  check: 'השוואה לחשבון',
  checking: 'משווים...',
  noAccount: 'אין חשבון מאומת עם הכתובת הזאת.',
  agrees: 'תואם לחשבון',
  differs: 'לא תואם לחשבון',
  names: 'שם',
  contactTaken: 'הכתובת החדשה רשומה כבר בחשבון אחר.',
  toRecord: 'לכרטיס הסטודנט',
  grant: 'אישור...',
  refuse: 'דחייה...',
  grantTitle: 'להעביר את החשבון לכתובת החדשה?',
  grantLead:
    'כל הכניסות וכל הקישורים שנשלחו ייסגרו, והכניסה תהיה דרך הכתובת החדשה בלבד. לשתי הכתובות נשלח אימייל, ומהישנה אפשר לבטל במשך שבעה ימים. שלב שני נשאר.',
  grantConfirm: 'לאשר',
  refuseTitle: 'לדחות את הבקשה?',
  refuseLead: 'בחשבון לא משתנה דבר, ולמבקש לא נשלח אימייל.',
  refuseConfirm: 'לדחות',
  granted: 'הבקשה אושרה',
  refused: 'הבקשה נדחתה',
} as const

/** Requests that were decided. */
export const decidedRequestsText = {
  title: 'בקשות גישה שהוחלטו',
  search: 'שם',
  columns: {
    decided_at: 'מתי הוחלט',
    status: 'החלטה',
    name: 'שם',
    former: 'הכתובת שאבדה',
    contact: 'הכתובת החדשה',
    decided_by: 'מי החליט',
    because: 'למה',
  },
  statuses: { granted: 'אושרה', refused: 'נדחתה' },
  filter: { title: 'החלטה', any: 'כל ההחלטות' },
  nobody: 'לא בצוות עוד',
  toWaiting: 'לבקשות שמחכות',
  empty: 'עוד לא הוחלט באף בקשה',
  emptyLead: 'כל החלטה תופיע כאן, עם מי שהחליט והסיבה, עד 180 יום מיום הבקשה.',
} as const

/** How many decided requests a filter finds. */
export const countedDecisions: PluralForms = { one: 'החלטה אחת', two: 'שתי החלטות', other: '# החלטות' }
