/** The list of the staff in the workshop. */
export const listDesignText = {
  title: 'רשימת הצוות',
  search: 'שם',
  empty: 'אין עדיין שורות',
  emptyLead: 'כך נראית רשימה לפני שיש בה משהו.',
  columns: { name: 'שם', amount: 'סכום', changed_at: 'השתנה' },
  states: {
    title: 'מצב',
    any: 'מלאה',
    values: { busy: 'נטענת', failed: 'לא נטענה', empty: 'ריקה', single: 'שורה אחת' },
  },
  row: (number: number) => `שורה מספר ${number}`,
  act: 'סימון',
  working: 'מסמנים',
  done: { one: 'שורה אחת סומנה', two: 'שתי שורות סומנו', other: '# שורות סומנו' },
  refused: { one: 'שורה אחת סורבה', two: 'שתי שורות סורבו', other: '# שורות סורבו' },
  why: 'כל שורה שלישית מסורבת כאן, כדי לראות איך זה נראה.',
} as const

/** How many rows there are. */
export const countedRows = { one: 'שורה אחת', two: 'שתי שורות', other: '# שורות' } as const
