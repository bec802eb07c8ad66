/** The frame around every staff page: navigation, search and the way out. */
export const shellText = {
  area: 'אזור הצוות',
  navigation: 'ניווט הצוות',
  openNavigation: 'פתיחת הניווט',
  toSite: 'לאתר',
  signOut: 'יציאה',
  level: (level: number) => `רמה ${level}`,
  pages: { desk: 'היום', students: 'סטודנטים', settings: 'הגדרות', audit: 'יומן הפעולות' },
  groups: { start: '', people: 'אנשים', system: 'מערכת' },
  palette: 'חיפוש דף, אדם או פעולה',
  paletteKey: 'Ctrl K',
  paletteNone: 'לא נמצא דבר',
  paletteFailed: 'החיפוש לא הצליח',
  palettePages: 'דפים',
  paletteStudents: 'סטודנטים',
  paletteActions: 'פעולות',
} as const
