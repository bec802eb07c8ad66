/** Words of every list of the staff area. */
export const listText = {
  search: 'חיפוש',
  columns: 'עמודות',
  sortBy: (title: string) => `מיון לפי ${title}`,
  next: 'הבא',
  previous: 'הקודם',
  first: 'לתחילת הרשימה',
  pages: 'דפי הרשימה',
  clear: 'לנקות את הסינון',
  noneFound: 'אין שורות שמתאימות לסינון',
  failed: 'הרשימה לא נטענה',
  keys: 'מקשים:',
  keyMove: 'מעבר',
  keyOpen: 'פתיחה',
  keySearch: 'חיפוש',
} as const
