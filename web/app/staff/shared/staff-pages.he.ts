import type { StaffPageName } from './staff-pages.rules'

/** The pages of the staff area as navigation, palette and permissions name them. */
export const staffPageText = {
  desk: 'היום',
  analytics: 'ניתוח נתונים',
  students: 'סטודנטים',
  support: 'פניות',
  users: 'צוות',
  roles: 'תפקידים והרשאות',
  courses: 'קורסים',
  quizzes: 'מבחנים',
  categories: 'קטגוריות',
  authors: 'כותבים ומרצים',
  essays: 'מאמרים',
  news: 'חדשות',
  facts: 'נתונים ושיעורים',
  media: 'ספריית המדיה',
  legal: 'מסמכים משפטיים',
  settings: 'הגדרות',
  mails: 'הודעות שלא נמסרו',
  approvals: 'אישורים',
  operations: 'תפעול',
  notifications: 'הודעות ודיוור',
  audit: 'יומן הפעולות',
} as const satisfies Record<StaffPageName, string>
