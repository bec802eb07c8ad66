/** The words of a lesson that this person may not watch yet. */
export const lessonLockedText = {
  title: 'אין גישה לשיעור הזה',
  body: 'הצפייה פתוחה לחשבון פעיל שכתובת האימייל שלו אומתה. אם אימתתם עכשיו, כדאי לטעון את העמוד מחדש.',
  verify: 'לאימות כתובת האימייל',
} as const
