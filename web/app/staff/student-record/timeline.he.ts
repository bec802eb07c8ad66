import type { KindOf } from '~/shared/config/kinds'

type MailWord =
  | Exclude<KindOf<'email_outbox.kind'>, 'security_notice' | 'approval'>
  | KindOf<'mail.outbox.kind' | 'security_notices.kind'>
  | 'account_secured'
  | 'address_given_back'
/** What private.student_timeline names; consents and mails share `marketing`. */
type TimelineWord =
  | 'signed_in'
  | 'signed_in_with_app'
  | 'registered'
  | 'confirmed'
  | `lesson_${'begun' | 'watched' | 'completed'}`
  | `test_${'begun' | 'ended' | 'passed' | 'not_passed'}`
  | 'course_completed'
  | 'certificate_issued'
  | `ticket_${KindOf<'support_tickets.status'>}`
  | KindOf<'consent_events.purpose' | 'student_timeline.act'>
  | MailWord
  | `looked_${KindOf<'record_views.what'>}`

/** What happened in an account, by the words of the database. */
export const timelineText = {
  title: 'מה קרה בחשבון',
  filter: 'מה להציג',
  all: 'הכול',
  none: 'אין רישומים מהסוג הזה.',
  failed: 'הרישומים לא נטענו',
  audit: 'פעולות הצוות ביומן',
  more: 'רישומים קודמים',
  loadingMore: 'טוענים...',
  bySystem: 'המערכת',
  kinds: {
    sign_in: 'כניסות',
    account: 'החשבון',
    lesson: 'שיעורים',
    course: 'קורסים',
    test: 'מבחנים',
    certificate: 'תעודות',
    ticket: 'פניות',
    consent: 'הסכמות',
    mail: 'אימיילים',
    staff: 'פעולות הצוות',
  },
  what: {
    signed_in: 'כניסה לחשבון',
    signed_in_with_app: 'כניסה לחשבון, עם אפליקציית אימות',
    new_device: 'כניסה ראשונה ממכשיר',
    registered: 'הרשמה',
    confirmed: 'הכתובת אומתה',
    'deletion requested': 'התבקשה מחיקת החשבון',
    'deletion cancelled': 'בקשת המחיקה בוטלה',
    lesson_begun: 'שיעור התחיל',
    lesson_watched: 'צפייה אחרונה בשיעור',
    lesson_completed: 'שיעור הושלם, צפייה אחרונה',
    course_completed: 'קורס הושלם',
    test_begun: 'מבחן התחיל',
    test_ended: 'מבחן הסתיים',
    test_passed: 'מבחן עבר',
    test_not_passed: 'מבחן לא עבר',
    certificate_issued: 'תעודה הופקה',
    ticket_open: 'פנייה פתוחה',
    ticket_pending: 'פנייה בטיפול',
    ticket_solved: 'פנייה שנפתרה',
    ticket_closed: 'פנייה סגורה',
    terms: 'תנאי השימוש',
    privacy: 'מדיניות הפרטיות',
    marketing: 'דיוור',
    cookies_analytics: 'מדידה',
    cookies_marketing: 'שיווק',
    cookies_preferences: 'העדפות',
    account_deletion_requested: 'אימייל: התקבלה בקשת מחיקה',
    email_change_begun: 'אימייל: התבקשה החלפת כתובת',
    email_changed: 'אימייל: הכתובת הוחלפה',
    phone_changed: 'אימייל: הטלפון הוחלף',
    second_step_joined: 'אימייל: נוסף שלב שני',
    second_step_removed: 'אימייל: הוסר השלב השני',
    account_secured: 'אימייל: החשבון אובטח',
    address_given_back: 'אימייל: הכתובת של החשבון הוחזרה',
    recovery_code_used: 'אימייל: כניסה בקוד גיבוי',
    recovery_codes_made: 'אימייל: הופקו קודי גיבוי',
    role_changed: 'אימייל: התפקיד בצוות השתנה',
    staff_closed: 'אימייל: חשבון הניהול נסגר',
    staff_reopened: 'אימייל: חשבון הניהול נפתח מחדש',
    account_recovery: 'אימייל: שחזור גישה לחשבון',
    account_deleted: 'אימייל: החשבון נמחק',
    support_answer: 'אימייל: תשובה לפנייה',
    weekly_figures: 'אימייל: סיכום שבועי לצוות',
    magic_link: 'אימייל: קישור כניסה',
    invite: 'אימייל: הזמנה לצוות',
    recovery: 'אימייל: שחזור כניסה',
    email_change: 'אימייל: אישור החלפת כתובת',
    reauthentication: 'אימייל: קוד לאישור פעולה',
    confirmation: 'אימייל: אימות ההרשמה',
    'not me': 'דיווח: זה לא הייתי אני',
    'recovery code used': 'כניסה בקוד גיבוי',
    'student closed': 'החשבון הושבת',
    'student reopened': 'החשבון נפתח מחדש',
    'student corrected': 'הפרטים תוקנו',
    'phone given': 'הטלפון הועבר לחשבון הזה',
    'phone taken': 'הטלפון הועבר לחשבון אחר',
    'sessions ended': 'כל הכניסות נסגרו',
    'certificate revoked': 'תעודה בוטלה',
    'second step removed': 'השלב השני הוסר',
    'verification mailed': 'נשלח אימייל אימות',
    'note written': 'נכתבה הערה',
    'note changed': 'הערה תוקנה',
    'student tagged': 'התגיות שונו',
    'note deleted': 'הערה נמחקה',
    'data exported': 'הופק עותק של כל המידע',
    'viewing begun': 'צפייה כסטודנט התחילה',
    'viewing ended': 'צפייה כסטודנט הסתיימה',
    'page viewed': 'עמוד נפתח בצפייה כסטודנט',
    'access given back': 'הגישה הוחזרה בכתובת חדשה',
    looked_record: 'הפרטים האישיים נפתחו',
    looked_progress: 'ההתקדמות נפתחה',
    looked_tickets: 'הפניות נפתחו',
    looked_viewing: 'נפתחה צפייה כסטודנט',
    looked_data: 'נפתח עותק של כל המידע',
  } satisfies Record<TimelineWord, string> as Readonly<Record<string, string>>,
  details: {
    granted: 'ניתנה הסכמה',
    refused: 'לא ניתנה הסכמה',
    queued: 'ממתין לשליחה',
    sent: 'נשלח',
    abandoned: 'לא הגיע',
  } satisfies Record<'granted' | 'refused' | KindOf<'email_outbox.status'>, string> as Readonly<Record<string, string>>,
  mail: (kind: string) => `אימייל: ${kind}`,
} as const
