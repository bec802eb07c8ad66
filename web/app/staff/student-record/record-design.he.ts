/** The parts of a record in the workshop. */
export const recordDesignText = {
  title: 'רשומה של הצוות',
  states: { masked: 'פרטים מוסתרים', busy: 'נפתחים', failed: 'לא נפתחו', open: 'גלויים' },
  parts: { waiting: 'חלק שנטען', failed: 'חלק שלא נטען', empty: 'חלק ריק' },
  failure: 'הפרטים לא נפתחו. נסו שוב.',
  none: 'עדיין לא קרה כאן דבר.',
  denied: 'דפים שאינם פתוחים',
  lost: 'דף שנסגר בזמן העבודה',
  act: 'פעולה שמבקשת סיבה...',
} as const
