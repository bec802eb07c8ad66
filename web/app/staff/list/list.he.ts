/** Words of every list of the staff area. */
export const listText = {
  search: 'חיפוש',
  display: 'תצוגה',
  shownColumns: 'עמודות',
  dense: 'שורות צפופות',
  moreThan: 'יותר מ־',
  sortBy: (title: string) => `מיון לפי ${title}`,
  next: 'הבא',
  previous: 'הקודם',
  first: 'לתחילת הרשימה',
  pages: 'דפי הרשימה',
  narrowing: 'חיפוש וסינון',
  clear: 'לנקות את הסינון',
  noneFound: 'אין שורות שמתאימות לסינון',
  failed: 'הרשימה לא נטענה',
} as const
