import { type PluralForms, plural } from '~/shared/formats/plural'
import type { CaptionFileProblem, CaptionFix } from './caption-file.rules'
import type { CueTrouble } from './cues.rules'

const fileProblems: Record<CaptionFileProblem['code'], string> = {
  ENCODING: 'תווים שאי אפשר לקרוא. שומרים את הקובץ ב־UTF-8.',
  HEADER: 'זה אינו קובץ כתוביות: WebVTT מתחיל במילה WEBVTT, ו־SRT במספר ובזמן.',
  TIME: 'הזמן אינו כתוב כמו שצריך, למשל \u206600:00:01.000 --> 00:00:02.500\u2069.',
  NO_TIME: 'יש כאן מילים בלי זמן מעליהן.',
  BACKWARDS: 'הסוף לפני ההתחלה.',
  MARKUP: 'יש כאן תגית שכתוביות אינן מכירות.',
  TOO_LATE: 'הזמן מאוחר מיממה.',
  EMPTY: 'אין בקובץ כתוביות.',
}

const always = (sentence: string): PluralForms => ({ one: sentence, two: sentence, other: sentence })

const fileFixes: Record<CaptionFix, PluralForms> = {
  ENCODING: always('הקובץ נקרא בקידוד Windows-1255. כדאי לבדוק שהמילים נכונות.'),
  HEADER: always('ראש הקובץ תוקן.'),
  TIMES: {
    one: 'שורת זמנים אחת נכתבה בצורה המקובלת.',
    two: '2 שורות זמנים נכתבו בצורה המקובלת.',
    other: '# שורות זמנים נכתבו בצורה המקובלת.',
  },
  SEPARATORS: {
    one: 'ההפרדה בין כתוביות תוקנה במקום אחד.',
    two: 'ההפרדה בין כתוביות תוקנה ב־2 מקומות.',
    other: 'ההפרדה בין כתוביות תוקנה ב־# מקומות.',
  },
  BLANKS_WITHIN: {
    one: 'שורה ריקה אחת בתוך כתובית הוסרה.',
    two: '2 שורות ריקות בתוך כתוביות הוסרו.',
    other: '# שורות ריקות בתוך כתוביות הוסרו.',
  },
  LOOKS: {
    one: 'עיצוב או מיקום הוסרו במקום אחד.',
    two: 'עיצוב או מיקום הוסרו ב־2 מקומות.',
    other: 'עיצוב או מיקום הוסרו ב־# מקומות.',
  },
  SPEAKERS: {
    one: 'תגית של שם הדובר הוסרה מכתובית אחת.',
    two: 'תגיות של שמות הדוברים הוסרו מ־2 כתוביות.',
    other: 'תגיות של שמות הדוברים הוסרו מ־# כתוביות.',
  },
  NOTES: { one: 'הערה אחת הושמטה.', two: '2 הערות הושמטו.', other: '# הערות הושמטו.' },
  WITHOUT_WORDS: {
    one: 'כתובית אחת בלי מילים הושמטה.',
    two: '2 כתוביות בלי מילים הושמטו.',
    other: '# כתוביות בלי מילים הושמטו.',
  },
  NO_LENGTH: {
    one: 'כתובית אחת בלי משך קיבלה עד 2 שניות.',
    two: '2 כתוביות בלי משך קיבלו עד 2 שניות.',
    other: '# כתוביות בלי משך קיבלו עד 2 שניות.',
  },
  ORDER: {
    one: 'כתובית אחת לא עמדה לפי הזמן, והכתוביות סודרו.',
    two: '2 כתוביות לא עמדו לפי הזמן, והכתוביות סודרו.',
    other: '# כתוביות לא עמדו לפי הזמן, והכתוביות סודרו.',
  },
  REPEATED: {
    one: 'שורה אחת שחזרה על עצמה הוסרה.',
    two: '2 שורות שחזרו על עצמן הוסרו.',
    other: '# שורות שחזרו על עצמן הוסרו.',
  },
}

/** The words of the editor of captions. */
export const captionsText = {
  open: 'לעריכת הכתוביות',
  none: 'אין כתוביות',
  counted: { one: 'כתובית אחת', two: '2 כתוביות', other: '# כתוביות' },
  troubled: { one: 'אחת קשה לקריאה', two: '2 קשות לקריאה', other: '# קשות לקריאה' },
  language: 'שפת הכתוביות',
  title: 'כתוביות:',
  lead: 'מה שנערך כאן נכנס לטופס, ונשמר עם שאר השיעור.',
  video: 'הסרטון',
  noVideo: 'אין כאן נגן: הסרטון לא הועלה עדיין, או שהוא ב־Vimeo. אפשר להקליד זמנים.',
  videoFailed: 'הסרטון לא נטען. אפשר להקליד זמנים.',
  more: 'קובץ, תמליל והזזה בזמן',
  keysTitle: 'קיצורי המקלדת',
  keys: {
    'Ctrl + Space': 'נגינה ועצירה',
    'Ctrl + ↑ ↓': 'כתובית קודמת והבאה',
    'Ctrl + Enter': 'פיצול במקום הסמן',
    'Ctrl + M': 'איחוד עם הבאה',
    'Ctrl + D': 'מחיקת הכתובית',
    'Ctrl + I': 'כתובית חדשה',
    'Ctrl + [': 'התחלה ברגע שמתנגן',
    'Ctrl + ]': 'סוף ברגע שמתנגן',
    'Ctrl + Z': 'ביטול, מחוץ לטקסט',
  },
  start: (number: number) => `תחילת כתובית ${number}`,
  end: (number: number) => `סוף כתובית ${number}`,
  words: (number: number) => `כתובית ${number}`,
  seek: (number: number) => `לנגן מכתובית ${number}`,
  split: (number: number) => `לפצל את כתובית ${number}`,
  merge: (number: number) => `לאחד את כתובית ${number} עם הבאה`,
  remove: (number: number) => `למחוק את כתובית ${number}`,
  splitShort: 'פיצול',
  mergeShort: 'איחוד',
  removeShort: 'מחיקה',
  add: 'כתובית חדשה ברגע שמתנגן',
  undo: 'ביטול הפעולה האחרונה',
  shift: 'הזזה בשניות',
  shiftFrom: (number: number) => `מכתובית ${number} והלאה`,
  shiftDo: 'להזיז',
  shiftWrong: 'מספר של שניות, למשל 0.5 או ‎-1.2',
  import: 'לטעון קובץ WebVTT, SRT או SBV',
  fileProblem: (line: number, code: CaptionFileProblem['code']) => `שורה ${line}: ${fileProblems[code]}`,
  fixesTitle: 'הקובץ תוקן בטעינה, והמילים נשארו כמו שהן:',
  fileFixes: (fixes: ReadonlyMap<CaptionFix, number>) =>
    [...fixes].map(([fix, count]) => plural(count, fileFixes[fix])),
  importTooBig: 'הכתוביות גדולות מדי: עד 300 קילובייט, בקובץ של עד 3 מגהבייט.',
  imported: 'הכתוביות הוחלפו במה שבקובץ. אפשר לבטל.',
  export: 'להוריד כקובץ WebVTT',
  fromTranscript: 'לכתוב כתוביות מהתמליל',
  toTranscript: 'לכתוב תמליל מהכתוביות',
  transcriptDone: 'התמליל נכתב מחדש בטופס.',
  done: 'סיום',
  drop: 'לוותר על השינויים',
  empty: 'אין עדיין כתוביות. טוענים קובץ, כותבים מהתמליל או מוסיפים אחת אחת.',
  troubles: {
    fast: 'מהר מדי לקריאה: יותר מ־17 תווים בשנייה',
    long: 'שורה ארוכה מ־42 תווים',
    lines: 'יותר משתי שורות',
    short: 'קצרה מ־0.8 שנייה',
    overlap: 'נמשכת לתוך הבאה',
    empty: 'בלי מילים, ולא תישמר',
  } satisfies Record<CueTrouble, string>,
} as const
