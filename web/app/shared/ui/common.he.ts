/** Words that every screen shares. */
export const common = {
  loading: 'טוען...',
  close: 'סגירה',
  retry: 'לנסות שוב',
  failedBody: 'החיבור לשרת נכשל או נמשך יותר מדי. אפשר לנסות שוב.',
  home: 'לדף הבית',
  allCourses: 'לכל הקורסים',
  notifications: 'הודעות',
  skipToContent: 'דילוג לתוכן',
  offline: 'אין חיבור לאינטרנט. מה שכבר נטען נשאר כאן, והשאר יחזור עם החיבור.',
  disclaimer: 'תוכני הווידאו נועדו ללימוד בלבד ואינם ייעוץ השקעות. האחריות לכל פעולה על פיהם חלה על המשתמשים בלבד.',
} as const

/** Nouns that are counted, in figures, because they stand in columns beside each other. */
export const counted = {
  courses: { one: 'קורס אחד', two: '2 קורסים', other: '# קורסים' },
  lessons: { one: 'שיעור אחד', two: '2 שיעורים', other: '# שיעורים' },
} as const
