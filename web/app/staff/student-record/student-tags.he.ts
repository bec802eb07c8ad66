/** The tags of a student in the record. */
export const studentTagsText = {
  title: 'תגיות',
  label: 'תגית חדשה',
  open: 'הוספת תגית',
  add: 'להוסיף',
  close: 'סגירה',
  remove: (tag: string) => `להסיר את התגית ${tag}`,
  added: 'התגית נוספה',
  removed: 'התגית הוסרה',
  undo: 'ביטול',
  why: {
    TOO_MANY_TAGS: 'יש כבר עשר תגיות לסטודנט, או מאתיים תגיות בכלל. הסירו אחת כדי להוסיף.',
    INVALID_TAG: 'תגית היא עד 30 תווים, בלי פסיקים.',
    CANNOT_CHANGE_SELF: 'את החשבון שלכם לא מתייגים.',
    INSUFFICIENT_LEVEL: 'החשבון שייך גם לאיש צוות בדרגה שמעליכם.',
  } as Readonly<Record<string, string>>,
  whyOther: 'התגית לא נשמרה. נסו שוב.',
} as const
