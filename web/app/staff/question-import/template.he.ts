/** The titles of a table of questions as people write it, and a row of every kind. */
export const TEMPLATE_TITLES = [
  ...['סוג', 'שאלה', 'נושא', 'תשובה נכונה', 'סטייה מותרת', 'יחידה'],
  ...[1, 2, 3, 4].flatMap((place) => [`תשובה ${place}`, `בן זוג ${place}`, `הסבר ${place}`]),
  'הגדרה',
] as const

type Part = readonly [part: string, match: string, why: string]
const row = (
  [kind, text, topic, right, tolerance = '', unit = '']: readonly string[],
  parts: readonly Part[],
  definition = '',
) => [
  ...[kind ?? '', text ?? '', topic ?? '', right ?? '', tolerance, unit],
  ...[0, 1, 2, 3].flatMap((at) => parts[at] ?? ['', '', '']),
  definition,
]

const CALCULATED = {
  kind: 'calculated',
  topic: 'ריבית',
  text: 'הפקדתם {deposit} לשנה בריבית של {rate}. כמה ריבית תקבלו?',
  variables: [
    { name: 'deposit', unit: 'shekel', from: '1000', to: '5000', step: '1000' },
    { name: 'rate', unit: 'percent', oneOf: ['2', '3', '4'] },
  ],
  formula: 'deposit * rate / 100',
  rounding: { digits: 0 },
  tolerance: '0',
  unit: 'shekel',
  steps: [
    { text: 'מכפילים את ההפקדה בריבית', formula: 'deposit * rate / 100', rounding: { digits: 0 }, unit: 'shekel' },
  ],
  mistakes: [],
}

export const TEMPLATE_ROWS: readonly (readonly string[])[] = [
  row(
    ['בחירה אחת', 'מה עושה ריבית דריבית לחוב?', 'ריבית', '2'],
    [
      ['מקטינה אותו', '', 'ריבית מגדילה חוב, ואינה מקטינה אותו.'],
      ['מגדילה אותו יותר בכל שנה', '', 'נכון: משלמים ריבית גם על הריבית.'],
      ['לא משנה אותו', '', 'בלי תשלומים החוב גדל בכל שנה.'],
    ],
  ),
  row(
    ['כמה בחירות', 'אילו מאלה הן הכנסות?', 'תקציב', 'א, ג'],
    [
      ['משכורת', '', 'נכון: כסף שנכנס.'],
      ['שכר דירה', '', 'זו הוצאה.'],
      ['דמי אבטלה', '', 'נכון: כסף שנכנס.'],
    ],
  ),
  row(
    ['נכון או לא נכון', 'אינפלציה מקטינה את כוח הקנייה.', 'אינפלציה', 'נכון'],
    [
      ['', '', 'נכון: באותו סכום קונים פחות.'],
      ['', '', 'כשהמחירים עולים, אותו סכום קונה פחות.'],
    ],
  ),
  row(
    ['מספר', 'כמה הם 17% מתוך 1,000 שקלים?', 'אחוזים', '170', '0', 'שקלים'],
    [
      ['', '', 'מכפילים 1,000 ב־0.17.'],
      ['17', '', 'זה 1.7% בלבד.'],
    ],
  ),
  row(['השלמה', 'מס שמעסיק מנכה מהשכר הוא מס ____.', 'מס', 'הכנסה|ההכנסה'], [['', '', 'מס הכנסה מנוכה מהשכר.']]),
  row(
    ['התאמה', 'מה שייך למה?', 'תקציב', ''],
    [
      ['שכר דירה', 'הוצאה קבועה', 'אותו סכום בכל חודש.'],
      ['בילויים', 'הוצאה משתנה', 'הסכום משתנה מחודש לחודש.'],
      ['', 'הכנסה', ''],
    ],
  ),
  row(
    ['סידור', 'סדרו את השלבים בבניית תקציב.', 'תקציב', ''],
    [
      ['רושמים הכנסות', '', 'קודם יודעים כמה נכנס.'],
      ['רושמים הוצאות', '', 'אחר כך כמה יוצא.'],
      ['מחליטים מה לשנות', '', 'ורק אז מחליטים.'],
    ],
  ),
  row(['חישוב', CALCULATED.text, CALCULATED.topic, ''], [], JSON.stringify(CALCULATED)),
]
export const TEMPLATE_NAME = 'questions-template'
export const TEMPLATE_SHEET = 'שאלות'
