import { type PluralForms, plural } from '~/shared/formats/plural'

const CHANGES: PluralForms = { one: 'שינוי אחד שלא נשמר', two: '2 שינויים שלא נשמרו', other: '# שינויים שלא נשמרו' }

/** What every form of the staff says about saving. */
export const formText = {
  bar: 'שמירת השינויים',
  save: 'שמירה',
  saveKey: 'Ctrl S',
  saving: 'שומרים...',
  discard: 'ביטול השינויים',
  unsaved: (count: number) => plural(count, CHANGES),
  savedAt: (time: string) => `נשמר ב־${time}`,
  undo: 'החזרת מה שהיה',
  undone: (time: string) => `הוחזר ב־${time}`,
  offline: 'אין חיבור. מה שכתבתם נשאר כאן ויישמר כשהחיבור יחזור.',
  summaryTitle: 'לא נשמר עדיין. כך מתקנים:',
  halfTyped: 'זה כתוב רק בחלקו. משלימים או מוחקים.',
  leftUnsaved: (moment: string) => `נשארו כאן שינויים שלא נשמרו, מ־${moment}.`,
  takeLeft: 'להחזיר אותם לטופס',
  forgetLeft: 'לוותר עליהם',
  leaveTitle: 'יש כאן שינויים שלא נשמרו',
  leaveLead: 'מי שעוזבים את הדף מאבדים אותם.',
  leave: 'לעזוב בלי לשמור',
  stay: 'להישאר',
  conflictTitle: 'מישהו שינה את זה בינתיים',
  conflictLead: 'שום דבר לא אבד. בוחרים לכל שדה איזה נוסח נשאר, ושומרים.',
  mergedLead: 'השינויים נגעו בשדות אחרים. אפשר לשמור את שלכם לצד שלהם.',
  othersChange: (by: string | null, moment: string) => (by ? `${by}, ${moment}` : moment),
  joined: 'מישהו שינה קטעים אחרים בינתיים. שני הנוסחים אוחדו ונשמרים.',
  mine: 'הנוסח שלכם',
  theirs: 'מה שנשמר',
  empty: 'ריק',
  yes: 'כן',
  no: 'לא',
  saveMerged: 'שמירת מה שנבחר',
  keepEditing: 'חזרה לעריכה',
} as const
