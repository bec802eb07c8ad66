import type { Calculated } from '../../../../functions/_shared/quizzes/types.ts'
import { calculated, ledger, lessonsOf, oneOf, range } from '../write.ts'

const at = lessonsOf('reading-numbers')

export const percentAndPointsCalculations: Calculated[] = [
  calculated({
    text: 'בכמה אחוזים עלתה הריבית ביחס לעצמה? ענו באחוזים, עם ספרה אחת אחרי הנקודה.',
    topic: 'שינוי ביחס לעצמו',
    watchAgain: at('percent-and-points', 39),
    given: ledger(['הריבית לפני', '{before}'], ['הריבית אחרי', '{after}']),
    variables: [range('before', 'percent', '2', '5', '0.25'), range('after', 'percent', '3', '8', '0.25')],
    constraints: ['after >= before + 0.5', 'after <= before * 1.9'],
    formula: '(after / before - 1) * 100',
    digits: 1,
    tolerance: '0.1',
    unit: 'percent',
    steps: [
      { text: 'ההפרש, בנקודות אחוז', formula: 'after - before', unit: 'number' },
      { text: 'פי כמה גדולה הריבית החדשה', formula: 'after / before', rounding: { digits: 4 }, unit: 'number' },
    ],
    answerStep: 'מפחיתים 1 וכותבים באחוזים',
    mistakes: [
      { formula: 'after - before', why: 'זה ההפרש בנקודות אחוז. ביחס לעצמה מחלקים אותו בריבית שלפני.' },
      { formula: '(after - before) / after * 100', why: 'חילקתם בריבית החדשה. שינוי מודדים ביחס לריבית שממנה יצאנו.' },
      { formula: 'after / before * 100', why: 'זה כמה אחוזים הריבית החדשה מהישנה. העלייה היא מה שמעל 100%.' },
    ],
  }),
  calculated({
    text: 'כמה שקלים בשנה תוסיף העלייה בריבית על ההלוואה? ענו בשקלים.',
    topic: 'מנקודות לשקלים',
    watchAgain: at('percent-and-points', 30),
    given: ledger(['סכום ההלוואה', '{loan}'], ['הריבית לפני', '{before}'], ['הריבית אחרי', '{after}']),
    variables: [
      range('loan', 'shekel', '40000', '200000', '10000'),
      oneOf('before', 'percent', '3', '3.5', '4', '4.5'),
      oneOf('after', 'percent', '5', '5.25', '5.5', '5.75'),
    ],
    formula: 'loan * (after - before) / 100',
    digits: 0,
    tolerance: '1',
    unit: 'shekel',
    steps: [
      { text: 'הריבית לשנה לפני העלייה', formula: 'loan * before / 100', unit: 'shekel' },
      { text: 'הריבית לשנה אחריה', formula: 'loan * after / 100', unit: 'shekel' },
    ],
    answerStep: 'ההפרש ביניהן',
    mistakes: [
      { formula: 'loan * after / 100', why: 'זו כל הריבית החדשה. נשאלתם רק על התוספת.' },
      {
        formula: 'loan * (after / before - 1)',
        why: 'כאן אחוז השינוי הוחל על ההלוואה עצמה. הוא חל על הריבית, ולא על הקרן.',
      },
      { formula: 'loan * (after - before) / 1200', why: 'זו התוספת לחודש. נשאלתם על שנה.' },
    ],
  }),
]

export const downAndUpCalculations: Calculated[] = [
  calculated({
    text: 'באיזה אחוז צריך הסכום לעלות כדי לחזור למקומו? ענו באחוזים, עם ספרה אחת אחרי הנקודה.',
    topic: 'לחזור מירידה',
    watchAgain: at('down-and-up', 40),
    given: ledger(['הירידה', '{fall}']),
    variables: [range('fall', 'percent', '10', '70', '1')],
    values: [{ name: 'left', formula: '1 - fall / 100', unit: 'number' }],
    formula: '(1 / left - 1) * 100',
    digits: 1,
    tolerance: '0.1',
    unit: 'percent',
    steps: [
      { text: 'החלק שנשאר אחרי הירידה', formula: 'left', unit: 'number' },
      { text: 'פי כמה צריך לגדול כדי לחזור ל־1', formula: '1 / left', rounding: { digits: 4 }, unit: 'number' },
    ],
    answerStep: 'מפחיתים 1 וכותבים באחוזים',
    mistakes: [
      { formula: 'fall', why: 'אותו אחוז אינו מספיק: העלייה מחושבת על הסכום הקטן שנשאר.' },
      {
        formula: 'fall / (100 + fall) * 100',
        why: 'כך מחשבים איזו ירידה מבטלת עלייה. כאן הכיוון הפוך, ומחלקים במה שנשאר.',
      },
      { formula: '100 / left', why: 'זה הסכום כולו ביחס למה שנשאר. העלייה היא רק מה שמעל 100%.' },
    ],
  }),
  calculated({
    text: 'כמה יש בסוף, אחרי עלייה בשנה אחת וירידה בשנה שאחריה? ענו בשקלים.',
    topic: 'שתי שנים',
    watchAgain: at('down-and-up', 60),
    given: ledger(['סכום בהתחלה', '{sum}'], ['עלייה בשנה הראשונה', '{rise}'], ['ירידה בשנה השנייה', '{fall}']),
    variables: [
      range('sum', 'shekel', '2000', '20000', '500'),
      oneOf('rise', 'percent', '10', '20', '25', '30', '40'),
      oneOf('fall', 'percent', '5', '10', '15', '20', '30'),
    ],
    constraints: ['abs(rise - fall) >= 5'],
    formula: 'sum * (1 + rise / 100) * (1 - fall / 100)',
    digits: 0,
    tolerance: '1',
    unit: 'shekel',
    steps: [
      { text: 'אחרי השנה הראשונה', formula: 'sum * (1 + rise / 100)', unit: 'shekel' },
      { text: 'מזה נשאר בשנה השנייה חלק של', formula: '1 - fall / 100', unit: 'number' },
    ],
    answerStep: 'כופלים את השניים',
    mistakes: [
      {
        formula: 'sum * (1 + (rise - fall) / 100)',
        why: 'האחוזים חוברו. הם נמדדים מסכומים שונים, ולכן כופלים ולא מחברים.',
      },
      {
        formula: 'sum * (1 + rise / 100) / (1 + fall / 100)',
        why: 'ירידה אינה חלוקה באחד ועוד האחוז. כופלים בחלק שנשאר.',
      },
      { formula: 'sum * (1 + rise / 100)', why: 'זה הסכום אחרי השנה הראשונה. הירידה של השנה השנייה חסרה.' },
    ],
  }),
]
