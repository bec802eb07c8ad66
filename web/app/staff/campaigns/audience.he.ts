/** The rules of an audience as sentences. */
export const audienceText = {
  title: 'למי',
  match: { all: 'מי שמקיימים את כל התנאים', any: 'מי שמקיימים לפחות תנאי אחד' },
  matchLabel: 'איך התנאים מצטרפים',
  everybody: 'בלי תנאים ההודעה מיועדת לכולם.',
  add: 'להוסיף תנאי',
  remove: (number: number) => `להסיר את תנאי ${number}`,
  field: (number: number) => `תנאי ${number}: נושא`,
  op: (number: number) => `תנאי ${number}: פירוט`,
  value: (number: number) => `תנאי ${number}: ערך`,
  choose: 'בוחרים',
  fields: {
    state: 'מצב החשבון',
    registered: 'הרשמה',
    activity: 'פעילות',
    course: 'קורס',
    progress: 'התקדמות',
    test: 'מבחן',
    tag: 'תגית',
    marketing: 'הסכמה לדיוור',
  },
  ops: {
    state: { active: 'פעיל', leaving: 'לקראת מחיקה' },
    registered: { within: 'בתוך הימים האחרונים', before: 'לפני יותר מימים' },
    activity: { within: 'היו פעילים בתוך הימים האחרונים', not_within: 'לא היו פעילים בימים האחרונים' },
    course: { began: 'התחילו', not_began: 'לא התחילו', completed: 'השלימו', not_completed: 'התחילו ולא השלימו' },
    progress: { at_least: 'השלימו לפחות שיעורים', at_most: 'השלימו לכל היותר שיעורים' },
    test: { tried: 'ניסו', not_tried: 'לא ניסו', passed: 'עברו', not_passed: 'ניסו ולא עברו' },
    tag: { has: 'יש להם את התגית', has_not: 'אין להם את התגית' },
    marketing: { agreed: 'הסכימו', not_agreed: 'לא הסכימו' },
  } as Readonly<Record<string, Readonly<Record<string, string>>>>,
  counting: 'סופרים...',
  countFailed: 'הספירה לא הצליחה. התנאים עדיין לא שלמים, או שהחיבור נקטע.',
  leftOut: 'לא יקבלו',
  samples: 'למשל',
  nobody: 'התנאים לא מוצאים אף אחד.',
} as const

/** How many get a campaign now. */
export const reachCount = { one: 'נמען אחד יקבל', two: 'שני נמענים יקבלו', other: '# נמענים יקבלו' } as const
