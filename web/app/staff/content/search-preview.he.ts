/** The words of how a record will look among the results of a search. */
export const searchPreviewText = {
  title: 'כך זה ייראה בחיפוש',
  lead: 'מנועי חיפוש מקצרים ולפעמים בוחרים מילים אחרות מהעמוד.',
  titleLength: 'אורך הכותרת',
  descriptionLength: 'אורך התיאור',
  of: (length: number, most: number) => `${length} מתוך ${most}`,
  verdicts: {
    empty: 'חסר. במקומו יופיע משפט כללי.',
    short: 'קצר. אפשר לומר יותר.',
    fits: 'מתאים.',
    long: 'ארוך. הסוף ייחתך.',
  },
} as const
