import { plural } from '~/shared/formats/plural'

const MINUTES = { one: 'דקה אחת', two: 'שתי דקות', other: '# דקות' }
const SECONDS = { one: 'שנייה אחת', two: 'שתי שניות', other: '# שניות' }

/** Sign-in of the staff (2.12); English where the specification words it so. */
export const staffText = {
  metaTitle: 'ניהול האקדמיה',
  loginTitle: 'כניסה לצוות האקדמיה',
  loginLead: 'נשלח קישור כניסה לכתובת העבודה שלכם.',
  email: 'כתובת אימייל',
  submit: 'Send Login Link',
  submitting: 'שולחים...',
  emailMissing: 'Please enter your email address',
  domains: 'הכניסה פתוחה לכתובות בשני הדומיינים של החברה בלבד.',
  validity: 'הקישור תקף ל־24 שעות.',
  backToSite: 'חזרה לאתר',
  sent: 'קישור כניסה נשלח. בדקו את תיבת האימייל.',
  verifying: 'מאמתים את גישת הניהול...',
  loading: 'טוענים את נתוני הניהול...',
  failedTitle: 'נתוני הניהול לא נטענו',
  failedLead: 'אתם עדיין מחוברים, ואפשר לנסות שוב.',
  retry: 'לנסות שוב',
  slow: 'הטעינה נמשכה יותר מדי זמן',
  disabledTitle: 'חשבון הניהול הושבת',
  disabledLead: 'הגישה של החשבון הזה לניהול נסגרה. לבירור פונים למנהלי האקדמיה.',
  backToLogin: 'חזרה לכניסה',
  unverifiedTitle: 'נדרש אימות של כתובת האימייל',
  unverifiedLead: 'הגישה לניהול נפתחת אחרי כניסה בקישור שנשלח לכתובת העבודה שלכם.',
  denied: {
    permission: { title: 'אין הרשאה', lead: 'לדף הזה נדרשת ההרשאה' },
    role: { title: 'התפקיד אינו מורשה', lead: 'הדף הזה אינו פתוח לתפקיד' },
    level: { title: 'רמת ההרשאה אינה מספיקה', lead: 'לדף הזה נדרשת רמה' },
  },
  lostLead: 'ההרשאה נסגרה בזמן שעבדתם. מה שמילאתם נשאר כאן למטה ואפשר להעתיק אותו; שמירה כבר לא תתקבל.',
  less: 'ההרשאות שלכם השתנו, ומה שאינו פתוח לכם עוד ירד מהמסך.',
  back: 'חזרה',
  appTitle: 'חסרה אפליקציית אימות',
  appJoinedTitle: 'אפליקציית האימות מחוברת',
  appLead:
    'התפקיד שלכם פותח את כל הניהול, ולכן תיבת האימייל לבדה אינה מספיקה לו. אחרי שתוסיפו לחשבון אפליקציית אימות, הניהול ייפתח.',
  secondStepTitle: 'עוד שלב אחד',
  secondStepLabel: 'הקוד מהאפליקציה',
  secondStepWrong: 'הקוד אינו נכון או שכבר התחלף.',
  processing: 'מאמתים את הקישור...',
  confirmTitle: 'כניסה לניהול האקדמיה',
  confirmLead: 'הקישור נפתח בדפדפן שלא ביקש אותו. אם ביקשתם אותו בעצמכם, ממשיכים כאן.',
  confirmButton: 'להמשיך ולהיכנס לניהול',
  invitationTitle: 'הזמנה לצוות האקדמיה',
  invitationLead: 'ההזמנה מצרפת את כתובת האימייל שאליה נשלחה לצוות האקדמיה.',
  invitationButton: 'לקבל את ההזמנה',
  invitationBusy: 'מקבלים את ההזמנה...',
  invitationUntil: (inviter: string | null, day: string) =>
    inviter ? `\u2068${inviter}\u2069 הזמינו אתכם. ההזמנה בתוקף עד ${day}.` : `ההזמנה בתוקף עד ${day}.`,
  invitationNeedsLink:
    'כדי לקבל אותה נכנסים בקישור שנשלח לכתובת שהוזמנה. קישור במייל פועל 24 שעות ופעם אחת, וההזמנה עצמה 7 ימים.',
  invitationSend: 'לשלוח אליי קישור חדש',
  invitationSending: 'שולחים...',
  invitationSent: (email: string) => `שלחנו קישור חדש אל \u2068${email}\u2069. פותחים אותו כאן, וההזמנה ממתינה.`,
  invitationOther: (email: string, invited: string) =>
    `נכנסתם כאן בתור \u2068${email}\u2069, וההזמנה נשלחה אל \u2068${invited}\u2069.`,
  invitationChange: 'לצאת מהחשבון הזה ולהמשיך',
  invitationOver: 'ההזמנה כבר אינה בתוקף. אפשר לבקש הזמנה חדשה ממי ששלחו אותה.',
  invitationGone: 'ההזמנה הזאת כבר התקבלה, בוטלה או הוחלפה בחדשה. אם הצטרפתם כבר, אפשר להיכנס.',
  invitationAccepted: 'ההזמנה התקבלה. מעבירים אתכם לניהול...',
  homeTitle: (name: string) => `שלום, ${name}`,
  homeAccount: 'החשבון שלך',
  role: 'תפקיד',
  permissions: 'הרשאות',
  allPermissions: 'כל ההרשאות',
  noPermissions: 'אין',
  signOut: 'יציאה',
} as const

/** The question before a session ends that nobody uses. */
export const idleText = {
  title: 'עדיין כאן?',
  lead: 'לא הייתה פעילות בניהול, ובעוד פחות משתי דקות תתבצע יציאה מהחשבון. טקסטים שעוד לא נשמרו מחכים לכניסה הבאה בדפדפן הזה.',
  left: (seconds: number) =>
    seconds >= 60
      ? `היציאה בעוד ${plural(Math.floor(seconds / 60), MINUTES)}${seconds % 60 ? ` ו־${plural(seconds % 60, SECONDS)}` : ''}`
      : `היציאה בעוד ${plural(seconds, SECONDS)}`,
  stay: 'המשך עבודה',
  leave: 'יציאה',
  ended: 'יצאתם מהחשבון כי לא הייתה בו פעילות. אפשר להיכנס שוב.',
} as const

/** What the staff area says in English ([8-17] to [8-25]). */
export const staffErrors = {
  profileNotFound: 'Admin profile not found',
  profileFailed: (reason: string) => `Failed to load admin profile: ${reason}`,
  initializationFailed: 'Authentication initialization failed',
  emailMissing: 'User email not found',
  authenticationFailed: (message: string) => `Authentication failed: ${message}`,
  sessionCheckFailed: (message: string) => `Session check failed: ${message}`,
  noSession: 'No session found. Please try logging in again.',
  unexpected: 'An unexpected error occurred',
  invitationThrew: 'An unexpected error occurred while accepting the invitation',
  invitationInvalid: 'Invalid or expired invitation',
  invitationExpired: 'Invitation has expired',
  invitationWithoutToken: 'Invalid invitation link. No token found.',
  invitationAccepted: 'Invitation accepted! You are now logged in.',
  expired: 'Your session has expired. Please sign in again.',
} as const
