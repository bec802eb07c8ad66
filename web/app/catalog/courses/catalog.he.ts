/** Courses and categories wherever they are shown (2.2 cards). */
export const catalogText = {
  generalCategory: 'כללי',
  viewCourse: 'לצפייה בקורס',
  viewCourseNamed: (title: string) => `לצפייה בקורס: ${title}`,
  courseLecturer: 'מרצה הקורס',
  addBookmark: (title: string) => `שמירת הקורס ${title} במועדפים`,
  removeBookmark: (title: string) => `הסרת הקורס ${title} מהמועדפים`,
  progress: (percent: number) => `הושלמו ${percent}% מהקורס`,
  coursesFailed: 'הקורסים לא נטענו',
  soon: 'בקרוב',
  noCategories: 'אין עדיין תחומי לימוד',
  noCategoriesBody: 'התחומים הראשונים בהכנה.',
  categoriesFailed: 'תחומי הלימוד לא נטענו',
  filterLabel: 'סינון לפי תחום',
  allFilter: 'הכול',
} as const
