import type { Calculated } from '../../../../functions/_shared/quizzes/types.ts'
import { calculated, ledger, lessonsOf, oneOf, range } from '../write.ts'

const at = lessonsOf('out-of-debt')

export const outOfDebtCalculations: Calculated[] = [
  calculated({
    text: 'כמה ריבית עולים החובות האלה בשנה, אם היתרות לא ישתנו? ענו בשקלים.',
    topic: 'מחיר כל החובות',
    watchAgain: at('debt-map', 48),
    given: ledger(
      ['מינוס', '{overdraft}'],
      ['ריבית על המינוס', '{overdraftRate}'],
      ['הלוואה', '{loan}'],
      ['ריבית על ההלוואה', '{loanRate}'],
    ),
    variables: [
      range('overdraft', 'shekel', '3000', '9000', '500'),
      oneOf('overdraftRate', 'percent', '11', '12', '13', '14'),
      range('loan', 'shekel', '15000', '40000', '1000'),
      oneOf('loanRate', 'percent', '6', '7', '8'),
    ],
    formula: 'overdraft * overdraftRate / 100 + loan * loanRate / 100',
    digits: 0,
    tolerance: '1',
    unit: 'shekel',
    steps: [
      { text: 'המינוס, לפי הריבית שלו', formula: 'overdraft * overdraftRate / 100', unit: 'shekel' },
      { text: 'ההלוואה, לפי הריבית שלה', formula: 'loan * loanRate / 100', unit: 'shekel' },
    ],
    answerStep: 'מחברים את שני הסכומים',
    mistakes: [
      {
        formula: '(overdraft + loan) * (overdraftRate + loanRate) / 200',
        why: 'כאן ממוצע הריביות חושב על החוב כולו. החובות שונים בגודלם, ולכן מחשבים כל אחד לחוד.',
      },
      {
        formula: '(overdraft + loan) * (overdraftRate + loanRate) / 100',
        why: 'ריביות של חובות שונים אינן מתחברות. כל אחת חלה רק על היתרה שלה.',
      },
      {
        formula: '(overdraft * overdraftRate / 100 + loan * loanRate / 100) / 12',
        why: 'זו הריבית לחודש. נשאלתם על שנה שלמה.',
      },
    ],
  }),
  calculated({
    text: 'כמה יישאר מהחוב אחרי שלושה חודשים? בסוף כל חודש נרשמת ריבית על היתרה, ומיד אחריה יורד התשלום. עגלו לשקל הקרוב.',
    topic: 'יתרה אחרי תשלומים',
    watchAgain: at('minimum-payment', 33),
    given: ledger(['החוב היום', '{debt}'], ['ריבית לחודש', '{rate}'], ['תשלום בכל חודש', '{payment}']),
    variables: [
      range('debt', 'shekel', '12000', '30000', '1000'),
      oneOf('rate', 'percent', '0.8', '1', '1.2'),
      range('payment', 'shekel', '400', '1500', '50'),
    ],
    constraints: ['payment >= debt * rate / 100 * 1.8', 'payment <= debt * 0.06'],
    values: [
      { name: 'first', formula: 'debt * (1 + rate / 100) - payment', unit: 'shekel' },
      { name: 'second', formula: 'first * (1 + rate / 100) - payment', unit: 'shekel' },
    ],
    formula: 'second * (1 + rate / 100) - payment',
    digits: 0,
    tolerance: '1',
    unit: 'shekel',
    steps: [
      {
        text: 'אחרי החודש הראשון: מוסיפים ריבית ומפחיתים תשלום',
        formula: 'first',
        rounding: { digits: 2 },
        unit: 'shekel',
      },
      { text: 'אחרי החודש השני, מהיתרה החדשה', formula: 'second', rounding: { digits: 2 }, unit: 'shekel' },
    ],
    answerStep: 'אחרי החודש השלישי',
    mistakes: [
      { formula: 'debt - 3 * payment', why: 'כאן כל התשלום הקטין את החוב. חלק ממנו מכסה את הריבית של החודש.' },
      {
        formula: 'debt * (1 + 3 * rate / 100) - 3 * payment',
        why: 'הריבית חושבה בכל חודש על החוב המקורי. אחרי כל תשלום היתרה קטנה, והריבית קטנה איתה.',
      },
      { formula: 'second', why: 'זו היתרה אחרי שני חודשים. חסר כאן החודש השלישי.' },
    ],
  }),
  calculated({
    text: 'כמה ריבית תחסכו בשנה אם העודף יסגור חלק מהחוב היקר, ולא מהחוב הזול? ענו בשקלים.',
    topic: 'סדר פירעון',
    watchAgain: at('order-of-payment', 39),
    given: ledger(['עודף פנוי', '{spare}'], ['ריבית על החוב היקר', '{high}'], ['ריבית על החוב הזול', '{low}']),
    variables: [
      range('spare', 'shekel', '1000', '6000', '200'),
      oneOf('high', 'percent', '13', '14', '15', '16'),
      oneOf('low', 'percent', '5', '6', '9'),
    ],
    formula: 'spare * (high - low) / 100',
    digits: 0,
    tolerance: '1',
    unit: 'shekel',
    steps: [
      { text: 'החיסכון אם סוגרים מהחוב היקר', formula: 'spare * high / 100', unit: 'shekel' },
      { text: 'החיסכון אם סוגרים מהחוב הזול', formula: 'spare * low / 100', unit: 'shekel' },
    ],
    answerStep: 'ההפרש הוא מה שמרוויחים מהסדר',
    mistakes: [
      { formula: 'spare * high / 100', why: 'זה כל החיסכון בחוב היקר. נשאלתם בכמה הוא גדול מהחיסכון בחוב הזול.' },
      { formula: 'spare * low / 100', why: 'זה מה שנחסך בחוב הזול. מפחיתים אותו מהחיסכון בחוב היקר.' },
      { formula: 'spare * (high + low) / 100', why: 'אותו עודף סוגר רק חוב אחד, ולכן שני החסכונות אינם מתחברים.' },
    ],
  }),
  calculated({
    text: 'בכמה שקלים יקרה יותר ההלוואה הארוכה? אותו סכום ואותה ריבית, בשתי תקופות.',
    topic: 'מחיר ההארכה',
    watchAgain: at('one-loan', 35),
    given: ledger(['תשלום ל־36 חודשים', '{short}'], ['תשלום ל־60 חודשים', '{long}']),
    variables: [range('short', 'shekel', '900', '1200', '10'), range('long', 'shekel', '580', '770', '5')],
    constraints: ['short / long >= 1.49', 'short / long <= 1.61'],
    formula: '60 * long - 36 * short',
    digits: 0,
    tolerance: '1',
    unit: 'shekel',
    steps: [
      { text: 'כל התשלומים בתקופה הקצרה', formula: '36 * short', unit: 'shekel' },
      { text: 'כל התשלומים בתקופה הארוכה', formula: '60 * long', unit: 'shekel' },
    ],
    answerStep: 'ההפרש הוא מחיר הזמן הנוסף',
    mistakes: [
      {
        formula: '(short - long) * 36',
        why: 'זה מה שנחסך בתשלומים בשלוש השנים הראשונות. אחריהן ממשיכים לשלם עוד 24 חודשים.',
      },
      { formula: 'long * 24', why: 'אלה התשלומים שנוספו. מולם, בכל אחד מ־36 החודשים הראשונים שילמתם פחות.' },
      { formula: '60 * long', why: 'זה סך התשלומים בהלוואה הארוכה. מפחיתים ממנו את סך התשלומים בקצרה.' },
    ],
  }),
]
