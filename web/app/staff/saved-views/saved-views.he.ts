/** Words of the saved views of a list. */
export const viewsText = {
  label: 'תצוגות שמורות',
  all: 'הכול',
  save: 'שמירת התצוגה',
  more: (name: string) => `פעולות על התצוגה ${name}`,
  rename: 'שינוי שם',
  remove: 'מחיקה',
  removed: (name: string) => `התצוגה ${name} נמחקה`,
  undo: 'ביטול המחיקה',
  saveTitle: 'שמירת התצוגה',
  saveLead: 'החיפוש, הסינון, המיון והתצוגה יישמרו בשם הזה, ורק אצלך.',
  renameTitle: 'שינוי שם התצוגה',
  renameLead: 'רק השם משתנה; מה שהתצוגה מראה נשאר.',
  name: 'שם התצוגה',
  nameMissing: 'כתבו שם לתצוגה',
  confirm: 'לשמור',
  cancel: 'ביטול',
} as const
