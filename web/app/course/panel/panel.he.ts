/** The course panel (2.4). */
export const panelText = {
  lecturer: 'מרצה',
  descriptionSoon: 'תיאור הקורס יתווסף בקרוב',
  duration: 'משך הקורס',
  panelFailed: 'הקורס לא נטען',
  quizzesTitle: 'מבחני ידע',
  lessonsTitle: 'שיעורי הקורס',
  noLessons: 'עדיין לא נוספו שיעורים לקורס הזה',
  startLearning: 'להתחיל ללמוד',
  continueWatching: 'להמשיך לצפות',
  toCertificate: 'לתעודה על הקורס',
  lessonDone: 'הושלם',
} as const
