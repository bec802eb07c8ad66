import type { PluralForms } from '~/shared/formats/plural'
import type { BulkWay } from './content.rules'

const forms = (verb: { one: string; many: string }): PluralForms => ({
  one: `רשומה אחת ${verb.one}`,
  two: `שתי רשומות ${verb.many}`,
  other: `# רשומות ${verb.many}`,
})

/** What is done with many records of a list at once. */
export const contentBulkText = {
  acts: {
    publish: 'לפרסם',
    unpublish: 'להסתיר...',
    trash: 'לאשפה...',
    restore: 'לשחזר מהאשפה',
    set: 'לשמור בטיוטות',
    put_back: 'להחזיר למצב הקודם',
  } satisfies Record<BulkWay, string>,
  category: 'קטגוריה...',
  author: 'כותב...',
  feature: 'להבליט',
  unfeature: 'לא להבליט',
  running: {
    publish: 'מפרסמים',
    unpublish: 'מסתירים',
    trash: 'מעבירים לאשפה',
    restore: 'משחזרים',
    set: 'משנים טיוטות',
    put_back: 'מחזירים למצב הקודם',
  } satisfies Record<BulkWay, string>,
  done: {
    publish: forms({ one: 'פורסמה', many: 'פורסמו' }),
    unpublish: forms({ one: 'הוסתרה', many: 'הוסתרו' }),
    trash: forms({ one: 'הועברה לאשפה', many: 'הועברו לאשפה' }),
    restore: forms({ one: 'שוחזרה כטיוטה', many: 'שוחזרו כטיוטות' }),
    set: forms({
      one: 'שונתה בטיוטה. מבקרים יראו את זה אחרי פרסום',
      many: 'שונו בטיוטות. מבקרים יראו את זה אחרי פרסום',
    }),
    put_back: forms({ one: 'הוחזרה למצב הקודם', many: 'הוחזרו למצב הקודם' }),
  } satisfies Record<BulkWay, PluralForms>,
  refused: forms({ one: 'נשארה כמו שהיא', many: 'נשארו כמו שהן' }),
  nothing: 'דבר לא השתנה: כל הרשומות כבר היו כך.',
  undoTrash: 'להחזיר מהאשפה',
  undo: {
    publish: 'לבטל את הפרסום',
    unpublish: 'להחזיר לאתר',
    set: 'להחזיר את הערכים הקודמים',
  } as Readonly<Partial<Record<BulkWay, string>>>,
  unpublishTitle: {
    one: 'להסתיר רשומה אחת מהאתר?',
    two: 'להסתיר שתי רשומות מהאתר?',
    other: 'להסתיר # רשומות מהאתר?',
  },
  trashTitle: {
    one: 'להעביר רשומה אחת לאשפה?',
    two: 'להעביר שתי רשומות לאשפה?',
    other: 'להעביר # רשומות לאשפה?',
  },
  setTitle: { one: 'לשנות טיוטה אחת?', two: 'לשנות שתי טיוטות?', other: 'לשנות # טיוטות?' },
  setLead: 'השינוי נשמר בטיוטות בלבד. מבקרים יראו אותו אחרי פרסום.',
  cancel: 'ביטול',
  why: {
    CONTENT_CHANGED: 'מישהו שינה אותה אחרי שהרשימה נקראה',
    VERSION_CONFLICT: 'מישהו שינה את השדה הזה אחרי שהרשימה נקראה',
    CONTENT_INCOMPLETE: 'חסר בה משהו לפני הפרסום: משלימים, או כותבים סיבה בדף שלה',
    CONTENT_IN_TRASH: 'היא באשפה',
    CONTENT_NOT_FOUND: 'כבר אינה קיימת',
    CONTENT_ALWAYS_SHOWN: 'אי אפשר להסתיר אותה',
    CONTENT_INVALID: 'הערך אינו מתאים לה',
    FACT_OVERLAP: 'נתון אחר באותה כתובת מפורסם לאותם ימים',
    FORBIDDEN: 'אין לך יותר הרשאה לפעולה הזו',
    NETWORK_ERROR: 'אין חיבור לשרת',
    SESSION_ENDED: 'הכניסה שלך הסתיימה',
    NOT_TRIED: 'לא הגענו אליה',
  } as Readonly<Record<string, string>>,
  whyNotBack: {
    CONTENT_CHANGED: 'מישהו שינה אותה מאז',
    CONTENT_INCOMPLETE: 'מה שהיה באתר אינו יכול להופיע עוד: הכתובת נתפסה, או שנתון שבו הוסתר',
    CONTENT_SCHEDULE: 'המועד שנקבע לה כבר עבר',
  } as Readonly<Record<string, string>>,
  whyOther: 'השרת לא השלים את הפעולה',
} as const
