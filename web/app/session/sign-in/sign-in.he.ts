/** Sign-in, registration and what comes by mail (2.5 to 2.8, [8-26] to [8-31]). */
export const signInText = {
  metaTitle: 'כניסה',
  title: 'כניסה לחשבון',
  lead: 'כתבו את כתובת האימייל שנרשמתם איתה, ונשלח אליה קישור כניסה. בלי סיסמה.',
  emailLabel: 'כתובת אימייל',
  submit: 'שליחת קישור כניסה',
  submitting: 'שולחים...',
  noAccount: 'אין לכם חשבון?',
  registerNow: 'הירשמו עכשיו',
  forgotUser: 'שכחתם את המשתמש?',
  recover: 'לשחזור הגישה',
  noMail: 'לא קיבלתם את האימייל? בדקו בתיקיית הספאם.',
  validity: 'הקישור תקף ל־24 שעות.',
  sent: 'קישור כניסה נשלח לכתובת האימייל שלכם, בדקו את תיבת הדואר.',
  sendFailed: 'שגיאה בשליחת קישור הכניסה, נסו שוב.',
  loginFailed: 'שגיאה בכניסה למערכת',
  accountInactive: 'החשבון הזה אינו פעיל. כדי להפעיל אותו מחדש כתבו לנו, ונבדוק יחד.',
  contact: 'ליצירת קשר',
} as const

export const registerText = {
  metaTitle: 'הרשמה',
  title: 'הרשמה לאקדמיה',
  lead: 'חינם, ויישאר חינם. ממלאים פעם אחת, ומכאן נכנסים בקישור שמגיע לאימייל.',
  firstName: 'שם פרטי',
  lastName: 'שם משפחה',
  email: 'כתובת אימייל',
  phone: 'מספר טלפון',
  phoneHint: 'רק לשחזור הגישה ולהודעות חשובות על החשבון.',
  marketing: 'אשמח לקבל עדכונים על קורסים ומאמרים חדשים. אפשר להפסיק בכל רגע.',
  termsBefore: 'קראתי ואני מאשר/ת את',
  terms: 'תנאי השימוש',
  and: 'ואת',
  privacy: 'מדיניות הפרטיות',
  newTab: '(נפתח בלשונית חדשה)',
  submit: 'שלח קישור הרשמה',
  submitting: 'שולחים...',
  haveAccount: 'כבר יש לכם חשבון?',
  login: 'לכניסה',
  failed: 'שגיאה בהרשמה. נסה שוב.',
  firstNameRequired: 'שם פרטי הוא שדה חובה',
  lastNameRequired: 'שם משפחה הוא שדה חובה',
  emailRequired: 'כתובת אימייל היא שדה חובה',
  emailInvalid: 'כתובת האימייל אינה תקינה',
  phoneRequired: 'מספר טלפון הוא שדה חובה',
  phoneInvalid: 'מספר הטלפון אינו תקין. בודקים את הקידומת ואת הספרות.',
  termsRequired: 'יש לאשר את תנאי השימוש',
  successTitle: 'ההרשמה הצליחה',
  successLead: 'שלחנו קישור לכתובת האימייל שלכם. נשאר לפתוח אותו, והחשבון מוכן.',
  conflictTitle: 'מספר הטלפון כבר רשום',
  conflictLead: 'כל מספר טלפון יכול להירשם פעם אחת בלבד.',
  conflictPhone: 'המספר שכתבתם',
  conflictExisting: 'רשום בחשבון של',
  conflictRecover: 'לשחזור הגישה',
  conflictLogin: 'לכניסה לחשבון הקיים',
  conflictBack: 'לחזור ולערוך',
} as const

/** The page that waits for the mail to be opened. */
export const waitingText = {
  sentTo: 'נשלח אל',
  codeLabel: 'קוד מהאימייל',
  codeHint: 'אפשר גם להקליד כאן את הקוד בן 6 הספרות שמופיע באימייל.',
  codeSubmit: 'כניסה עם הקוד',
  codeChecking: 'בודקים...',
  codeWrong: 'הקוד אינו נכון או שפג תוקפו. אפשר לבדוק שוב או לבקש אימייל חדש.',
  stays: 'הדף הזה ימשיך לבד כשתפתחו את הקישור בדפדפן הזה.',
  elsewhere:
    'נכנסתם במכשיר אחר? שם אתם כבר בפנים. כדי להיכנס גם כאן מבקשים קישור נוסף ופותחים אותו בדפדפן הזה, או מקלידים את הקוד שלו.',
  changeAddress: 'לתקן את הכתובת',
} as const

/** The picture beside the forms: a savings account, line by line. */
export const ledgerText = {
  title: 'כסף גדל שורה אחרי שורה',
  caption: (monthly: string, rate: string) =>
    `הפקדה של ${monthly} בחודש בתשואה שנתית של ${rate}, בחישוב חודשי. הדגמה בלבד, בלי דמי ניהול ומס.`,
  year: 'שנה',
  deposited: 'הופקד',
  accumulated: 'הצטבר',
} as const
