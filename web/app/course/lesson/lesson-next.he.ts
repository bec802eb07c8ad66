/** The end of a lesson and of a course, and the way to the next lesson. */
export const nextText = {
  lessonDone: 'סוף השיעור',
  upNext: 'השיעור הבא',
  next: 'לשיעור הבא',
  again: 'לצפות שוב',
  courseDone: 'סיימתם את הקורס',
  courseDoneText: 'כל השיעורים הושלמו. אפשר לחזור לכל שיעור מתי שנוח.',
  completedOn: (day: string) => `הקורס הושלם ב־${day}, והסיום נשאר רשום.`,
  lastLesson: 'זה היה השיעור האחרון',
  lastLessonText: 'נשארו בקורס שיעורים שעוד לא הושלמו.',
  thisLessonText: 'נשאר רק להשלים את השיעור הזה: לצפות גם במה שדילגתם עליו.',
  toOpenLesson: 'לשיעור שעוד לא הושלם',
  toDashboard: 'לאזור האישי',
  toCourses: 'לקורס נוסף',
  added: (lessons: string) => `${lessons} מאז שסיימתם`,
  startsIn: 'מתחיל בעוד',
  announced: (title: string, seconds: number) =>
    `השיעור הבא, ${title}, יתחיל בעוד ${seconds} שניות. אפשר לבטל במקש Escape.`,
  cancelled: 'המעבר בוטל.',
  cancel: 'לא לעבור',
  autoplay: 'מעבר אוטומטי לשיעור הבא',
} as const

/** Lessons that were added to a course which the person had completed. */
export const addedLessons = { one: 'נוסף שיעור אחד', two: 'נוספו שני שיעורים', other: 'נוספו # שיעורים' } as const
