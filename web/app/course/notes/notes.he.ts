/** Notes that a student writes at a second of a lesson. */
export const notesText = {
  title: 'ההערות שלי',
  empty: 'עוד לא כתבתם הערות לשיעור הזה. כל הערה נשמרת עם השנייה שלה, ולחיצה על השעה מחזירה את הסרטון לשם.',
  private: 'רק אתם רואים את ההערות.',
  failed: 'ההערות לא נטענו. אפשר כבר לכתוב; מה שתכתבו יישמר.',
  offline: 'ההערות השמורות ייטענו כשיחזור החיבור. אפשר כבר לכתוב.',
  retry: 'לנסות שוב',
  newNote: 'הערה חדשה',
  at: 'בשנייה',
  toNow: (time: string) => `לעדכן ל־${time}`,
  placeholder: 'מה כדאי לזכור מכאן?',
  add: 'לשמור הערה',
  shortcut: 'הערה בשנייה הנוכחית',
  goTo: (time: string) => `לעבור לשנייה ${time}`,
  edit: 'עריכה',
  editOf: (time: string) => `עריכת ההערה בשנייה ${time}`,
  remove: 'מחיקה',
  removeOf: (time: string) => `מחיקת ההערה בשנייה ${time}`,
  save: 'לשמור',
  cancel: 'ביטול',
  removed: 'ההערה נמחקה.',
  undo: 'להחזיר',
  restored: 'ההערה הוחזרה.',
  tooLong: (over: number) => `ארוך ב־${over} תווים. עד 4,000 תווים בהערה.`,
  saving: 'שומרים…',
  saved: 'ההערות נשמרו',
  waiting: 'יישמר כשיחזור החיבור',
  notYet: 'עוד לא נשמרה',
  refused: {
    limit: 'לא נשמרה: בשיעור הזה כבר יש 500 הערות. אפשר למחוק אחת ולנסות שוב.',
    refused: 'לא נשמרה: השרת לא קיבל אותה. הטקסט נשאר כאן.',
  },
} as const

/** Notes that are counted. */
export const countedNotes = { one: 'הערה אחת', two: 'שתי הערות', other: '# הערות' } as const
