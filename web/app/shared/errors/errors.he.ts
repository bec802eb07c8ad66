import type { ErrorCode } from './error-code'

/** What people read for each coded error ([8-01] to [8-07]). */
export const errorMessages: Record<ErrorCode, string> = {
  USER_ALREADY_EXISTS: 'כבר יש חשבון עם הפרטים האלה. אפשר להיכנס אליו במסך הכניסה.',
  DUPLICATE_EMAIL: 'כתובת האימייל כבר רשומה אצלנו. אפשר להיכנס איתה או לשחזר את הגישה.',
  EMAIL_NOT_CONFIRMED: 'כתובת האימייל עוד לא אומתה. הקישור לאימות מחכה בתיבת האימייל.',
  USER_NOT_FOUND: 'לא מצאנו חשבון עם הכתובת הזו. קודם נרשמים, ואחר כך נכנסים.',
  PHONE_ALREADY_EXISTS: 'מספר הטלפון כבר רשום בחשבון אחר. אפשר לעבור למסך שחזור הגישה.',
  PHONE_NUMBER_REQUIRED: 'מספר טלפון הוא שדה חובה',
  INVALID_PHONE_NUMBER: 'מספר הטלפון אינו תקין. בודקים את הקידומת ואת הספרות.',
  INVALID_EMAIL: 'כתובת האימייל אינה תקינה. כך היא נראית בדרך כלל: name@example.com',
  EMAIL_REQUIRED: 'כתובת אימייל היא שדה חובה',
  INVALID_CREDENTIALS: 'פרטי הכניסה אינם נכונים או שכבר אינם בתוקף.',
  TOO_MANY_REQUESTS: 'היו יותר מדי ניסיונות. אפשר לנסות שוב בעוד כמה דקות.',
  SIGNUP_DISABLED: 'ההרשמה סגורה כרגע.',
  EMAIL_RATE_LIMIT_EXCEEDED: 'נשלחו יותר מדי הודעות אימייל. אפשר לנסות שוב בעוד כמה דקות.',
  TERMS_CONSENT_REQUIRED: 'יש לאשר את תנאי השימוש',
  PRIVACY_CONSENT_REQUIRED: 'יש לאשר את מדיניות הפרטיות ואת תנאי השימוש',
  ACCOUNT_RECOVERY_INITIATED: 'שחזור החשבון התחיל. הקישור נשלח לכתובת האימייל של החשבון.',
  ACCOUNT_RECOVERY_FAILED: 'שחזור החשבון נכשל',
  INVALID_RECOVERY_TOKEN: 'קישור השחזור אינו תקין או פג תוקף',
  NETWORK_ERROR: 'אין חיבור לשרת. בודקים את החיבור לאינטרנט ומנסים שוב; מה שמילאתם נשאר כאן.',
  SERVER_ERROR: 'השרת אינו זמין כרגע. מנסים שוב בעוד דקה; מה שמילאתם נשאר כאן.',
  UNKNOWN_ERROR: 'משהו השתבש. אפשר לנסות שוב.',
  OPERATION_FAILED: 'הפעולה לא הושלמה. אפשר לנסות שוב.',
  REAUTHENTICATION_NEEDED: 'כדי לעשות את זה צריך לאשר שוב שזה אתם.',
  APPROVAL_NEEDED: 'כדי לעשות את זה צריך אישור של אדם נוסף מההנהלה הראשית.',
  SECOND_STEP_NEEDED: 'כדי להמשיך צריך את הקוד מאפליקציית האימות.',
  SESSION_ENDED: 'הכניסה הזו הסתיימה. צריך להיכנס מחדש.',
}

/** Sent to deactivated accounts, in English as the service words it [5-08]. */
export const ACCOUNT_DEACTIVATED = 'Account is deactivated. Please contact support.'

/** When a limit was met: the same message with the time to wait, once it is known. */
export function retryLaterMessage(seconds: number): string {
  if (seconds <= 1) return 'אפשר לנסות שוב בעוד שנייה.'
  if (seconds < 120) return `אפשר לנסות שוב בעוד ${seconds} שניות.`
  return `אפשר לנסות שוב בעוד ${Math.ceil(seconds / 60)} דקות.`
}

/** At the limit of mails: nobody has to wait who has the last one. */
export const LAST_MAIL_HOLDS = 'הקישור והקוד שבאימייל האחרון שקיבלתם עדיין בתוקף.'
