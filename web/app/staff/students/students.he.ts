/** The list of students. */
export const studentsText = {
  title: 'סטודנטים',
  accessRequests: 'בקשות גישה',
  search: 'שם, או כתובת וטלפון שלמים',
  columns: {
    name: 'שם',
    email: 'אימייל',
    phone: 'טלפון',
    state: 'מצב',
    completed: 'שיעורים שהושלמו',
    last_watched: 'צפייה אחרונה',
    last_login_at: 'כניסה אחרונה',
    created_at: 'הצטרפות',
    marketing: 'דיוור',
    tags: 'תגיות',
  },
  states: { active: 'פעיל', unverified: 'לא אומת', leaving: 'מבקש מחיקה', closed: 'מושבת' },
  nameless: 'ללא שם',
  phoneMissing: 'חסר',
  never: 'טרם',
  yes: 'כן',
  no: 'לא',
  lessons: (completed: number, started: number) => `${completed} מתוך ${started}`,
  filters: {
    state: { title: 'מצב', any: 'כל המצבים' },
    phone: { title: 'טלפון', any: 'עם טלפון ובלעדיו', values: { owed: 'בלי טלפון', has: 'עם טלפון' } },
    mailing: { title: 'דיוור', any: 'כולם', values: { yes: 'מסכימים לדיוור', no: 'בלי דיוור' } },
    absent: {
      title: 'כניסה אחרונה',
      any: 'בכל זמן',
      values: { '14': 'לפני יותר משבועיים', '30': 'לפני יותר מחודש', '90': 'לפני יותר משלושה חודשים' },
    },
    tag: { title: 'תגית', any: 'כל התגיות' },
    registered: { title: 'הצטרפות', any: 'בכל יום' },
    learned: { title: 'למדו', any: 'בכל יום' },
    stage: {
      title: 'שלב',
      any: 'בכל שלב',
      values: {
        verified: 'אימתו את הכתובת',
        began: 'התחילו ללמוד',
        completed_lesson: 'השלימו שיעור',
        completed_course: 'השלימו קורס',
      },
    },
  },
  empty: 'עוד אין סטודנטים',
  emptyLead: 'מי שיירשם לאקדמיה יופיע כאן.',
} as const

/** How many students a filter finds. */
export const countedStudents = { one: 'סטודנט אחד', two: 'שני סטודנטים', other: '# סטודנטים' } as const
