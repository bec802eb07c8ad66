/** What only the menus say, which come when they are opened ([2.2-04] to [2.2-10]). */
export const menusText = {
  userFallback: 'משתמש',
  userMenu: (name: string) => `תפריט המשתמש של ${name}`,
  profile: 'הפרופיל שלי',
  signOut: 'יציאה',
  menu: 'תפריט',
  noCoursesInCategory: 'אין עדיין קורסים זמינים בתחום הזה',
  noDescription: 'תיאור הקורס יתווסף בקרוב',
  allOfCategory: (name: string) => `לכל הקורסים בתחום ${name}`,
  moreCourse: 'קורס נוסף',
  moreCourses: 'קורסים נוספים',
  menuFailed: 'רשימת הקורסים לא נטענה.',
} as const
