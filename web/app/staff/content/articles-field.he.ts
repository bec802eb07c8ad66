/** The choice of related articles. */
export const articlesFieldText = {
  search: 'חיפוש מאמר לפי הכותרת',
  full: 'נבחרו שלושה. כדי לבחור אחר מסירים אחד מהם.',
  added: (title: string) => `נוסף: ${title}`,
  removed: (title: string) => `הוסר: ${title}`,
  moved: (title: string, place: number) => `${title}: מקום ${place}`,
  remove: (title: string) => `להסיר את ${title}`,
  earlier: (title: string) => `להקדים את ${title}`,
  unknown: 'מאמר שנמחק',
  hidden: 'לא מפורסם, ולכן לא יוצג',
} as const
