import type { PluralForms } from '~/shared/formats/plural'

/** The words of moving a record among others, and a lesson to another course. */
export const orderText = {
  drag: 'לגרור למקום אחר',
  up: (title: string) => `להעלות: ${title}`,
  down: (title: string) => `להוריד: ${title}`,
  more: (title: string) => `עוד דרכים להזיז: ${title}`,
  toPlace: 'להעביר למקום...',
  toCourse: 'להעביר לקורס אחר...',
  moved: (title: string, place: number, of: number) => `${title}: מקום ${place} מתוך ${of}`,
  same: (title: string, place: number, of: number) => `${title}: נשאר במקום ${place} מתוך ${of}`,
  undo: 'ביטול',
  placeTitle: (title: string) => `לאיזה מקום להעביר את ${title}?`,
  placeLead: 'המקומות נספרים מהראשון שהמבקרים רואים. מספר גדול מדי: הסוף.',
  place: 'מקום',
  placeProblem: 'מספר שלם, מ־1 ומעלה.',
  move: 'להעביר',
  cancel: 'ביטול',
  courseTitle: (title: string) => `לאיזה קורס להעביר את ${title}?`,
  courseLead: 'השיעור יעמוד בסוף הקורס החדש. ההתקדמות וההערות של הסטודנטים עוברות איתו.',
  course: 'קורס',
  courseMissing: 'צריך לבחור קורס.',
  checking: 'בודקים מה יקרה...',
  outlookFailed: 'לא הצלחנו לבדוק מה יקרה. אפשר לנסות שוב.',
  nothing: 'אין כאן התקדמות של סטודנטים ואין קישורים.',
  willHide: 'הקורס החדש אינו מפורסם, ולכן סטודנטים לא יראו את השיעור.',
  refusals: {
    LESSON_HAS_TESTS: {
      one: 'יש מבחן על השיעור הזה בקורס שלו. קודם משנים את השיעור של המבחן.',
      two: 'יש שני מבחנים על השיעור הזה בקורס שלו. קודם משנים את השיעור שלהם.',
      other: 'יש # מבחנים על השיעור הזה בקורס שלו. קודם משנים את השיעור שלהם.',
    },
    LESSON_CERTIFIED: {
      one: 'השיעור נספר בתעודה אחת שבתוקף, ולכן הוא נשאר בקורס. אפשר ליצור עותק.',
      two: 'השיעור נספר בשתי תעודות שבתוקף, ולכן הוא נשאר בקורס. אפשר ליצור עותק.',
      other: 'השיעור נספר ב־# תעודות שבתוקף, ולכן הוא נשאר בקורס. אפשר ליצור עותק.',
    },
  } as Readonly<Record<string, PluralForms>>,
  students: {
    one: 'סטודנט אחד התחיל את השיעור, וההתקדמות שלו נשמרת.',
    two: 'שני סטודנטים התחילו את השיעור, וההתקדמות שלהם נשמרת.',
    other: '# סטודנטים התחילו את השיעור, וההתקדמות שלהם נשמרת.',
  },
  finishedHere: {
    one: 'סטודנט אחד סיים איתו את הקורס הנוכחי. הסיום נשאר.',
    two: 'שני סטודנטים סיימו איתו את הקורס הנוכחי. הסיום נשאר.',
    other: '# סטודנטים סיימו איתו את הקורס הנוכחי. הסיום נשאר.',
  },
  finishedThere: {
    one: 'סטודנט אחד כבר סיים את הקורס החדש. הסיום נשאר, והשיעור יופיע אצלו כחדש.',
    two: 'שני סטודנטים כבר סיימו את הקורס החדש. הסיום נשאר, והשיעור יופיע אצלם כחדש.',
    other: '# סטודנטים כבר סיימו את הקורס החדש. הסיום נשאר, והשיעור יופיע אצלם כחדש.',
  },
  links: {
    one: 'כתבה אחת מובילה לכתובת של היום. הכתובת תוביל לחדשה.',
    two: 'שתי כתבות מובילות לכתובת של היום. הכתובת תוביל לחדשה.',
    other: '# כתבות מובילות לכתובת של היום. הכתובת תוביל לחדשה.',
  },
  movedToCourse: (title: string, course: string) => `${title} עבר לקורס ${course}`,
} as const

/** What the database refuses when a lesson moves, in words. */
export const orderErrors = {
  LESSON_HAS_TESTS: 'יש מבחן על השיעור בקורס שלו, ולכן הוא נשאר שם.',
  LESSON_CERTIFIED: 'השיעור נספר בתעודה שבתוקף, ולכן הוא נשאר בקורס.',
} as const
