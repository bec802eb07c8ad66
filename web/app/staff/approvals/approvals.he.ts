import type { ApprovalAction, ApprovalState } from './approvals.rules'

/** Acts that a second person approves: the page, the request in place, and the refusals. */
export const approvalsText = {
  title: 'אישורים',
  lead: 'פעולות שדורשות שני אנשים מההנהלה הראשית. מי שביקשו מבצעים את הפעולה בעצמם, פעם אחת, אחרי שאחרים אישרו ועד 24 שעות מרגע הבקשה.',
  alone: 'בהנהלה הראשית יש עכשיו אדם אחד בלבד, ולכן הפעולות האלה מתבצעות בלי אישור נוסף.',
  failed: 'האישורים לא נטענו',
  none: 'לא היו בקשות ב־30 הימים האחרונים.',
  acts: {
    super_admin: 'הרשאת הנהלה ראשית',
    backup: 'הורדת גיבוי',
    students: 'ייצוא של יותר מ־500 סטודנטים ביום',
  } satisfies Record<ApprovalAction, string>,
  states: {
    waiting: 'ממתינה',
    approved: 'אושרה, עוד לא בוצעה',
    refused: 'נדחתה',
    used: 'בוצעה',
    expired: 'פג תוקפה',
  } satisfies Record<ApprovalState, string>,
  requestedBy: 'מי ביקשו',
  reason: 'סיבה',
  until: 'בתוקף עד',
  decidedBy: 'מי החליטו',
  approve: 'אישור',
  refuse: 'דחייה',
  takeBack: 'ביטול הבקשה',
  of: (act: string, what: string) => `${act}: ${what}`,
  approveTitle: 'לאשר את הבקשה?',
  approveLead: (name: string, act: string) =>
    `${name} תוכל או יוכל לבצע פעם אחת: ${act}. אם לא ברור מי ביקש ולמה, בררו בטלפון לפני האישור.`,
  refuseTitle: 'לדחות את הבקשה?',
  refuseLead: 'הפעולה לא תבוצע, והודעה תישלח למי שביקשו.',
  takeBackTitle: 'לבטל את הבקשה?',
  takeBackLead: 'שום דבר לא בוצע. אפשר לבקש שוב.',
  cancel: 'חזרה',
  approved: 'הבקשה אושרה',
  refused: 'הבקשה נדחתה',
  takenBack: 'הבקשה בוטלה',
  askTitle: 'נדרש אישור של אדם נוסף',
  askLead: (act: string) =>
    `הפעולה (${act}) דורשת אישור של אדם נוסף מההנהלה הראשית. הבקשה תישלח אליהם באימייל ותחכה 24 שעות.`,
  ask: 'שליחת הבקשה',
  requested: 'הבקשה לאישור נשלחה. אחרי שיאשרו אותה, מבצעים את הפעולה שוב.',
  nobody:
    'הפעולה דורשת אישור של אדם נוסף מההנהלה הראשית, וכרגע אין מי שיאשר. 24 שעות אחרי שהאחרון עזב אפשר לבצע אותה בלי אישור.',
} as const

export const approvalRefusals: Record<string, string> = {
  APPROVAL_OWN: 'על בקשה שלכם מחליט אדם אחר.',
  APPROVAL_NOT_FOUND: 'הבקשה כבר לא קיימת.',
  APPROVAL_EXPIRED: 'עברו 24 שעות מאז הבקשה. צריך לבקש שוב.',
  ALREADY_DECIDED: 'כבר הוחלט על הבקשה.',
  TOO_MANY_REQUESTS: 'אפשר להמתין לחמישה אישורים בו־זמנית, ולבקש עשרים ביום.',
}
