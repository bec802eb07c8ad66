import type { PluralForms } from '~/shared/formats/plural'

const CLOSED: PluralForms = { one: 'חשבון אחד הושבת', two: 'שני חשבונות הושבתו', other: '# חשבונות הושבתו' }
const REOPENED: PluralForms = {
  one: 'חשבון אחד נפתח מחדש',
  two: 'שני חשבונות נפתחו מחדש',
  other: '# חשבונות נפתחו מחדש',
}
const NOT_CLOSED: PluralForms = {
  one: 'חשבון אחד לא הושבת',
  two: 'שני חשבונות לא הושבתו',
  other: '# חשבונות לא הושבתו',
}
const NOT_REOPENED: PluralForms = { one: 'חשבון אחד לא נפתח', two: 'שני חשבונות לא נפתחו', other: '# חשבונות לא נפתחו' }
const TO_CLOSE: PluralForms = { one: 'להשבית חשבון אחד?', two: 'להשבית שני חשבונות?', other: 'להשבית # חשבונות?' }
const TO_REOPEN: PluralForms = {
  one: 'לפתוח מחדש חשבון אחד?',
  two: 'לפתוח מחדש שני חשבונות?',
  other: 'לפתוח מחדש # חשבונות?',
}

/** What is done with many students at once. */
export const bulkText = {
  close: 'השבתה...',
  reopen: 'פתיחה מחדש...',
  closing: 'משביתים',
  reopening: 'פותחים מחדש',
  toDo: { close: TO_CLOSE, reopen: TO_REOPEN },
  done: { close: CLOSED, reopen: REOPENED },
  refused: { close: NOT_CLOSED, reopen: NOT_REOPENED },
  nothing: 'דבר לא השתנה: כל החשבונות כבר היו במצב הזה.',
  closeLead: 'כל הכניסות של הסטודנטים האלה ייסגרו מיד. ההתקדמות וההערות נשמרות, ואפשר לפתוח מחדש. הסיבה נרשמת לכל אחד.',
  reopenLead: 'הסטודנטים האלה יוכלו להיכנס שוב. הסיבה נרשמת לכל אחד.',
  undoClose: 'ביטול ההשבתה',
  undoReopen: 'ביטול הפתיחה',
  undoReason: 'ביטול של פעולה מרוכזת',
  why: {
    INSUFFICIENT_LEVEL: 'החשבון שייך גם לאיש צוות בדרגה גבוהה משלך',
    USER_NOT_FOUND: 'החשבון נמחק בינתיים',
    FORBIDDEN: 'אין לך יותר הרשאה לפעולה הזו',
    NETWORK_ERROR: 'אין חיבור לשרת',
    SESSION_ENDED: 'הכניסה שלך הסתיימה',
    NOT_TRIED: 'לא הגענו אליו',
  } as Readonly<Record<string, string>>,
  whyOther: 'השרת לא השלים את הפעולה',
} as const
