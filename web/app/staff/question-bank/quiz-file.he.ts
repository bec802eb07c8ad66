import type { QuizFile } from './quiz-file.rules'

type Fault = Extract<QuizFile, { fault: string }>['fault']

/** Questions from and to files. */
export const quizFileText = {
  save: 'להוריד את השאלות כקובץ',
  saveTable: 'להוריד את השאלות כטבלה (CSV)',
  open: 'להוסיף שאלות מקובץ',
  name: 'questions.json',
  tableName: 'questions.csv',
  title: 'שאלות מקובץ',
  found: { one: 'שאלה אחת בקובץ', two: 'שתי שאלות בקובץ', other: '# שאלות בקובץ' },
  lead: 'שום דבר לא נשמר עד שתשמרו את הטיוטה.',
  how: 'מה עושים איתן',
  append: 'להוסיף אחרי השאלות הקיימות',
  replace: 'להחליף את כל השאלות',
  done: 'להכניס לטיוטה',
  cancel: 'ביטול',
  taken: 'השאלות נכנסו לטיוטה. עוד לא נשמר.',
  refused: 'הקובץ לא נכנס',
  refusedLead: 'כל השאלות צריכות להיות תקינות. אלה לתיקון:',
  close: 'לסגור',
  problem: (pool: number, place: number) => `קבוצה ${pool}, שאלה ${place}`,
  more: { one: 'ועוד דבר אחד', two: 'ועוד שני דברים', other: 'ועוד # דברים' },
  faults: {
    NOT_JSON: 'הקובץ אינו JSON תקין.',
    NOT_A_QUIZ: 'זה אינו קובץ שאלות של האקדמיה.',
    VERSION: 'הקובץ נכתב בגרסה אחרת של המבנה.',
    COLUMNS: 'הקובץ אינו JSON ואינו טבלה עם העמודות kind ו־text.',
    POOL: 'אחת הקבוצות בקובץ אינה תקינה: נושא עד 60 אותיות, מספר הגרלה מ־1 עד 100, ורשימת שאלות.',
    TOO_MANY: 'יותר מדי: עד 500 שאלות ב־100 קבוצות.',
    EMPTY: 'אין שאלות בקובץ.',
    TOO_LARGE: 'הקובץ גדול מדי: עד 5 מגה־בייט.',
    UNREAD: 'לא הצלחנו לקרוא את הקובץ.',
  } satisfies Record<Fault | 'TOO_LARGE' | 'UNREAD', string>,
} as const
