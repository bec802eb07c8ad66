import type { Calculated } from '../../../../functions/_shared/quizzes/types.ts'
import { calculated, ledger, lessonsOf, oneOf, range } from '../write.ts'

const at = lessonsOf('mortgage')

const loan = range('loan', 'shekel', '300000', '1200000', '25000')
const rate = range('rate', 'percent', '3.5', '6', '0.25')
const years = oneOf('years', 'years', '15', '20', '25', '30')

export const mortgageCalculations: Calculated[] = [
  calculated({
    text: 'מה יהיה ההחזר החודשי בלוח שפיצר? הריבית קבועה ואינה צמודה, ומחלקים אותה ב־12. חשבו בלי לעגל בדרך, ועגלו רק את התוצאה לשקל הקרוב.',
    topic: 'החזר חודשי',
    watchAgain: at('principal-and-interest', 13),
    given: ledger(['סכום ההלוואה', '{loan}'], ['ריבית שנתית', '{rate}'], ['מספר שנים', '{years}']),
    variables: [loan, rate, years],
    constraints: ['abs(rate * years - 100) >= 1'],
    values: [
      { name: 'months', formula: 'years * 12', unit: 'months' },
      { name: 'growth', formula: '(1 + rate / 1200) ^ months', unit: 'number' },
    ],
    formula: 'loan * rate / 1200 * growth / (growth - 1)',
    digits: 0,
    tolerance: '2',
    unit: 'shekel',
    steps: [
      { text: 'הריבית של החודש הראשון', formula: 'loan * rate / 1200', rounding: { digits: 2 }, unit: 'shekel' },
      { text: 'מספר התשלומים', formula: 'months', unit: 'number' },
      {
        text: 'אחד ועוד הריבית לחודש, בחזקת מספר התשלומים',
        formula: 'growth',
        rounding: { digits: 5 },
        unit: 'number',
      },
      {
        text: 'מחלקים את המספר הזה בעצמו פחות 1',
        formula: 'growth / (growth - 1)',
        rounding: { digits: 5 },
        unit: 'number',
      },
    ],
    answerStep: 'כפול הריבית של החודש הראשון',
    mistakes: [
      { formula: 'loan / months', why: 'זו הקרן בלבד, מחולקת שווה בשווה. הריבית על היתרה חסרה בתשלום.' },
      {
        formula: 'loan / months + loan * rate / 1200',
        why: 'כאן הריבית חושבה בכל חודש על כל הסכום. בפועל היתרה קטנה בכל תשלום, ולכן התשלום הקבוע נמוך יותר.',
      },
      { formula: 'loan * rate / 1200', why: 'זו הריבית של החודש הראשון. בתשלום יש גם החזר של קרן.' },
    ],
  }),
  calculated({
    text: 'כמה ריבית תשלמו לאורך כל ההלוואה, בלוח שפיצר? ההחזר החודשי נתון ומעוגל לשקל, והריבית קבועה.',
    topic: 'סך הריבית',
    watchAgain: at('principal-and-interest', 55),
    given: ledger(['סכום ההלוואה', '{loan}'], ['החזר חודשי', '{payment}'], ['מספר שנים', '{years}']),
    variables: [
      range('loan', 'shekel', '400000', '900000', '20000'),
      range('payment', 'shekel', '2500', '6000', '10'),
      oneOf('years', 'years', '20', '25', '30'),
    ],
    constraints: ['payment * years * 12 >= loan * 1.35', 'payment * years * 12 <= loan * 2'],
    values: [{ name: 'paid', formula: 'payment * years * 12', unit: 'shekel' }],
    formula: 'paid - loan',
    digits: 0,
    tolerance: '1',
    unit: 'shekel',
    steps: [
      { text: 'מספר התשלומים', formula: 'years * 12', unit: 'number' },
      { text: 'כל התשלומים יחד', formula: 'paid', unit: 'shekel' },
    ],
    answerStep: 'מה שמעל סכום ההלוואה הוא ריבית',
    mistakes: [
      { formula: 'paid', why: 'זה כל מה שתשלמו. חלק ממנו הוא החזר של הכסף שקיבלתם, ולכן מפחיתים את ההלוואה.' },
      { formula: 'payment * 12', why: 'אלה התשלומים של שנה אחת בלבד. כופלים גם במספר השנים.' },
      { formula: 'payment * (years * 12 - 1) - loan', why: 'נספר תשלום אחד פחות. בכל שנה יש 12 תשלומים, גם באחרונה.' },
    ],
  }),
  calculated({
    text: 'כמה מהתשלום הראשון הולך לקרן? ההלוואה בלוח שפיצר, והריבית קבועה. עגלו לשקל הקרוב.',
    topic: 'קרן בתשלום הראשון',
    watchAgain: at('principal-and-interest', 24),
    given: ledger(['סכום ההלוואה', '{loan}'], ['ריבית שנתית', '{rate}'], ['החזר חודשי', '{payment}']),
    variables: [loan, rate, range('payment', 'shekel', '2000', '8000', '25')],
    constraints: ['payment >= loan * rate / 1200 * 1.3', 'payment <= loan * rate / 1200 * 1.9'],
    values: [{ name: 'interest', formula: 'loan * rate / 1200', unit: 'shekel' }],
    formula: 'payment - interest',
    digits: 0,
    tolerance: '1',
    unit: 'shekel',
    steps: [
      { text: 'הריבית לשנה על כל הסכום', formula: 'loan * rate / 100', unit: 'shekel' },
      { text: 'החלק של חודש אחד', formula: 'interest', rounding: { digits: 2 }, unit: 'shekel' },
    ],
    answerStep: 'מה שנשאר מהתשלום מקטין את הקרן',
    mistakes: [
      { formula: 'interest', why: 'זה החלק של הריבית. הקרן היא מה שנשאר מהתשלום אחריה.' },
      { formula: 'payment * (1 - rate / 100)', why: 'הריבית מחושבת על היתרה של ההלוואה, ולא על התשלום.' },
      { formula: 'payment', why: 'זה התשלום כולו. בתחילת הדרך רק חלק ממנו מקטין את החוב.' },
    ],
  }),
  calculated({
    text: 'בכמה שקלים לחודש תגדל הריבית, בתחילה, אם בנק ישראל יעלה את הריבית? המסלול הוא פריים, ולכן כל העלייה עוברת אליו. ענו בשקלים, בעיגול לאגורה.',
    topic: 'עליית הפריים',
    watchAgain: at('prime', 41),
    given: ledger(['יתרת ההלוואה במסלול פריים', '{loan}'], ['עלייה בריבית, בנקודות אחוז', '{rise}']),
    variables: [
      range('loan', 'shekel', '150000', '600000', '10000'),
      oneOf('rise', 'number', '0.25', '0.5', '0.75', '1', '1.5'),
    ],
    formula: 'loan * rise / 1200',
    digits: 2,
    tolerance: '0.5',
    unit: 'shekel',
    steps: [{ text: 'התוספת לשנה', formula: 'loan * rise / 100', unit: 'shekel' }],
    answerStep: 'מחלקים ל־12 חודשים',
    mistakes: [
      { formula: 'loan * rise / 100', why: 'זו התוספת לשנה שלמה. לחודש מחלקים אותה ב־12.' },
      {
        formula: 'loan * (rise + 1.5) / 1200',
        why: 'ההפרש של 1.5 בין הפריים לריבית בנק ישראל קבוע. הוא כבר בתשלום, ולא נוסף שוב.',
      },
      { formula: 'loan * rise / 12', why: 'נקודת אחוז היא מאית. חסרה כאן חלוקה ב־100.' },
    ],
  }),
  calculated({
    text: 'כמה ריבית תשלמו בסך הכול בלוח של קרן שווה? הריבית קבועה, ובכל חודש מחזירים אותו סכום של קרן. עגלו לשקל הקרוב.',
    topic: 'קרן שווה',
    watchAgain: at('two-schedules', 47),
    given: ledger(['סכום ההלוואה', '{loan}'], ['ריבית שנתית', '{rate}'], ['מספר שנים', '{years}']),
    variables: [loan, rate, years],
    values: [
      { name: 'months', formula: 'years * 12', unit: 'months' },
      { name: 'first', formula: 'loan * rate / 1200', unit: 'shekel' },
    ],
    formula: 'loan * rate * (months + 1) / 2400',
    digits: 0,
    tolerance: '2',
    unit: 'shekel',
    steps: [
      { text: 'הריבית בחודש הראשון, על כל הסכום', formula: 'first', rounding: { digits: 2 }, unit: 'shekel' },
      {
        text: 'הריבית בחודש האחרון, על החלק האחרון של הקרן',
        formula: 'first / months',
        rounding: { digits: 2 },
        unit: 'shekel',
      },
      {
        text: 'הריבית יורדת בקצב קבוע, ולכן הממוצע לחודש הוא מחצית הסכום של השתיים',
        formula: '(first + first / months) / 2',
        rounding: { digits: 2 },
        unit: 'shekel',
      },
    ],
    answerStep: 'כפול מספר החודשים',
    mistakes: [
      { formula: 'first * months', why: 'כך יוצא אילו הקרן לא קטנה כלל. בכל חודש מחזירים חלק ממנה, והריבית יורדת.' },
      {
        formula: 'first * months / 2',
        why: 'כמעט. גם בחודש האחרון משלמים ריבית, ולכן הממוצע גבוה מעט ממחצית הריבית הראשונה.',
      },
      { formula: 'loan + loan * rate * (months + 1) / 2400', why: 'זה סך התשלומים. נשאלתם על הריבית לבדה, בלי הקרן.' },
    ],
  }),
]
