/** Words of the notes as a file. */
export const notesExportText = {
  exportTitle: 'הורדה כקובץ טקסט',
  exportLesson: 'הערות השיעור',
  exportCourse: 'הערות הקורס כולו',
  exportFailed: 'הקובץ לא הוכן. כדאי לבדוק את החיבור ולנסות שוב.',
  file: { heading: 'ההערות שלי', course: 'קורס', lesson: 'שיעור', none: 'אין עדיין הערות.' },
  fileOf: (title: string) => `הערות ${title}`,
  withdrawn: 'שיעורים שהוסרו',
} as const
