import type { Calculated } from '../../../../functions/_shared/quizzes/types.ts'
import { calculated, ledger, lessonsOf, oneOf, range } from '../write.ts'

const at = lessonsOf('risk-and-diversification')

export const riskAndDiversificationCalculations: Calculated[] = [
  calculated({
    text: 'כמה שקלים צריך להעביר ממניות לאיגרות חוב כדי לחזור למשקלות שקבעתם? עגלו לשקל הקרוב.',
    topic: 'איזון מחדש',
    watchAgain: at('rebalancing', 36),
    given: ledger(
      ['הסכום כולו, בתחילת השנה', '{total}'],
      ['היעד למניות', '{target}'],
      ['עליית המניות בשנה', '{stocks}'],
      ['עליית איגרות החוב בשנה', '{bonds}'],
    ),
    variables: [
      range('total', 'shekel', '50000', '300000', '10000'),
      oneOf('target', 'percent', '40', '45', '55', '60', '70'),
      range('stocks', 'percent', '12', '26', '1'),
      range('bonds', 'percent', '1', '4', '0.5'),
    ],
    values: [
      { name: 'inStocks', formula: 'total * target / 100 * (1 + stocks / 100)', unit: 'shekel' },
      { name: 'inBonds', formula: 'total * (1 - target / 100) * (1 + bonds / 100)', unit: 'shekel' },
      { name: 'wanted', formula: '(inStocks + inBonds) * target / 100', unit: 'shekel' },
    ],
    formula: 'inStocks - wanted',
    digits: 0,
    tolerance: '1',
    unit: 'shekel',
    steps: [
      { text: 'המניות בסוף השנה', formula: 'inStocks', rounding: { digits: 2 }, unit: 'shekel' },
      { text: 'איגרות החוב בסוף השנה', formula: 'inBonds', rounding: { digits: 2 }, unit: 'shekel' },
      {
        text: 'כמה צריך להיות במניות לפי היעד, מהסכום החדש',
        formula: 'wanted',
        rounding: { digits: 2 },
        unit: 'shekel',
      },
    ],
    answerStep: 'מעבירים את ההפרש',
    mistakes: [
      {
        formula: 'inStocks - total * target / 100',
        why: 'ההשוואה הייתה לסכום של תחילת השנה. גם הסכום כולו גדל, והיעד מחושב ממנו.',
      },
      { formula: 'wanted', why: 'זה הסכום שצריך להיות במניות אחרי האיזון. מעבירים רק את מה שמעליו.' },
      {
        formula: 'inStocks - (inStocks + inBonds) / 2',
        why: 'כאן הסכום חולק שווה בשווה. היעד שלכם אינו חצי, והוא קובע כמה נשאר במניות.',
      },
    ],
  }),
  calculated({
    text: 'בכמה אחוזים צריך הסכום לעלות כדי לחזור לשיא? ענו באחוזים, עם ספרה אחת אחרי הנקודה.',
    topic: 'חזרה לשיא',
    watchAgain: at('drawdown', 27),
    given: ledger(['הסכום בשיא', '{peak}'], ['הסכום אחרי הירידה', '{low}']),
    variables: [range('peak', 'shekel', '8000', '30000', '1000'), range('low', 'shekel', '5000', '24000', '500')],
    constraints: ['low >= peak * 0.52', 'low <= peak * 0.85', 'abs(peak / low - 1 - low / peak) >= 0.01'],
    formula: '(peak / low - 1) * 100',
    digits: 1,
    tolerance: '0.1',
    unit: 'percent',
    steps: [
      { text: 'כמה שקלים חסרים', formula: 'peak - low', unit: 'shekel' },
      { text: 'החלק שחסר, ביחס למה שיש עכשיו', formula: '(peak - low) / low', rounding: { digits: 4 }, unit: 'number' },
    ],
    answerStep: 'כותבים באחוזים',
    mistakes: [
      { formula: '(peak - low) / peak * 100', why: 'זו הירידה מהשיא. העלייה נמדדת מהסכום הנמוך, ולכן היא גדולה יותר.' },
      { formula: 'peak / low * 100', why: 'זה היחס כולו באחוזים. העלייה היא רק מה שמעל 100%.' },
      { formula: 'low / peak * 100', why: 'זה החלק שנשאר מהשיא. נשאלתם כמה צריך להוסיף עליו.' },
    ],
  }),
  calculated({
    text: 'כמה יהיה בסך הכול אחרי שנה רעה, אם הכסף שדרוש בקרוב נשמר בצד והשאר מושקע? ענו בשקלים.',
    topic: 'כסף לפי אופק',
    watchAgain: at('horizon', 33),
    given: ledger(['כל הכסף', '{total}'], ['תשלום בעוד שנתיים, נשמר בצד', '{soon}'], ['ירידה בחלק המושקע', '{fall}']),
    variables: [
      range('total', 'shekel', '120000', '400000', '10000'),
      range('soon', 'shekel', '30000', '90000', '5000'),
      oneOf('fall', 'percent', '15', '20', '25', '30', '35'),
    ],
    constraints: ['abs(total - 2 * soon) >= 10000'],
    values: [{ name: 'far', formula: 'total - soon', unit: 'shekel' }],
    formula: 'soon + far * (1 - fall / 100)',
    digits: 0,
    tolerance: '1',
    unit: 'shekel',
    steps: [
      { text: 'החלק שמושקע לזמן הרחוק', formula: 'far', unit: 'shekel' },
      { text: 'מה שנשאר ממנו אחרי הירידה', formula: 'far * (1 - fall / 100)', unit: 'shekel' },
    ],
    answerStep: 'מוסיפים את הכסף שנשמר בצד',
    mistakes: [
      { formula: 'total * (1 - fall / 100)', why: 'כך יוצא אילו הכול היה מושקע. הכסף שנשמר בצד לא ירד.' },
      { formula: 'far * (1 - fall / 100)', why: 'זה החלק המושקע לבדו. נשאלתם על כל הכסף, כולל מה שבצד.' },
      { formula: 'total - soon * fall / 100', why: 'הירידה חושבה על הכסף שבצד. היא חלה על החלק המושקע.' },
    ],
  }),
  calculated({
    text: 'כמה יהיה אחרי שנתיים, אם חצי מהסכום בנכס א וחצי בנכס ב, ומאזנים בתחילת כל שנה? עגלו לשקל הקרוב.',
    topic: 'שני נכסים',
    watchAgain: at('correlation', 28),
    given: ledger(
      ['סכום בהתחלה', '{total}'],
      ['נכס א: עלייה בשנה הראשונה', '{rise}'],
      ['נכס א: ירידה בשנה השנייה', '{fall}'],
      ['נכס ב', 'אותן תנועות, בסדר הפוך'],
    ),
    variables: [
      range('total', 'shekel', '20000', '100000', '5000'),
      oneOf('rise', 'percent', '18', '20', '24', '26', '30'),
      oneOf('fall', 'percent', '6', '8', '10', '12'),
    ],
    values: [{ name: 'yearly', formula: '1 + (rise - fall) / 200', unit: 'number' }],
    formula: 'total * yearly ^ 2',
    digits: 0,
    tolerance: '1',
    unit: 'shekel',
    steps: [
      { text: 'בכל שנה נכס אחד עולה והאחר יורד, וחצי־חצי נותן', formula: '(rise - fall) / 2', unit: 'percent' },
      { text: 'לכן בכל שנה הסכום גדל פי', formula: 'yearly', unit: 'number' },
      { text: 'ובשנתיים פי', formula: 'yearly ^ 2', rounding: { digits: 6 }, unit: 'number' },
    ],
    answerStep: 'כפול הסכום שבהתחלה',
    mistakes: [
      {
        formula: 'total * (1 + rise / 100) * (1 - fall / 100)',
        why: 'כך יוצא למי שהחזיק נכס אחד בלבד. האיזון בכל שנה נתן כאן יותר, ובפחות טלטלות.',
      },
      {
        formula: 'total * (1 + (rise - fall) / 100)',
        why: 'האחוזים של שתי השנים חוברו. בכל שנה כופלים, והשנה השנייה חלה גם על הרווח של הראשונה.',
      },
      { formula: 'total * yearly', why: 'זה הסכום אחרי שנה אחת. עברו שנתיים.' },
    ],
  }),
]
