import type { Calculated } from '../../../../functions/_shared/quizzes/types.ts'
import { calculated, ledger, lessonsOf, oneOf, range } from '../write.ts'

const at = lessonsOf('tax-on-gains')

export const taxOnGainsCalculations: Calculated[] = [
  calculated({
    text: 'כמה מס ישולם על המכירה? שיעור המס בדוגמה הוא 25%, והחישוב נומינלי, כולל העמלות. ענו בשקלים, בעיגול לשקל הקרוב.',
    topic: 'רווח אחרי עמלות',
    watchAgain: at('what-is-gain', 32),
    given: ledger(
      ['מחיר הקנייה', '{bought}'],
      ['עמלת קנייה', '{buyFee}'],
      ['מחיר המכירה', '{sold}'],
      ['עמלת מכירה', '{sellFee}'],
    ),
    variables: [
      range('bought', 'shekel', '10000', '40000', '1000'),
      range('buyFee', 'shekel', '30', '100', '10'),
      range('sold', 'shekel', '15000', '60000', '1000'),
      range('sellFee', 'shekel', '40', '120', '10'),
    ],
    constraints: ['sold >= bought * 1.15', 'sold <= bought * 1.9'],
    values: [
      { name: 'received', formula: 'sold - sellFee', unit: 'shekel' },
      { name: 'cost', formula: 'bought + buyFee', unit: 'shekel' },
    ],
    formula: '(received - cost) * 0.25',
    digits: 0,
    tolerance: '1',
    unit: 'shekel',
    steps: [
      { text: 'התמורה נטו: מחיר המכירה פחות העמלה', formula: 'received', unit: 'shekel' },
      { text: 'העלות: מחיר הקנייה ועוד העמלה', formula: 'cost', unit: 'shekel' },
      { text: 'הרווח הוא ההפרש', formula: 'received - cost', unit: 'shekel' },
    ],
    answerStep: 'המס, 25% מהרווח',
    mistakes: [
      { formula: '(sold - bought) * 0.25', why: 'העמלות לא נכנסו לחשבון. שתיהן מקטינות את הרווח, ולכן גם את המס.' },
      { formula: 'received * 0.25', why: 'המס חל על הרווח, ולא על כל התמורה. קודם מפחיתים את העלות.' },
      { formula: 'received - cost', why: 'זה הרווח. המס הוא רבע ממנו.' },
    ],
  }),
  calculated({
    text: 'כמה מס ישולם אם ממסים רק את הרווח הריאלי? שיעור המס בדוגמה הוא 25%, ואין עמלות. ענו בשקלים, בעיגול לשקל הקרוב.',
    topic: 'מס על רווח ריאלי',
    watchAgain: at('real-gain', 24),
    given: ledger(
      ['מחיר הקנייה', '{bought}'],
      ['המדד בקנייה', '{indexThen}'],
      ['מחיר המכירה', '{sold}'],
      ['המדד במכירה', '{indexNow}'],
    ),
    variables: [
      range('bought', 'shekel', '15000', '50000', '1000'),
      oneOf('indexThen', 'number', '102', '103', '104', '105'),
      range('sold', 'shekel', '20000', '80000', '1000'),
      oneOf('indexNow', 'number', '108', '110', '112', '114'),
    ],
    constraints: ['sold >= bought * indexNow / indexThen * 1.1', 'sold <= bought * 1.9'],
    values: [{ name: 'adjusted', formula: 'bought * indexNow / indexThen', unit: 'shekel' }],
    formula: '(sold - adjusted) * 0.25',
    digits: 0,
    tolerance: '1',
    unit: 'shekel',
    steps: [
      {
        text: 'העלות המתואמת: מתרגמים את מחיר הקנייה למדד של המכירה',
        formula: 'adjusted',
        rounding: { digits: 2 },
        unit: 'shekel',
      },
      { text: 'הרווח הריאלי', formula: 'sold - adjusted', rounding: { digits: 2 }, unit: 'shekel' },
    ],
    answerStep: 'המס, 25% מהרווח הריאלי',
    mistakes: [
      {
        formula: '(sold - bought) * 0.25',
        why: 'זה מס על הרווח בשקלים. חלק ממנו רק שמר על הערך, ובדוגמה הוא אינו ממוסה.',
      },
      {
        formula: '(sold - bought * (1 + (indexNow - indexThen) / 100)) * 0.25',
        why: 'נקודות המדד נספרו כאחוזים. זה נכון רק כשהמדד בקנייה הוא 100, ולכן מחלקים במדד של הקנייה.',
      },
      {
        formula: '(sold * indexThen / indexNow - bought) * 0.25',
        why: 'כאן המכירה תורגמה לשקלים של הקנייה. המס משולם בשקלים של היום, ולכן מתאמים את העלות.',
      },
    ],
  }),
  calculated({
    text: 'כמה מס ישולם השנה אחרי קיזוז ההפסד? שיעור המס בדוגמה הוא 25%. ענו בשקלים.',
    topic: 'קיזוז באותה שנה',
    watchAgain: at('offsetting', 23),
    given: ledger(['רווח ממכירה אחת', '{gain}'], ['רווח ממכירה שנייה', '{second}'], ['הפסד ממכירה שלישית', '{loss}']),
    variables: [
      range('gain', 'shekel', '4000', '15000', '200'),
      range('second', 'shekel', '1000', '5000', '200'),
      range('loss', 'shekel', '1000', '4800', '200'),
    ],
    constraints: ['gain >= loss + 1000', 'abs(second - 3 * loss) >= 100'],
    formula: '(gain + second - loss) * 0.25',
    digits: 0,
    tolerance: '1',
    unit: 'shekel',
    steps: [
      { text: 'שני הרווחים יחד', formula: 'gain + second', unit: 'shekel' },
      { text: 'אחרי קיזוז ההפסד', formula: 'gain + second - loss', unit: 'shekel' },
    ],
    answerStep: 'המס, 25% ממה שנשאר',
    mistakes: [
      { formula: '(gain + second) * 0.25', why: 'ההפסד לא קוזז. באותה שנה מחברים רווחים והפסדים לפני שמחשבים מס.' },
      {
        formula: '(gain + second) * 0.25 - loss',
        why: 'ההפסד הופחת מהמס עצמו. הוא מקטין את הרווח, ולכן חוסך רק רבע ממנו.',
      },
      { formula: '(gain - loss) * 0.25', why: 'הרווח השני נשאר בחוץ. לחישוב נכנסות כל המכירות של השנה.' },
    ],
  }),
  calculated({
    text: 'כמה יישאר אחרי מס, אם המס נגבה רק במכירה שבסוף? שיעור המס בדוגמה הוא 25%. עגלו לשקל הקרוב.',
    topic: 'מס שנדחה לסוף',
    watchAgain: at('deferral', 34),
    given: ledger(['סכום ההשקעה', '{invested}'], ['תשואה שנתית', '{rate}'], ['מספר שנים', '{years}']),
    variables: [
      range('invested', 'shekel', '20000', '150000', '5000'),
      oneOf('rate', 'percent', '4', '4.5', '5', '5.5', '6'),
      range('years', 'years', '10', '25', '1'),
    ],
    values: [
      { name: 'saved', formula: 'invested * (1 + rate / 100) ^ years', unit: 'shekel' },
      { name: 'tax', formula: '(saved - invested) * 0.25', unit: 'shekel' },
    ],
    formula: 'saved - tax',
    digits: 0,
    tolerance: '1',
    unit: 'shekel',
    steps: [
      { text: 'הצבירה לפני מס', formula: 'saved', rounding: { digits: 0 }, unit: 'shekel' },
      { text: 'הרווח: הצבירה פחות ההשקעה', formula: 'saved - invested', rounding: { digits: 0 }, unit: 'shekel' },
      { text: 'המס, 25% מהרווח', formula: 'tax', rounding: { digits: 0 }, unit: 'shekel' },
    ],
    answerStep: 'מה שנשאר אחרי המס',
    mistakes: [
      {
        formula: 'invested * (1 + rate * 0.75 / 100) ^ years',
        why: 'כך יוצא כשהמס נגבה בכל שנה. כשהוא נדחה, גם החלק שלו ממשיך לצבור עד הסוף.',
      },
      { formula: 'saved * 0.75', why: 'המס חל על הרווח בלבד. ההשקעה המקורית אינה ממוסה.' },
      { formula: 'saved', why: 'זו הצבירה לפני מס. דחייה אינה פטור.' },
    ],
  }),
]
