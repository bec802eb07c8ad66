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
const TAGGED: PluralForms = {
  one: 'סטודנט אחד קיבל את התגית',
  two: 'שני סטודנטים קיבלו את התגית',
  other: '# סטודנטים קיבלו את התגית',
}
const UNTAGGED: PluralForms = {
  one: 'התגית הוסרה מסטודנט אחד',
  two: 'התגית הוסרה משני סטודנטים',
  other: 'התגית הוסרה מ־# סטודנטים',
}
const TAG_UNCHANGED: PluralForms = {
  one: 'סטודנט אחד נשאר בלי שינוי',
  two: 'שני סטודנטים נשארו בלי שינוי',
  other: '# סטודנטים נשארו בלי שינוי',
}
const TO_TAG: PluralForms = { one: 'תגית לסטודנט אחד', two: 'תגית לשני סטודנטים', other: 'תגית ל־# סטודנטים' }

/** What is done with many students at once. */
export const bulkText = {
  confirm: { close: 'להשבית', reopen: 'לפתוח' },
  close: 'השבתה...',
  reopen: 'פתיחה מחדש...',
  tag: 'תגית...',
  running: { close: 'משביתים', reopen: 'פותחים מחדש', tag: 'מוסיפים תגית', untag: 'מסירים תגית' },
  toDo: { close: TO_CLOSE, reopen: TO_REOPEN },
  done: { close: CLOSED, reopen: REOPENED, tag: TAGGED, untag: UNTAGGED },
  refused: { close: NOT_CLOSED, reopen: NOT_REOPENED, tag: TAG_UNCHANGED, untag: TAG_UNCHANGED },
  nothing: {
    close: 'דבר לא השתנה: כל החשבונות כבר היו מושבתים.',
    reopen: 'דבר לא השתנה: כל החשבונות כבר היו פתוחים.',
    tag: 'דבר לא השתנה: התגית כבר הייתה לכולם.',
    untag: 'דבר לא השתנה: לאף אחד לא הייתה התגית הזו.',
  },
  tagTitle: TO_TAG,
  tagLead: 'תגיות רואה הצוות בלבד, והן חלק מעותק המידע שסטודנט יכול לבקש. אפשר לבטל אחר כך.',
  tagWay: 'להוסיף או להסיר',
  tagConfirm: 'להוסיף את התגית',
  untagConfirm: 'להסיר את התגית',
  tagLabel: 'תגית',
  tagHint: 'עד 30 תווים, בלי פסיקים.',
  cancel: 'ביטול',
  closeLead: 'כל הכניסות של הסטודנטים האלה ייסגרו מיד. ההתקדמות וההערות נשמרות, ואפשר לפתוח מחדש. הסיבה נרשמת לכל אחד.',
  reopenLead: 'הסטודנטים האלה יוכלו להיכנס שוב. הסיבה נרשמת לכל אחד.',
  undo: { close: 'ביטול ההשבתה', reopen: 'ביטול הפתיחה', tag: 'ביטול ההוספה', untag: 'ביטול ההסרה' },
  undoReason: 'ביטול של פעולה מרוכזת',
  why: {
    INSUFFICIENT_LEVEL: 'החשבון שייך גם לאיש צוות בדרגה גבוהה משלך',
    USER_NOT_FOUND: 'החשבון נמחק בינתיים',
    TOO_MANY_TAGS: 'יש כבר עשר תגיות לסטודנט, או מאתיים תגיות בכלל',
    INVALID_TAG: 'תגית היא עד 30 תווים, בלי פסיקים',
    CANNOT_CHANGE_SELF: 'זה החשבון שלך',
    FORBIDDEN: 'אין לך יותר הרשאה לפעולה הזו',
    NETWORK_ERROR: 'אין חיבור לשרת',
    SESSION_ENDED: 'הכניסה שלך הסתיימה',
    NOT_TRIED: 'לא הגענו אליו',
  } as Readonly<Record<string, string>>,
  whyOther: 'השרת לא השלים את הפעולה',
} as const
