/** Saving courses ([8-32] to [8-35]). */
export const bookmarkText = {
  mustLogIn: 'יש להתחבר כדי לשמור קורסים',
  alreadySaved: 'הקורס כבר שמור במועדפים',
  saved: 'הקורס נשמר בהצלחה ברשימת המועדפים',
  saveFailed: 'שגיאה בשמירת הקורס',
  removed: 'הקורס הוסר מרשימת המועדפים',
  removeFailed: 'שגיאה בהסרת הקורס מהמועדפים',
} as const
