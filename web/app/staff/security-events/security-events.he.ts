import type { KindOf } from '~/shared/config/kinds'

/** Refused sign-ins and rights. */
export const securityEventsText = {
  title: 'אירועי אבטחה',
  search: '',
  toOperations: 'תפעול',
  lead: 'כניסות שנדחו והרשאות שסורבו, מ־90 הימים האחרונים. אירועים זהים מאותה רשת באותה שעה הם שורה אחת. ביום נשמרות עד 2,000 שורות של כניסות ועד 2,000 של הרשאות, ו־100 מכל סוג לרשת אחת; מה שמעבר לזה נספר בלי פרטים.',
  columns: { kind: 'מה נדחה', what: 'הבקשה', who: 'מי', address: 'רשת', count: 'פעמים', last_at: 'לאחרונה' },
  kinds: {
    closed: 'חשבון סגור',
    code: 'קוד שגוי או ישן',
    limited: 'יותר מדי ניסיונות',
    link: 'קישור שגוי או ישן',
    password: 'ניסיון עם סיסמה',
    recovery_code: 'קוד שחזור שגוי',
    rights: 'אין הרשאה',
    second_step: 'קוד שגוי מהאפליקציה',
    token: 'כניסה שכבר הוחלפה',
    unknown: 'כתובת בלי חשבון',
  } satisfies Record<KindOf<'security_events.kind'>, string>,
  kindHints: {
    closed: 'ניסיון כניסה לחשבון שסגרתם.',
    code: 'קוד מהאימייל שלא התאים או שזמנו עבר.',
    limited: 'הרשת או הכתובת עברו את מספר הניסיונות המותר, והבקשה נדחתה.',
    link: 'קישור מהאימייל שכבר שימש, שזמנו עבר או שלא היה.',
    password: 'לאף חשבון אין כאן סיסמה. מי שמנסה סיסמאות הוא בדרך כלל תוכנה.',
    recovery_code: 'קוד שחזור של אימות דו־שלבי שלא התאים.',
    rights: 'מי שנכנס ביקש פעולה או טבלה שאין לו הרשאה אליה, או פעולה על מי שבדרגה שמעליו.',
    second_step: 'קוד מהאפליקציה שלא התאים, אחרי כניסה נכונה באימייל.',
    token: 'מפתח של כניסה הוצג בפעם השנייה. ייתכן שמישהו העתיק אותו; הכניסה נסגרה.',
    unknown: 'בקשת קישור כניסה לכתובת שלא נרשמה.',
  } satisfies Record<KindOf<'security_events.kind'>, string>,
  filters: { kind: { title: 'מה נדחה', any: 'הכול' } },
  unknown: 'לא ידוע',
  more: 'נספרו בלי פרטים',
  since: (moment: string) => `מאז ${moment}`,
  empty: 'שום דבר לא נדחה',
  emptyLead:
    'כניסות שנדחו והרשאות שסורבו יופיעו כאן תוך שניות. בפרויקט של Supabase רובן נמצאות ביומנים של הפרויקט (Auth, API), ולא כאן.',
} as const

/** How many lines a filter finds. */
export const countedSecurityEvents = { one: 'שורה אחת', two: 'שתי שורות', other: '# שורות' } as const
