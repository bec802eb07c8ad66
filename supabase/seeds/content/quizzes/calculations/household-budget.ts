import type { Calculated } from '../../../../functions/_shared/quizzes/types.ts'
import { calculated, ledger, lessonsOf, oneOf, range } from '../write.ts'

const at = lessonsOf('household-budget')

export const householdBudgetCalculations: Calculated[] = [
  calculated({
    text: 'כמה צריך להפריש בכל חודש להוצאות של פעם בשנה? ענו בשקלים, בעיגול לשקל הקרוב.',
    topic: 'הפרשה חודשית',
    watchAgain: at('yearly-expenses', 40),
    given: ledger(
      ['ביטוח רכב', '{insurance}'],
      ['טיפולים לרכב', '{service}'],
      ['חגים ומתנות', '{holidays}'],
      ['ציוד לבית ספר', '{school}'],
    ),
    variables: [
      range('insurance', 'shekel', '2400', '5400', '120'),
      range('service', 'shekel', '1200', '2400', '60'),
      range('holidays', 'shekel', '1500', '3000', '60'),
      range('school', 'shekel', '600', '1500', '60'),
    ],
    values: [{ name: 'yearly', formula: 'insurance + service + holidays + school', unit: 'shekel' }],
    formula: 'yearly / 12',
    digits: 0,
    tolerance: '1',
    unit: 'shekel',
    steps: [{ text: 'כל ההוצאות של השנה יחד', formula: 'yearly', unit: 'shekel' }],
    answerStep: 'מחלקים ל־12 חודשים',
    mistakes: [
      { formula: 'yearly', why: 'זה הסכום לשנה שלמה. כדי להפוך אותו לסעיף חודשי מחלקים ב־12.' },
      { formula: 'yearly / 4', why: 'חילקתם במספר ההוצאות. מחלקים במספר החודשים, כי מפרישים בכל חודש.' },
      { formula: '(yearly - school) / 12', why: 'אחת ההוצאות נשארה בחוץ. גם סכום קטן שמגיע פעם בשנה הוא חלק מהסעיף.' },
    ],
  }),
  calculated({
    text: 'באיזה אחוז צריך לקצץ את ההוצאות המשתנות, אם כל הקיצוץ בא מהן? ענו באחוזים, עם ספרה אחת אחרי הנקודה.',
    topic: 'קיצוץ באחוזים',
    watchAgain: at('fixed-and-variable', 44),
    given: ledger(['הוצאות קבועות', '{fixed}'], ['הוצאות משתנות', '{variable}'], ['הקיצוץ הדרוש', '{cut}']),
    variables: [
      range('fixed', 'shekel', '5500', '8500', '100'),
      range('variable', 'shekel', '3000', '5000', '100'),
      range('cut', 'shekel', '300', '900', '50'),
    ],
    formula: 'cut / variable * 100',
    digits: 1,
    tolerance: '0.1',
    unit: 'percent',
    steps: [
      { text: 'מחלקים את הקיצוץ בהוצאות המשתנות', formula: 'cut / variable', rounding: { digits: 4 }, unit: 'number' },
    ],
    answerStep: 'כותבים באחוזים',
    mistakes: [
      { formula: 'cut / (fixed + variable) * 100', why: 'חילקתם בכל ההוצאות. כל הקיצוץ בא מהמשתנות, ולכן הן המכנה.' },
      { formula: 'cut / fixed * 100', why: 'זה האחוז אילו הקיצוץ היה בהוצאות הקבועות.' },
      {
        formula: 'cut / (variable - cut) * 100',
        why: 'חילקתם במה שיישאר אחרי הקיצוץ. אחוז של קיצוץ נמדד מהסכום שלפניו.',
      },
    ],
  }),
  calculated({
    text: 'כמה יישאר לכל השאר בחודש? מההכנסה יורדים ההכרחי, החלק החודשי של ההוצאות השנתיות, והחיסכון שיוצא בתחילת החודש. ענו בשקלים.',
    topic: 'מה נשאר לחודש',
    watchAgain: at('why-budget', 51),
    given: ledger(
      ['הכנסה נטו בחודש', '{income}'],
      ['הוצאות הכרחיות בחודש', '{needs}'],
      ['הוצאות של פעם בשנה', '{yearly}'],
      ['חיסכון בתחילת החודש', '{saving}'],
    ),
    variables: [
      range('income', 'shekel', '11000', '18000', '100'),
      range('needs', 'shekel', '7000', '10500', '100'),
      range('yearly', 'shekel', '4800', '12000', '600'),
      range('saving', 'shekel', '400', '1800', '50'),
    ],
    constraints: ['income - needs - yearly / 12 - saving >= 500', 'abs(yearly / 12 - saving) >= 5'],
    values: [{ name: 'part', formula: 'yearly / 12', unit: 'shekel' }],
    formula: 'income - needs - part - saving',
    digits: 0,
    tolerance: '1',
    unit: 'shekel',
    steps: [
      { text: 'החלק החודשי של ההוצאות השנתיות', formula: 'part', unit: 'shekel' },
      { text: 'כל מה שיש לו כבר ייעוד', formula: 'needs + part + saving', unit: 'shekel' },
    ],
    answerStep: 'מפחיתים מההכנסה',
    mistakes: [
      { formula: 'income - needs - saving', why: 'ההוצאות השנתיות נשכחו. הן יגיעו, ולכן חלק מכל חודש כבר שייך להן.' },
      { formula: 'income - needs - part', why: 'החיסכון לא הופחת. הוא יוצא בתחילת החודש, ולא ממה שנשאר בסופו.' },
      {
        formula: 'income - needs - yearly - saving',
        why: 'ההוצאות השנתיות הופחתו כולן מחודש אחד. לפני שמפחיתים מחלקים אותן ב־12.',
      },
    ],
  }),
  calculated({
    text: 'כמה צריך לשים בצד בכל חודש כדי שהחשבון השנתי הקרוב ישולם בזמן? חלק מהסכום כבר נחסך. עגלו לשקל הקרוב.',
    topic: 'השנה הראשונה',
    watchAgain: at('yearly-expenses', 61),
    given: ledger(['החשבון הקרוב', '{bill}'], ['כבר נחסכו', '{saved}'], ['חודשים שנותרו', '{months}']),
    variables: [
      range('bill', 'shekel', '2400', '6000', '100'),
      range('saved', 'shekel', '200', '1000', '100'),
      oneOf('months', 'months', '3', '4', '5', '6', '8', '9'),
    ],
    constraints: ['abs((bill - saved) / 12 - bill / months + saved) >= 3'],
    formula: '(bill - saved) / months',
    digits: 0,
    tolerance: '1',
    unit: 'shekel',
    steps: [{ text: 'מה שעוד חסר', formula: 'bill - saved', unit: 'shekel' }],
    answerStep: 'מחלקים בחודשים שנותרו',
    mistakes: [
      {
        formula: '(bill - saved) / 12',
        why: 'בקצב הזה יחסרו חודשים. השנה הראשונה קצרה יותר, ולכן מחלקים במה שנותר ממנה.',
      },
      { formula: 'bill / months', why: 'מה שכבר נחסך לא הופחת. מחלקים רק את מה שעוד חסר.' },
      { formula: 'bill / months - saved', why: 'החיסכון הופחת מכל תשלום. מפחיתים אותו פעם אחת, לפני החלוקה.' },
    ],
  }),
]
