/** The words of a course that has no lessons yet. */
export const noLessonsText = {
  title: 'עדיין אין שיעורים בקורס הזה',
  body: 'השיעורים יופיעו כאן כשיפורסמו. בינתיים אפשר לבחור קורס אחר.',
} as const
