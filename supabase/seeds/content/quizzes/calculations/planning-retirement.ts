import type { Calculated } from '../../../../functions/_shared/quizzes/types.ts'
import { calculated, ledger, lessonsOf, oneOf, range } from '../write.ts'

const at = lessonsOf('planning-retirement')

export const planningRetirementCalculations: Calculated[] = [
  calculated({
    text: 'כמה צריך להפקיד בכל חודש כדי לסגור את הפער, בלי שום תשואה? הסכום הדרוש ביום הפרישה הוא הפער כפול מקדם ההמרה. עגלו לשקל הקרוב.',
    topic: 'מפער להפקדה',
    watchAgain: at('the-gap', 30),
    given: ledger(['הפער החודשי', '{gap}'], ['מקדם ההמרה', '{factor}'], ['שנים עד הפרישה', '{years}']),
    variables: [
      range('gap', 'shekel', '800', '3000', '100'),
      oneOf('factor', 'number', '190', '195', '200', '205', '210'),
      oneOf('years', 'years', '10', '15', '18', '20', '25'),
    ],
    values: [{ name: 'needed', formula: 'gap * factor', unit: 'shekel' }],
    formula: 'needed / (years * 12)',
    digits: 0,
    tolerance: '1',
    unit: 'shekel',
    steps: [
      { text: 'הסכום הדרוש ביום הפרישה', formula: 'needed', unit: 'shekel' },
      { text: 'מספר ההפקדות', formula: 'years * 12', unit: 'number' },
    ],
    answerStep: 'מחלקים את הסכום בהפקדות',
    mistakes: [
      { formula: 'needed', why: 'זה הסכום הדרוש ביום הפרישה. כדי לדעת כמה להפקיד בכל חודש מחלקים אותו בחודשים.' },
      { formula: 'needed / years', why: 'זו ההפקדה לשנה. מחלקים גם ב־12.' },
      { formula: 'gap * 12 * years / factor', why: 'הפעולות התחלפו: כופלים במקדם, ומחלקים במספר החודשים.' },
    ],
  }),
  calculated({
    text: 'מהו שיעור התחלופה? ענו באחוזים, עם ספרה אחת אחרי הנקודה.',
    topic: 'שיעור תחלופה',
    watchAgain: at('replacement-rate', 11),
    given: ledger(
      ['הכנסה היום', '{income}'],
      ['קצבה צפויה מקרן הפנסיה', '{pension}'],
      ['קצבת אזרח ותיק, בדוגמה', '{old}'],
    ),
    variables: [
      range('income', 'shekel', '9000', '18000', '500'),
      range('pension', 'shekel', '4000', '9000', '250'),
      oneOf('old', 'shekel', '1800', '2000', '2200'),
    ],
    constraints: [
      'pension + old <= income * 0.9',
      'pension + old >= income * 0.4',
      'abs(pension + old - 0.5 * income) >= 400',
      'abs(2 * pension + old - income) >= 100',
    ],
    values: [{ name: 'all', formula: 'pension + old', unit: 'shekel' }],
    formula: 'all / income * 100',
    digits: 1,
    tolerance: '0.1',
    unit: 'percent',
    steps: [
      { text: 'כל ההכנסה בפרישה', formula: 'all', unit: 'shekel' },
      { text: 'חלקי ההכנסה שלפניה', formula: 'all / income', rounding: { digits: 4 }, unit: 'number' },
    ],
    answerStep: 'כותבים באחוזים',
    mistakes: [
      {
        formula: 'pension / income * 100',
        why: 'נספר מקור אחד. אוספים את כל ההכנסות בפרישה, וגם קצבת אזרח ותיק ביניהן.',
      },
      { formula: '(income - all) / income * 100', why: 'זה החלק שיחסר. שיעור התחלופה הוא החלק שיישאר.' },
      { formula: 'income / all * 100', why: 'המונה והמכנה התחלפו. מחלקים את ההכנסה בפרישה בהכנסה שלפניה.' },
    ],
  }),
  calculated({
    text: 'כמה יידרש בחודש בעוד כמה שנים, כדי לקנות את מה שקונים היום? המחירים עולים באותו שיעור בכל שנה. עגלו לשקל הקרוב.',
    topic: 'הוצאה עם אינפלציה',
    watchAgain: at('longevity', 40),
    given: ledger(['הוצאה היום', '{spending}'], ['אינפלציה לשנה', '{inflation}'], ['מספר שנים', '{years}']),
    variables: [
      range('spending', 'shekel', '4000', '12000', '250'),
      oneOf('inflation', 'percent', '1.5', '2', '2.5', '3'),
      range('years', 'years', '10', '30', '1'),
    ],
    values: [{ name: 'prices', formula: '(1 + inflation / 100) ^ years', unit: 'number' }],
    formula: 'spending * prices',
    digits: 0,
    tolerance: '1',
    unit: 'shekel',
    steps: [
      { text: 'בכל שנה המחירים גדלים פי', formula: '1 + inflation / 100', unit: 'number' },
      { text: 'לאורך {years} שנים, פי', formula: 'prices', rounding: { digits: 5 }, unit: 'number' },
    ],
    answerStep: 'כפול ההוצאה של היום',
    mistakes: [
      {
        formula: 'spending * (1 + inflation / 100 * years)',
        why: 'האחוזים חוברו. גם העלייה של השנים הקודמות מתייקרת, ולכן מעלים בחזקה.',
      },
      { formula: 'spending / prices', why: 'זה כמה יקנה הסכום של היום. נשאלתם כמה יידרש, ולכן כופלים.' },
      { formula: 'spending * (1 + inflation / 100)', why: 'כאן נספרה שנה אחת של אינפלציה. היא חוזרת בכל שנה.' },
    ],
  }),
  calculated({
    text: 'כמה יישאר אחרי שנתיים, כשמושכים סכום קבוע בסוף כל שנה? השנה הראשונה רעה והשנייה טובה. ענו בשקלים.',
    topic: 'משיכה בשנה רעה',
    watchAgain: at('order-of-returns', 23),
    given: ledger(
      ['חיסכון ביום הפרישה', '{saved}'],
      ['משיכה בסוף כל שנה', '{taken}'],
      ['ירידה בשנה הראשונה', '{fall}'],
      ['עלייה בשנה השנייה', '{rise}'],
    ),
    variables: [
      range('saved', 'shekel', '300000', '900000', '20000'),
      range('taken', 'shekel', '20000', '50000', '2000'),
      oneOf('fall', 'percent', '10', '15', '20', '25'),
      oneOf('rise', 'percent', '12', '16', '18', '22'),
    ],
    values: [{ name: 'first', formula: 'saved * (1 - fall / 100) - taken', unit: 'shekel' }],
    formula: 'first * (1 + rise / 100) - taken',
    digits: 0,
    tolerance: '1',
    unit: 'shekel',
    steps: [
      { text: 'החיסכון אחרי הירידה', formula: 'saved * (1 - fall / 100)', unit: 'shekel' },
      { text: 'אחרי המשיכה של השנה הראשונה', formula: 'first', unit: 'shekel' },
      { text: 'אחרי העלייה של השנה השנייה', formula: 'first * (1 + rise / 100)', unit: 'shekel' },
    ],
    answerStep: 'אחרי המשיכה השנייה',
    mistakes: [
      {
        formula: 'saved * (1 - fall / 100) * (1 + rise / 100) - 2 * taken',
        why: 'שתי המשיכות ירדו בסוף. המשיכה הראשונה יצאה קודם, ולכן לא נהנתה מהעלייה.',
      },
      {
        formula: '(saved * (1 + rise / 100) - taken) * (1 - fall / 100) - taken',
        why: 'סדר השנים התהפך. כשמושכים כסף הסדר משנה: שנה רעה בהתחלה פוגעת יותר.',
      },
      { formula: 'first * (1 + rise / 100)', why: 'חסרה כאן המשיכה של סוף השנה השנייה. מושכים בכל שנה.' },
    ],
  }),
]
