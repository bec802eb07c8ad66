/** The form of the staff in the workshop. */
export const formDesignText = {
  title: 'טופס הצוות',
  labels: { name: 'שם האקדמיה', phone: 'טלפון', open: 'ההרשמה פתוחה' },
  nameMissing: 'צריך שם',
  phoneWrong: 'ספרות בלבד',
  values: { name: 'האקדמיה לפיננסים', phone: '030000000', open: true },
  mine: { name: 'בית הספר לכסף' },
  theirs: { name: 'האקדמיה לכלכלה', phone: '030000009' },
  colleague: 'נועה ברק',
  refused: 'היו יותר מדי ניסיונות. אפשר לנסות שוב בעוד כמה דקות.',
  live: 'הטופס כולו',
  bars: 'שמירה במצביה',
  summary: 'סיכום השגיאות',
  conflict: 'עריכה של שניים',
} as const
