import type { Problem } from './types.ts'

/** What authors are told; `{0}` is what it is about. */
const MESSAGES = {
  SHAPE: 'חסר כאן ערך, או שהוא אינו מה שצריך.',
  TOO_LONG: 'ארוך מדי.',
  SAME_ID: 'שני חלקים נושאים אותו סימן.',
  SAME_TEXT: 'שתי אפשרויות אומרות אותו דבר.',
  UNKNOWN_ID: 'התשובה הנכונה אינה אחת האפשרויות.',
  NO_RIGHT: 'צריך לסמן לפחות תשובה נכונה אחת, ולא את כולן.',
  GAP_MISSING: 'למקום הריק אין זכר בטקסט, או שהוא מופיע יותר מפעם אחת.',
  GAP_UNKNOWN: 'בטקסט יש מקום ריק שלא הוגדר.',
  FORMULA: 'הנוסחה אינה תקינה: {0}',
  UNKNOWN_NAME: 'אין מספר בשם {0}.',
  SAME_NAME: 'השם {0} ניתן פעמיים.',
  RANGE: 'הטווח של {0} ריק, או שהצעדים אינם מסתיימים בסופו.',
  NO_DRAW: 'אין מספרים שעומדים בכל התנאים, או שקשה מדי למצוא כאלה.',
  STEPS_END: 'השלב האחרון בפתרון אינו מגיע לתשובה.',
  MISTAKE_RIGHT: 'טעות מוכרת נותנת את התשובה הנכונה.',
} as const

export type ProblemCode = keyof typeof MESSAGES

/** One thing that a definition gets wrong, at its place. */
export const problem = (path: string, code: ProblemCode, about = ''): Problem => ({
  path,
  code,
  message: MESSAGES[code].replace('{0}', about),
})
