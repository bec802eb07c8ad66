/** When the support works, and within how long it answers first. */
export const hoursText = {
  open: 'שעות התמיכה',
  title: 'שעות התמיכה',
  lead: 'לפיהן מחושב עד מתי מגיע מענה ראשון. שינוי חל גם על פניות פתוחות שעוד לא נענו.',
  opensAt: 'משעה',
  closesAt: 'עד שעה',
  days: 'ימי עבודה',
  dayNames: ['ראשון', 'שני', 'שלישי', 'רביעי', 'חמישי', 'שישי', 'שבת'],
  holidays: 'ימי חופש',
  holidaysHint: 'תאריך בכל שורה, למשל 2027-04-22.',
  target: 'יעד למענה ראשון, בדקות עבודה',
  targetHint: '960 דקות הן שני ימי עבודה של שמונה שעות, כמו שכתוב בעמוד יצירת הקשר.',
  replyAddress: 'כתובת שמקבלת תשובות באימייל (לא חובה)',
  replyHint: 'כתובת שמגיעות אליה הודעות גם ל־name+key@domain. בלעדיה עונים רק באתר.',
  save: 'לשמור',
  cancel: 'ביטול',
  saved: 'השעות נשמרו',
} as const

/** Why hours were refused, by the code of the database. */
export const hoursRefusals: Readonly<Record<string, string>> = {
  INVALID_SETTING: 'משהו לא תקין: שעת סגירה אחרי הפתיחה, יום אחד לפחות, תאריכים אמיתיים, ויעד של 15 עד 9,600 דקות.',
  SETTINGS_CHANGED: 'מישהו שינה את השעות בינתיים. סגרו ופתחו שוב כדי לראות אותן.',
  FORBIDDEN: 'את השעות משנה מי שמנהל את ההגדרות.',
}
