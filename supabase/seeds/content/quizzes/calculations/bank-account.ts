import type { Calculated } from '../../../../functions/_shared/quizzes/types.ts'
import { calculated, ledger, lessonsOf, oneOf, range } from '../write.ts'

const at = lessonsOf('bank-account')

export const bankAccountCalculations: Calculated[] = [
  calculated({
    text: 'כמה ריבית תשלמו על המינוס? היא מחושבת לפי ימים, בשנה של 365 יום. ענו בשקלים ובאגורות.',
    topic: 'ריבית לפי ימים',
    watchAgain: at('overdraft', 12),
    given: ledger(['המינוס', '{debt}'], ['ריבית שנתית', '{rate}'], ['ימים במינוס', '{days}']),
    variables: [
      range('debt', 'shekel', '3000', '9000', '500'),
      oneOf('rate', 'percent', '10', '11', '12', '13', '14'),
      range('days', 'number', '10', '25', '1'),
    ],
    formula: 'debt * rate * days / 36500',
    digits: 2,
    tolerance: '0.05',
    unit: 'shekel',
    steps: [
      { text: 'הריבית לשנה שלמה', formula: 'debt * rate / 100', unit: 'shekel' },
      { text: 'הריבית ליום אחד', formula: 'debt * rate / 36500', rounding: { digits: 4 }, unit: 'shekel' },
    ],
    answerStep: 'כפול מספר הימים',
    mistakes: [
      { formula: 'debt * rate / 1200', why: 'זו הריבית לחודש שלם. המינוס נמשך פחות ימים, ומשלמים רק עליהם.' },
      { formula: 'debt * rate * days / 36000', why: 'החלוקה נעשתה בשנה של 360 יום. כאן השנה היא 365 יום.' },
      { formula: 'debt * rate / 100', why: 'זו הריבית לשנה שלמה. כופלים במספר הימים ומחלקים ב־365.' },
    ],
  }),
  calculated({
    text: 'כמה ריבית תצטבר בשנה על פיקדון לשלושה חודשים, שמחדשים אותו ארבע פעמים עם הריבית? ענו בשקלים, בעיגול לשקל הקרוב.',
    topic: 'פיקדון מתחדש',
    watchAgain: at('deposits', 22),
    given: ledger(['סכום הפיקדון', '{deposit}'], ['ריבית שנתית', '{rate}']),
    variables: [
      range('deposit', 'shekel', '20000', '100000', '5000'),
      oneOf('rate', 'percent', '3', '3.2', '3.6', '4', '4.4', '4.8'),
    ],
    values: [{ name: 'growth', formula: '(1 + rate / 400) ^ 4', unit: 'number' }],
    formula: 'deposit * (growth - 1)',
    digits: 0,
    tolerance: '1',
    unit: 'shekel',
    steps: [
      { text: 'הריבית לרבעון אחד', formula: 'rate / 4', unit: 'percent' },
      { text: 'אחרי ארבעה רבעונים הסכום גדל פי', formula: 'growth', rounding: { digits: 6 }, unit: 'number' },
    ],
    answerStep: 'הריבית: כפול הפיקדון, בלי הפיקדון עצמו',
    mistakes: [
      {
        formula: 'deposit * rate / 100',
        why: 'זו ריבית פשוטה לשנה. הריבית של כל רבעון מצטרפת לפיקדון, וברבעון הבא גם היא נושאת ריבית.',
      },
      { formula: 'deposit * rate / 400', why: 'זו הריבית של רבעון אחד. הפיקדון התחדש ארבע פעמים.' },
      { formula: 'deposit * growth', why: 'זה הסכום כולו. הריבית היא מה שמעל הפיקדון.' },
    ],
  }),
  calculated({
    text: 'כמה תחסכו בשנה במסלול קבוע של עמלות? המסלול כולל את כל הפעולות שלכם. ענו בשקלים.',
    topic: 'מסלול עמלות',
    watchAgain: at('fees', 32),
    given: ledger(
      ['פעולות ישירות בחודש', '{direct}'],
      ['מחיר פעולה ישירה', '₪1.50'],
      ['פעולות פקיד בחודש', '{clerk}'],
      ['מחיר פעולת פקיד', '₪6'],
      ['מחיר המסלול לחודש', '{plan}'],
    ),
    variables: [
      range('direct', 'number', '6', '14', '2'),
      range('clerk', 'number', '1', '3', '1'),
      oneOf('plan', 'shekel', '8', '9', '10', '11'),
    ],
    constraints: ['direct * 1.5 + clerk * 6 - plan >= 3'],
    values: [{ name: 'monthly', formula: 'direct * 1.5 + clerk * 6', unit: 'shekel' }],
    formula: '(monthly - plan) * 12',
    digits: 0,
    tolerance: '0.5',
    unit: 'shekel',
    steps: [
      { text: 'העמלות בחודש, בלי מסלול', formula: 'monthly', unit: 'shekel' },
      { text: 'החיסכון בחודש', formula: 'monthly - plan', unit: 'shekel' },
    ],
    answerStep: 'כפול 12 חודשים',
    mistakes: [
      { formula: 'monthly - plan', why: 'זה החיסכון בחודש אחד. לשנה כופלים ב־12.' },
      { formula: 'monthly * 12', why: 'אלה העמלות בלי מסלול. גם המסלול עצמו עולה, ומפחיתים אותו.' },
      { formula: 'monthly * 12 - plan', why: 'המסלול הופחת פעם אחת. משלמים עליו בכל חודש.' },
    ],
  }),
  calculated({
    text: 'כמה ריבית תעלה בערך עסקת קרדיט לשנה? מחזירים קרן שווה ב־12 חודשים, והיתרה הממוצעת היא הסכום כפול 13 חלקי 24. ענו בשקלים, בעיגול לאגורה.',
    topic: 'מחיר הקרדיט',
    watchAgain: at('cards', 33),
    given: ledger(['סכום העסקה', '{price}'], ['ריבית שנתית', '{rate}']),
    variables: [
      range('price', 'shekel', '1200', '7200', '240'),
      oneOf('rate', 'percent', '8', '9', '10', '11', '12', '14'),
    ],
    values: [{ name: 'average', formula: 'price * 13 / 24', unit: 'shekel' }],
    formula: 'average * rate / 100',
    digits: 2,
    tolerance: '0.5',
    unit: 'shekel',
    steps: [
      { text: 'הקרן שמוחזרת בכל חודש', formula: 'price / 12', unit: 'shekel' },
      { text: 'היתרה הממוצעת במשך השנה', formula: 'average', unit: 'shekel' },
    ],
    answerStep: 'הריבית על היתרה הממוצעת',
    mistakes: [
      {
        formula: 'price * rate / 100',
        why: 'כך יוצא אילו היתרה לא קטנה כל השנה. בכל חודש מחזירים קרן, ולכן הממוצע נמוך.',
      },
      {
        formula: 'price / 2 * rate / 100',
        why: 'כמעט. התשלום יורד בסוף החודש, ולכן היתרה הממוצעת היא מעט יותר ממחצית.',
      },
      { formula: 'price * rate / 1200', why: 'זו הריבית של החודש הראשון בלבד.' },
    ],
  }),
]
