/** The parts of the lesson page around the player. */
export const lessonPageText = {
  parts: 'חלקי השיעור',
  tabs: { transcript: 'תמליל', notes: 'הערות', lessons: 'שיעורים', summary: 'סיכום' },
  watched: (percent: number) => `נצפו ${percent}%`,
} as const

/** Starting a course anew. */
export const resetText = {
  open: 'להתחיל את הקורס מחדש',
  title: 'להתחיל את הקורס מחדש?',
  body: (lessons: string) => `המיקום, האחוזים והסימונים של ${lessons} יימחקו. ההערות שלכם נשארות.`,
  keeps: 'סיום קודם של הקורס נשאר רשום.',
  confirm: 'להתחיל מחדש',
  cancel: 'ביטול',
  done: 'הקורס מתחיל מחדש.',
  undo: 'להחזיר את ההתקדמות',
  undone: 'ההתקדמות הוחזרה.',
  failed: 'הפעולה לא הושלמה, וההתקדמות נשארה כפי שהייתה. כדאי לבדוק את החיבור ולנסות שוב.',
  undoFailed: 'ההתקדמות לא הוחזרה. אפשר לנסות שוב.',
} as const
