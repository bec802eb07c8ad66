export const mineText = {
  title: 'המבחנים שלי',
  failed: 'לא הצלחנו לטעון את המבחנים שלכם.',
  passed: 'עברתם',
  notPassed: 'עוד לא עברתם',
  open: 'באמצע מבחן',
  checking: 'בבדיקה',
  attempts: { one: 'ניסיון אחד', two: '2 ניסיונות', other: '# ניסיונות' },
  questions: { one: 'שאלה אחת', two: '2 שאלות', other: '# שאלות' },
  courseTests: 'מבחני ידע',
  pretest: 'לפני הקורס',
  best: 'התוצאה הטובה ביותר',
} as const
