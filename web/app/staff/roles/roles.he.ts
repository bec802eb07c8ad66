import type { KindOf } from '~/shared/config/kinds'
import { type PluralForms, plural } from '~/shared/formats/plural'

const MEMBERS: PluralForms = { one: 'חבר צוות אחד', two: 'שני חברי צוות', other: '# חברי צוות' }

/** Each permission: its Hebrew name, and what who holds it does. */
const permissions = {
  'analytics.view': { title: 'נתונים', does: 'לראות ביקורים בדפים ונתוני שימוש.' },
  'categories.manage': { title: 'קטגוריות', does: 'לערוך, לסדר ולהסתיר קטגוריות.' },
  'courses.manage': { title: 'קורסים', does: 'ליצור, לערוך, לפרסם ולמחוק קורסים ולראות טיוטות.' },
  'essays.manage': { title: 'מאמרים', does: 'לכתוב, לפרסם ולמחוק מאמרים.' },
  'lessons.manage': { title: 'שיעורים', does: 'לערוך שיעורים, סרטונים ודפי עבודה.' },
  'marketing.manage': { title: 'דיוור', does: 'להכין ולשלוח דיוור למי שהסכים לו.' },
  'news.manage': { title: 'חדשות', does: 'לכתוב, לפרסם ולמחוק חדשות.' },
  'notifications.manage': { title: 'הודעות', does: 'לנהל הודעות לסטודנטים.' },
  'quizzes.manage': { title: 'מבחנים', does: 'לערוך שאלות ומבחנים.' },
  'reports.view': { title: 'דוחות', does: 'לראות ולהוציא דוחות.' },
  'settings.manage': { title: 'הגדרות', does: 'לשנות את הגדרות האקדמיה ולקרוא את יומן הפעולות.' },
  'students.view': { title: 'סטודנטים', does: 'למצוא סטודנטים ולפתוח כרטיס, בפתיחה שנרשמת ומוצגת לסטודנט.' },
  'support.access': { title: 'תמיכה', does: 'לקרוא פניות ולענות עליהן.' },
  'users.manage': { title: 'ניהול הצוות', does: 'להזמין, להחליף תפקיד ולהשבית, וגם להשבית סטודנטים.' },
  'users.view': { title: 'צפייה בצוות', does: 'לראות את חברי הצוות ואת ההזמנות.' },
} satisfies Record<KindOf<'permissions.name'>, { title: string; does: string }>
export const permissionText: Readonly<Record<string, { title: string; does: string }>> = permissions

/** Roles and their permissions. */
export const rolesText = {
  title: 'תפקידים והרשאות',
  lead: 'כאן קובעים מה כל תפקיד רואה ועושה. שינוי נכנס לתוקף עם השמירה, גם למי שעובד עכשיו.',
  failed: 'ההרשאות לא נטענו',
  permission: 'הרשאה',
  holdsAll: 'הכול, תמיד',
  box: (permission: string, role: string) => `${permission} לתפקיד ${role}`,
  members: (count: number) => (count === 0 ? 'אין חברי צוות' : plural(count, MEMBERS)),
  preview: 'מה ישתנה',
  noChanges: 'סמנו בטבלה, וכאן יופיע מה ייפתח ומה ייסגר עוד לפני השמירה.',
  gives: 'נפתח',
  takes: 'נסגר',
  page: (name: string) => `הדף "${name}"`,
  concerns: (members: number, signedIn: number) =>
    members === 0
      ? 'לא נוגע כרגע לאיש'
      : `נוגע ל${plural(members, { one: 'חבר צוות אחד', two: 'שני חברי צוות', other: '־# חברי צוות' })}; מחוברים עכשיו: ${signedIn}`,
  gaining: 'מקבלים',
  losingIt: 'מאבדים',
  further: (count: number) => `ועוד ${count}`,
  losing: 'למי שמחובר, הבקשה הבאה בדף פתוח תידחה.',
  save: 'לשמור את ההרשאות',
  discard: 'לבטל את הסימון',
  saved: 'ההרשאות נשמרו',
  undo: 'ביטול השינוי',
  undone: 'השינוי בוטל',
} as const
