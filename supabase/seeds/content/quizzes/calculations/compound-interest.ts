import type { Calculated } from '../../../../functions/_shared/quizzes/types.ts'
import { calculated, ledger, lessonsOf, oneOf, range } from '../write.ts'

const at = lessonsOf('compound-interest')

export const compoundInterestCalculations: Calculated[] = [
  calculated({
    text: 'כמה יצטבר בסוף התקופה? מפקידים סכום פעם אחת, והריבית מתווספת בסוף כל שנה. ענו בשקלים, בעיגול לשקל הקרוב.',
    topic: 'הפקדה אחת בריבית דריבית',
    watchAgain: at('simple-and-compound', 32),
    given: ledger(['סכום ההפקדה', '{deposit}'], ['ריבית שנתית', '{rate}'], ['מספר שנים', '{years}']),
    variables: [
      range('deposit', 'shekel', '2000', '20000', '100'),
      range('rate', 'percent', '2.5', '6', '0.5'),
      range('years', 'years', '6', '25', '1'),
    ],
    values: [{ name: 'growth', formula: '(1 + rate / 100) ^ years', unit: 'number' }],
    formula: 'deposit * growth',
    digits: 0,
    tolerance: '1',
    unit: 'shekel',
    steps: [
      { text: 'בכל שנה הסכום גדל פי', formula: '1 + rate / 100', unit: 'number' },
      {
        text: 'כופלים במספר הזה פעם אחת לכל שנה, {years} פעמים',
        formula: 'growth',
        rounding: { digits: 5 },
        unit: 'number',
      },
    ],
    answerStep: 'כפול סכום ההפקדה',
    mistakes: [
      {
        formula: 'deposit * (1 + rate / 100) ^ (years - 1)',
        why: 'התשובה הזו יוצאת כשסופרים שנה אחת פחות. ריבית נוספת גם בסוף השנה האחרונה.',
      },
      {
        formula: 'deposit * (1 + rate / 100 * years)',
        why: 'זו ריבית פשוטה: אותו סכום נוסף בכל שנה. כאן גם הריבית שנצברה נושאת ריבית.',
      },
      {
        formula: 'deposit * growth - deposit',
        why: 'זו הריבית בלבד. נשאלתם כמה יהיה בחשבון, ולכן ההפקדה עצמה נכנסת לסכום.',
      },
    ],
  }),
  calculated({
    text: 'כמה מהסכום שנצבר הוא ריבית על ריבית? השוו בין ריבית דריבית, שנרשמת פעם בשנה, לבין ריבית פשוטה באותו שיעור. עגלו לשקל הקרוב.',
    topic: 'ריבית על ריבית',
    watchAgain: at('simple-and-compound', 55),
    given: ledger(['סכום ההפקדה', '{deposit}'], ['ריבית שנתית', '{rate}'], ['מספר שנים', '{years}']),
    variables: [
      range('deposit', 'shekel', '5000', '30000', '500'),
      range('rate', 'percent', '3', '6', '0.5'),
      range('years', 'years', '10', '20', '1'),
    ],
    values: [
      { name: 'compound', formula: 'deposit * (1 + rate / 100) ^ years', unit: 'shekel' },
      { name: 'simple', formula: 'deposit * (1 + rate / 100 * years)', unit: 'shekel' },
    ],
    formula: 'compound - simple',
    digits: 0,
    tolerance: '1',
    unit: 'shekel',
    steps: [
      { text: 'בריבית פשוטה מתקבלים', formula: 'simple', rounding: { digits: 0 }, unit: 'shekel' },
      { text: 'בריבית דריבית מתקבלים', formula: 'compound', rounding: { digits: 0 }, unit: 'shekel' },
    ],
    answerStep: 'ההפרש הוא הריבית על הריבית',
    mistakes: [
      {
        formula: 'compound - deposit',
        why: 'זו כל הריבית שנצברה. החלק שהיה מתקבל גם בריבית פשוטה אינו ריבית על ריבית, ולכן מפחיתים אותו.',
      },
      {
        formula: 'simple - deposit',
        why: 'זו הריבית הפשוטה לבדה. נשאלתם על מה שנוסף מעליה.',
      },
      {
        formula: 'deposit * (1 + rate / 100) ^ (years - 1) - simple',
        why: 'בחזקה חסרה שנה אחת. גם בסוף השנה האחרונה נרשמת ריבית.',
      },
    ],
  }),
  calculated({
    text: 'כמה יצטבר מחיסכון חודשי קבוע? מפקידים בסוף כל חודש, והתשואה השנתית מחולקת ל־12 ומחושבת בכל חודש. חשבו בלי לעגל בדרך, ועגלו רק את התוצאה לשקל הקרוב.',
    topic: 'חיסכון חודשי',
    watchAgain: at('power-of-time', 13),
    given: ledger(['הפקדה בכל חודש', '{monthly}'], ['תשואה שנתית', '{rate}'], ['מספר שנים', '{years}']),
    variables: [
      range('monthly', 'shekel', '100', '1000', '50'),
      oneOf('rate', 'percent', '3', '3.6', '4.2', '4.8', '6'),
      range('years', 'years', '8', '30', '1'),
    ],
    values: [
      { name: 'months', formula: 'years * 12', unit: 'months' },
      { name: 'growth', formula: '(1 + rate / 1200) ^ months', unit: 'number' },
    ],
    formula: 'monthly * (growth - 1) / (rate / 1200)',
    digits: 0,
    tolerance: '5',
    unit: 'shekel',
    steps: [
      { text: 'התשואה לחודש אחד, כמספר ולא באחוזים', formula: 'rate / 1200', rounding: { digits: 6 }, unit: 'number' },
      { text: 'מספר ההפקדות', formula: 'months', unit: 'number' },
      { text: 'פי כמה גדלה הפקדה אחת במשך כל החודשים', formula: 'growth', rounding: { digits: 5 }, unit: 'number' },
      {
        text: 'סכום כל ההפקדות עם התשואה שלהן, על כל שקל לחודש: מפחיתים 1 ומחלקים בתשואה לחודש',
        formula: '(growth - 1) / (rate / 1200)',
        rounding: { digits: 4 },
        unit: 'number',
      },
    ],
    answerStep: 'כפול ההפקדה החודשית',
    mistakes: [
      {
        formula: 'monthly * months',
        why: 'זה מה שהפקדתם, בלי שום תשואה. התשואה של כל השנים חסרה בחשבון.',
      },
      {
        formula: 'monthly * months * growth',
        why: 'כך יוצא אילו כל הסכום הופקד ביום הראשון. ההפקדות מגיעות חודש אחר חודש, והאחרונות כמעט לא צוברות.',
      },
      {
        formula: 'monthly * (growth - 1) / (rate / 1200) * (1 + rate / 1200)',
        why: 'כך יוצא כשמפקידים בתחילת כל חודש. כאן ההפקדה היא בסופו, ולכן לכל אחת חסר חודש של תשואה.',
      },
    ],
  }),
  calculated({
    text: 'כמה יישאר אחרי דמי ניהול? הסכום צובר תשואה בכל שנה, ובסוף השנה נגבים דמי ניהול מכל הצבירה. עגלו לשקל הקרוב.',
    topic: 'דמי ניהול לאורך שנים',
    watchAgain: at('fees-over-years', 24),
    given: ledger(
      ['סכום התחלתי', '{deposit}'],
      ['תשואה שנתית', '{gross}'],
      ['דמי ניהול מהצבירה', '{fee}'],
      ['מספר שנים', '{years}'],
    ),
    variables: [
      range('deposit', 'shekel', '50000', '200000', '5000'),
      range('gross', 'percent', '4', '6', '0.5'),
      oneOf('fee', 'percent', '0.3', '0.5', '0.6', '0.8', '1'),
      range('years', 'years', '10', '30', '1'),
    ],
    values: [{ name: 'yearly', formula: '(1 + gross / 100) * (1 - fee / 100)', unit: 'number' }],
    formula: 'deposit * yearly ^ years',
    digits: 0,
    tolerance: '5',
    unit: 'shekel',
    steps: [
      { text: 'התשואה מגדילה את הצבירה בשנה פי', formula: '1 + gross / 100', unit: 'number' },
      { text: 'אחרי דמי הניהול נשאר ממנה חלק של', formula: '1 - fee / 100', unit: 'number' },
      { text: 'יחד, הצבירה גדלה בשנה פי', formula: 'yearly', rounding: { digits: 6 }, unit: 'number' },
      { text: 'ולאורך {years} שנים, פי', formula: 'yearly ^ years', rounding: { digits: 5 }, unit: 'number' },
    ],
    answerStep: 'כפול הסכום ההתחלתי',
    mistakes: [
      {
        formula: 'deposit * (1 + gross / 100) ^ years',
        why: 'בתשובה הזו אין דמי ניהול כלל. הם נגבים בסוף כל שנה, מכל הצבירה.',
      },
      {
        formula: 'deposit * (1 + gross / 100) ^ years * (1 - fee / 100)',
        why: 'דמי הניהול נגבו כאן פעם אחת, בסוף. בפועל הם נגבים בכל שנה, ומה שנגבה כבר לא צובר.',
      },
      {
        formula: 'deposit * (1 + (gross - fee) / 100) ^ years',
        why: 'קירוב נפוץ: להפחית את דמי הניהול מהתשואה. הם נגבים מכל הצבירה, כולל מהתשואה של השנה, ולכן נשאר מעט פחות.',
      },
    ],
  }),
  calculated({
    text: 'מהי התשואה הריאלית בשנה הזו? ענו באחוזים, בעיגול לשתי ספרות אחרי הנקודה.',
    topic: 'תשואה ריאלית',
    watchAgain: at('real-return', 46),
    given: ledger(['תשואה נומינלית', '{nominal}'], ['עליית המחירים', '{inflation}']),
    variables: [range('nominal', 'percent', '4', '9', '0.5'), range('inflation', 'percent', '2', '5', '0.5')],
    constraints: ['nominal >= inflation + 2'],
    values: [{ name: 'ratio', formula: '(1 + nominal / 100) / (1 + inflation / 100)', unit: 'number' }],
    formula: '(ratio - 1) * 100',
    digits: 2,
    tolerance: '0.01',
    unit: 'percent',
    steps: [
      { text: 'החיסכון גדל פי', formula: '1 + nominal / 100', unit: 'number' },
      { text: 'המחירים גדלו פי', formula: '1 + inflation / 100', unit: 'number' },
      { text: 'מחלקים, כדי לדעת פי כמה גדל כוח הקנייה', formula: 'ratio', rounding: { digits: 6 }, unit: 'number' },
    ],
    answerStep: 'מפחיתים 1 וכותבים באחוזים',
    mistakes: [
      {
        formula: 'nominal - inflation',
        why: 'חיסור הוא קירוב. גם התשואה עצמה שווה פחות אחרי שהמחירים עלו, ולכן מחלקים.',
      },
      {
        formula: '((1 + nominal / 100) * (1 + inflation / 100) - 1) * 100',
        why: 'כאן כפלתם בעליית המחירים, וכוח הקנייה יצא גדול יותר. עליית מחירים מקטינה אותו, ולכן מחלקים בה.',
      },
      {
        formula: '((1 + inflation / 100) / (1 + nominal / 100) - 1) * 100',
        why: 'המונה והמכנה התחלפו. מה שיש לכם למעלה, ומה שהמחירים עשו למטה.',
      },
    ],
  }),
]
