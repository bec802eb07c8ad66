import type { Calculated } from '../../../../functions/_shared/quizzes/types.ts'
import { calculated, ledger, lessonsOf, oneOf, range } from '../write.ts'

const at = lessonsOf('payslip')

/** The invented steps that the course uses. */
const STEPS = ledger(['עד ₪5,000', '10%'], ['מ־₪5,000 עד ₪10,000', '20%'], ['מעל ₪10,000', '30%'])

export const payslipCalculations: Calculated[] = [
  calculated({
    text: 'כמה מס הכנסה יש לשלם החודש לפי המדרגות המומצאות שבשיעור, לפני נקודות זיכוי? ענו בשקלים.',
    topic: 'מס לפי מדרגות',
    watchAgain: at('brackets', 0),
    given: [...ledger(['הכנסה בחודש', '{income}']), ...STEPS],
    variables: [range('income', 'shekel', '10500', '18000', '250')],
    constraints: ['abs(income - 15000) >= 500'],
    values: [
      { name: 'lowest', formula: 'min(income, 5000) * 0.1', unit: 'shekel' },
      { name: 'middle', formula: 'max(min(income, 10000) - 5000, 0) * 0.2', unit: 'shekel' },
      { name: 'highest', formula: 'max(income - 10000, 0) * 0.3', unit: 'shekel' },
    ],
    formula: 'lowest + middle + highest',
    digits: 0,
    tolerance: '1',
    unit: 'shekel',
    steps: [
      { text: 'המדרגה הראשונה: ₪5,000 ב־10%', formula: 'lowest', unit: 'shekel' },
      { text: 'המדרגה השנייה: ₪5,000 נוספים ב־20%', formula: 'middle', unit: 'shekel' },
      { text: 'המדרגה השלישית: רק מה שמעל ₪10,000, ב־30%', formula: 'highest', unit: 'shekel' },
    ],
    answerStep: 'מחברים את שלוש השכבות',
    mistakes: [
      { formula: 'income * 0.3', why: 'כאן כל ההכנסה מוסתה ב־30%. השיעור הגבוה חל רק על החלק שמעל ₪10,000.' },
      { formula: 'highest', why: 'זו רק השכבה העליונה. גם על השכבות שמתחתיה משלמים, כל אחת בשיעור שלה.' },
      { formula: 'income * 0.2', why: 'זה ממוצע של שלושת השיעורים. השכבות שונות בגודלן, ולכן ממוצע פשוט אינו המס.' },
    ],
  }),
  calculated({
    text: 'כמה מס יישאר לשלם החודש אחרי נקודות הזיכוי? בשנת המס 2025 נקודה שווה ₪242 בחודש. ענו בשקלים, עם אגורות אם צריך.',
    topic: 'אחרי נקודות זיכוי',
    watchAgain: at('credit-points', 18),
    given: ledger(['המס לפי המדרגות', '{tax}'], ['נקודות זיכוי', '{points}']),
    variables: [
      range('tax', 'shekel', '1000', '3000', '50'),
      oneOf('points', 'number', '2.25', '2.75', '3.25', '3.75'),
    ],
    constraints: ['abs(tax - (points + 1) * 242) >= 3'],
    values: [{ name: 'credit', formula: 'points * 242', unit: 'shekel' }],
    formula: 'max(tax - credit, 0)',
    digits: 2,
    tolerance: '0.5',
    unit: 'shekel',
    steps: [{ text: 'שווי נקודות הזיכוי בחודש', formula: 'credit', rounding: { digits: 2 }, unit: 'shekel' }],
    answerStep: 'מפחיתים אותן מהמס עצמו, ולכל היותר עד אפס',
    mistakes: [
      { formula: 'tax - 242', why: 'הופחתה נקודה אחת בלבד. כופלים את שווי הנקודה במספר הנקודות.' },
      { formula: 'tax', why: 'זה המס לפני הזיכוי. הנקודות מופחתות ממנו, שקל מול שקל.' },
      { formula: 'credit', why: 'זה שווי הזיכוי. המס לתשלום הוא מה שנשאר אחריו.' },
    ],
  }),
  calculated({
    text: 'כמה ינוכה מהשכר לביטוח לאומי ולדמי בריאות, בשיעורים המומצאים שבשיעור? ענו בשקלים.',
    topic: 'שיעור נמוך ושיעור גבוה',
    watchAgain: at('social-deductions', 13),
    given: ledger(['שכר החודש', '{wage}'], ['עד ₪7,500', '4%'], ['מעל ₪7,500', '12%']),
    variables: [range('wage', 'shekel', '8500', '16000', '250')],
    constraints: ['abs(wage - 11250) >= 250'],
    values: [
      { name: 'below', formula: 'min(wage, 7500) * 0.04', unit: 'shekel' },
      { name: 'above', formula: 'max(wage - 7500, 0) * 0.12', unit: 'shekel' },
    ],
    formula: 'below + above',
    digits: 0,
    tolerance: '1',
    unit: 'shekel',
    steps: [
      { text: 'על החלק שעד הסף, 4%', formula: 'below', unit: 'shekel' },
      { text: 'על החלק שמעליו, 12%', formula: 'above', unit: 'shekel' },
    ],
    answerStep: 'מחברים את שני החלקים',
    mistakes: [
      { formula: 'wage * 0.12', why: 'השיעור הגבוה חל רק על מה שמעל הסף. על ₪7,500 הראשונים משלמים 4%.' },
      { formula: 'wage * 0.04', why: 'השיעור הנמוך נגמר בסף. על החלק שמעליו משלמים 12%.' },
      { formula: 'above', why: 'זה הניכוי על החלק העליון בלבד. גם על החלק שעד הסף משלמים, בשיעור נמוך.' },
    ],
  }),
  calculated({
    text: 'כמה יישאר בידיכם מתוספת לשכר? כולה נמצאת מעל כל המדרגות והספים שלכם, וכל ניכוי מחושב מהתוספת ברוטו. ענו בשקלים.',
    topic: 'תוספת לשכר',
    watchAgain: at('brackets', 47),
    given: ledger(
      ['תוספת ברוטו בחודש', '{raise}'],
      ['מס הכנסה', '{tax}'],
      ['ביטוח לאומי ובריאות', '12%'],
      ['פנסיה, חלק העובד', '6%'],
    ),
    variables: [range('raise', 'shekel', '500', '3000', '50'), oneOf('tax', 'percent', '20', '30', '35')],
    values: [{ name: 'share', formula: 'tax + 12 + 6', unit: 'percent' }],
    formula: 'raise * (1 - share / 100)',
    digits: 0,
    tolerance: '1',
    unit: 'shekel',
    steps: [
      { text: 'כל הניכויים יחד, מכל שקל של תוספת', formula: 'share', unit: 'percent' },
      { text: 'הניכויים בשקלים', formula: 'raise * share / 100', rounding: { digits: 2 }, unit: 'shekel' },
    ],
    answerStep: 'מה שנשאר מהתוספת',
    mistakes: [
      {
        formula: 'raise * (1 - tax / 100)',
        why: 'הופחת רק מס ההכנסה. מהתוספת יורדים גם ביטוח לאומי ובריאות, וגם הפקדה לפנסיה.',
      },
      { formula: 'raise * share / 100', why: 'אלה הניכויים. נשאלתם כמה נשאר אחריהם.' },
      {
        formula: 'raise * (1 - tax / 100) * 0.88 * 0.94',
        why: 'כאן כל ניכוי חושב ממה שנשאר אחרי הקודם. בתלוש כולם מחושבים מהברוטו.',
      },
    ],
  }),
  calculated({
    text: 'כמה מס עשוי לחזור אחרי שנה שעבדתם רק בחלקה? המס שנתי: מחשבים ממוצע הכנסה לחודש על פני 12 חודשים, והמס לפי המדרגות המומצאות שבשיעור. בלי נקודות זיכוי. ענו בשקלים.',
    topic: 'החזר מס',
    watchAgain: at('yearly-check', 12),
    given: [...ledger(['שכר בכל חודש עבודה', '{wage}'], ['חודשי עבודה בשנה', '{months}']), ...STEPS],
    variables: [range('wage', 'shekel', '10500', '18000', '300'), oneOf('months', 'months', '4', '6', '8', '9')],
    values: [
      { name: 'withheld', formula: '(1500 + (wage - 10000) * 0.3) * months', unit: 'shekel' },
      { name: 'average', formula: 'wage * months / 12', unit: 'shekel' },
      {
        name: 'due',
        formula:
          '(min(average, 5000) * 0.1 + max(min(average, 10000) - 5000, 0) * 0.2 + max(average - 10000, 0) * 0.3) * 12',
        unit: 'shekel',
      },
    ],
    formula: 'withheld - due',
    digits: 0,
    tolerance: '1',
    unit: 'shekel',
    steps: [
      { text: 'המס שנוכה בכל חודשי העבודה', formula: 'withheld', unit: 'shekel' },
      { text: 'ההכנסה הממוצעת לחודש, על פני השנה כולה', formula: 'average', rounding: { digits: 2 }, unit: 'shekel' },
      { text: 'המס על הממוצע, כפול 12', formula: 'due', rounding: { digits: 2 }, unit: 'shekel' },
    ],
    answerStep: 'מה שנוכה מעבר למס השנתי',
    mistakes: [
      { formula: 'withheld', why: 'זה כל המס שנוכה. גם על השנה כולה מגיע מס, אם כי נמוך יותר, ומפחיתים אותו.' },
      { formula: 'withheld - due / 12', why: 'המס על הממוצע הוא של חודש אחד. לפני שמפחיתים, כופלים אותו ב־12.' },
      {
        formula: 'withheld - due / 12 * months',
        why: 'המס על הממוצע נספר רק בחודשי העבודה. הממוצע פרוש על כל השנה, ולכן כופלים ב־12.',
      },
    ],
  }),
]
