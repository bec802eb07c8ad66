import type { DrawFault } from './definitions.rules'

/** The words of a thousand draws. */
export const drawText = {
  draw: 'להגריל 1,000 פעמים ולבדוק',
  noFaults: 'לא נמצאה בעיה ב־1,000 הגרלות.',
  faults: {
    NO_DRAW: 'לא נמצאו מספרים שעומדים בתנאים',
    DIVISION: 'חילוק באפס',
    TOO_LARGE: 'מספר גדול מדי',
    FORMULA: 'לנוסחה אין ערך',
    TOO_MANY_DIGITS: 'לתשובה יותר מדי ספרות',
    MISTAKE_RIGHT: 'טעות מוכרת נותנת את התשובה הנכונה',
  } satisfies Record<DrawFault, string>,
  times: { one: 'פעם אחת', two: 'פעמיים', other: '# פעמים' },
  noneRedrawn: 'המספרים הראשונים עמדו תמיד בתנאים.',
  redrawn: {
    one: 'פעם אחת המספרים הראשונים לא עמדו בתנאים, והוגרלו אחרים.',
    two: 'פעמיים המספרים הראשונים לא עמדו בתנאים, והוגרלו אחרים.',
    other: '# פעמים המספרים הראשונים לא עמדו בתנאים, והוגרלו אחרים.',
  },
  extremes: 'הקצוות',
  name: 'מספר',
  least: 'הקטן ביותר',
  greatest: 'הגדול ביותר',
  answer: 'התשובה',
  spread: 'איך התשובות מתפזרות',
  upTo: 'עד',
  shortest: 'הנוסח הקצר ביותר',
  longest: 'הנוסח הארוך ביותר',
} as const
