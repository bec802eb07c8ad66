/** Words of the window that explains the keys. */
export const keyboardHelpText = {
  helpHint: {
    everywhere: 'הקיצורים פועלים בכל מקום בעמוד שלא כותבים בו. עוצמת הקול פועלת כשהנגן במוקד.',
    inPlayer: 'הקיצורים פועלים כשהנגן במוקד: אחרי לחיצה עליו או מעבר אליו עם Tab.',
  },
  keysEverywhere: 'קיצורים בכל העמוד',
  gestures:
    'במסך מגע: נגיעה כפולה בצד התמונה מזיזה 10 שניות, ונגיעה אחת מציגה את הכפתורים. לחיצה ארוכה על התמונה מנגנת פי שניים מהר.',
} as const

/** The keyboard map as it is explained: what is done, and by which keys. */
export const playerKeys: readonly (readonly [action: string, keys: readonly string[]])[] = [
  ['ניגון או השהיה', ['Space', 'K']],
  ['10 שניות אחורה או קדימה', ['J', 'L']],
  ['5 שניות אחורה או קדימה', ['←', '→']],
  ['קפיצה למה שפספסתי', ['U']],
  ['קפיצה לפי עשיריות הסרטון', ['0', '…', '9']],
  ['לאט או מהר יותר', ['<', '>']],
  ['עוצמת הקול', ['↑', '↓']],
  ['השתקה', ['M']],
  ['כתוביות', ['C']],
  ['מסך מלא', ['F']],
  ['תמונה בתוך תמונה', ['I']],
  ['החלון הזה', ['?']],
]
