import type { KindOf } from '~/shared/config/kinds'

/** Tickets in the list of the support, and what their states are called. */
export const supportText = {
  title: 'פניות',
  search: 'נושא או שם, כתובת שלמה, או מספר פנייה',
  views: {
    open: 'פתוחות',
    mine: 'שלי',
    unassigned: 'ללא מטפל',
    overdue: 'באיחור',
    waiting: 'ממתינות לפונה',
    snoozed: 'מושהות',
    all: 'הכול',
    spam: 'ספאם',
  },
  viewsLabel: 'תצוגות',
  refusedMails: 'הודעות אימייל שלא התקבלו',
  columns: {
    subject: 'נושא',
    name: 'פונה',
    email: 'אימייל',
    status: 'מצב',
    priority: 'דחיפות',
    assignee: 'מטפל',
    tags: 'תגיות',
    due: 'מענה ראשון עד',
    last_message_at: 'הודעה אחרונה',
    created_at: 'נפתחה',
    satisfaction: 'שביעות רצון',
  },
  states: { open: 'פתוחה', pending: 'ממתינה לפונה', solved: 'נפתרה', closed: 'נסגרה' } satisfies Record<
    KindOf<'support_tickets.status'>,
    string
  >,
  priorities: { 0: 'נמוכה', 1: 'רגילה', 2: 'גבוהה', 3: 'דחופה' },
  satisfaction: { good: 'עזר', bad: 'לא עזר' } satisfies Record<KindOf<'support_tickets.satisfaction'>, string>,
  nobody: 'ללא מטפל',
  overdue: 'באיחור',
  answered: 'נענתה',
  fromStaff: 'מאיתנו',
  fromPerson: 'מהפונה',
  visitor: 'לא רשום',
  lesson: (title: string) => `על השיעור ${title}`,
  filters: {
    status: { title: 'מצב', any: 'כל המצבים' },
    priority: { title: 'דחיפות', any: 'כל הדחיפויות' },
    about: { title: 'על', any: 'הכול', values: { lesson: 'שיעור', other: 'לא על שיעור' } },
    tag: { title: 'תגית', any: 'כל התגיות' },
  },
  empty: 'אין כאן פניות',
  emptyLead: 'פניות מעמוד יצירת הקשר ומהשיעורים יופיעו כאן.',
} as const

/** How many tickets a filter finds. */
export const countedTickets = { one: 'פנייה אחת', two: 'שתי פניות', other: '# פניות' } as const
