/** Saving courses ([8-32] to [8-35]). */
export const bookmarkText = {
  title: 'המועדפים שלי',
  empty: 'עוד לא שמרתם קורסים. הסימנייה שעל כל קורס שומרת אותו כאן.',
  failed: 'לא הצלחנו לטעון את המועדפים שלכם.',
  search: 'חיפוש במועדפים',
  none: (query: string) => `אין במועדפים קורס שמכיל „${query}”.`,
  sort: 'סדר',
  sorts: { newest: 'מהחדש לישן', title: 'לפי שם', category: 'לפי תחום' },
  more: (count: number) => `להציג את כל ${count} הקורסים`,
  fewer: 'להציג פחות',
  mustLogIn: 'יש להתחבר כדי לשמור קורסים',
  logIn: 'לכניסה',
  alreadySaved: 'הקורס כבר שמור במועדפים',
  saved: 'הקורס נשמר בהצלחה ברשימת המועדפים',
  saveFailed: 'שגיאה בשמירת הקורס',
  removed: 'הקורס הוסר מרשימת המועדפים',
  removeFailed: 'שגיאה בהסרת הקורס מהמועדפים',
} as const
