import { notesText } from '~/course/notes/notes.he'

/** All notes of a student, of all courses. */
export const notesPageText = {
  title: notesText.title,
  lead: 'כל מה שכתבתם בשיעורים, במקום אחד. לחיצה על השעה פותחת את השיעור באותה השנייה.',
  search: 'חיפוש בהערות',
  clear: 'לנקות את החיפוש',
  none: (query: string) => `אין הערות שמכילות „${query}”.`,
  empty: 'עוד לא כתבתם הערות. בכל שיעור אפשר לכתוב הערה שנשמרת עם השנייה שלה.',
  failed: 'ההערות לא נטענו.',
  withdrawnCourse: 'קורס שהוסר',
  withdrawnLesson: 'שיעור שהוסר',
  openAt: (lesson: string, time: string) => `לפתוח את ${lesson} בשנייה ${time}`,
  toNotes: 'לכל ההערות שלי',
} as const
