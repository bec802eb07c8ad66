import type { Calculated } from '../../../../functions/_shared/quizzes/types.ts'
import { calculated, ledger, lessonsOf, oneOf, range } from '../write.ts'

const at = lessonsOf('plain-pension')

export const plainPensionCalculations: Calculated[] = [
  calculated({
    text: 'כמה ייכנס החודש לחיסכון הפנסיוני, משלושת החלקים יחד? השיעורים הם המזעריים שבצו ההרחבה. ענו בשקלים.',
    topic: 'הפקדה חודשית',
    watchAgain: at('three-parts', 41),
    given: ledger(
      ['שכר ברוטו', '{gross}'],
      ['שכר מבוטח', '{insured}'],
      ['חלק העובד', '6%'],
      ['חלק המעסיק', '6.5%'],
      ['פיצויים', '6%'],
    ),
    variables: [range('gross', 'shekel', '9000', '16000', '200'), range('insured', 'shekel', '7000', '14000', '200')],
    constraints: ['gross >= insured + 600', 'gross <= insured + 3000'],
    formula: 'insured * 18.5 / 100',
    digits: 0,
    tolerance: '1',
    unit: 'shekel',
    steps: [
      { text: 'חלק העובד, מהשכר המבוטח', formula: 'insured * 6 / 100', unit: 'shekel' },
      { text: 'חלק המעסיק, מעל השכר', formula: 'insured * 6.5 / 100', unit: 'shekel' },
      { text: 'פיצויים, גם הם מעל השכר', formula: 'insured * 6 / 100', unit: 'shekel' },
    ],
    answerStep: 'מחברים את שלושת החלקים',
    mistakes: [
      { formula: 'insured * 6 / 100', why: 'זה חלק העובד בלבד. המעסיק מוסיף עליו את חלקו ואת הפיצויים.' },
      { formula: 'insured * 12.5 / 100', why: 'הפיצויים חסרים. גם הם נכנסים בכל חודש לחיסכון הפנסיוני.' },
      {
        formula: 'gross * 18.5 / 100',
        why: 'החישוב נעשה על הברוטו. ההפקדות נגזרות מהשכר המבוטח, וכאן הוא נמוך יותר.',
      },
    ],
  }),
  calculated({
    text: 'כמה דמי ניהול תשלמו השנה? נגבה אחוז מכל הפקדה, ואחוז בשנה מהצבירה. לצורך החישוב הצבירה קבועה במשך השנה. ענו בשקלים.',
    topic: 'דמי ניהול בפנסיה',
    watchAgain: at('fees', 24),
    given: ledger(
      ['הפקדה בכל חודש', '{deposit}'],
      ['דמי ניהול מהפקדה', '{depositFee}'],
      ['צבירה', '{saved}'],
      ['דמי ניהול מהצבירה', '{savedFee}'],
    ),
    variables: [
      range('deposit', 'shekel', '1200', '3000', '50'),
      oneOf('depositFee', 'percent', '1', '1.5', '2', '2.5'),
      range('saved', 'shekel', '60000', '400000', '10000'),
      oneOf('savedFee', 'percent', '0.1', '0.15', '0.2', '0.3'),
    ],
    constraints: [
      'abs(saved * savedFee - deposit * 12 * depositFee) >= 300',
      'abs(saved * savedFee - deposit * 11 * depositFee) >= 300',
    ],
    values: [
      { name: 'ofDeposits', formula: 'deposit * 12 * depositFee / 100', unit: 'shekel' },
      { name: 'ofSaved', formula: 'saved * savedFee / 100', unit: 'shekel' },
    ],
    formula: 'ofDeposits + ofSaved',
    digits: 0,
    tolerance: '1',
    unit: 'shekel',
    steps: [
      { text: 'מההפקדות של 12 חודשים', formula: 'ofDeposits', rounding: { digits: 2 }, unit: 'shekel' },
      { text: 'מהצבירה', formula: 'ofSaved', rounding: { digits: 2 }, unit: 'shekel' },
    ],
    answerStep: 'מחברים את השניים',
    mistakes: [
      {
        formula: 'deposit * depositFee / 100 + ofSaved',
        why: 'נספרה הפקדה אחת. דמי הניהול מהפקדה נגבים בכל חודש, 12 פעמים בשנה.',
      },
      { formula: 'ofDeposits', why: 'אלה דמי הניהול מההפקדות. נגבה גם אחוז מכל מה שכבר נצבר.' },
      { formula: 'ofSaved', why: 'אלה דמי הניהול מהצבירה. נגבה גם אחוז מכל הפקדה חדשה.' },
    ],
  }),
  calculated({
    text: 'בכמה שקלים לחודש קטנה הקצבה כשמקדם ההמרה גבוה יותר? עגלו את ההפרש לשקל הקרוב.',
    topic: 'שני מקדמים',
    watchAgain: at('conversion-factor', 30),
    given: ledger(['צבירה בפרישה', '{saved}'], ['מקדם נמוך', '{low}'], ['מקדם גבוה', '{high}']),
    variables: [
      range('saved', 'shekel', '600000', '1800000', '20000'),
      oneOf('low', 'number', '190', '195', '200', '205'),
      oneOf('high', 'number', '210', '215', '220', '225'),
    ],
    formula: 'saved / low - saved / high',
    digits: 0,
    tolerance: '1',
    unit: 'shekel',
    steps: [
      { text: 'הקצבה לפי המקדם הנמוך', formula: 'saved / low', rounding: { digits: 2 }, unit: 'shekel' },
      { text: 'הקצבה לפי המקדם הגבוה', formula: 'saved / high', rounding: { digits: 2 }, unit: 'shekel' },
    ],
    answerStep: 'ההפרש בין שתי הקצבאות',
    mistakes: [
      { formula: 'saved / high', why: 'זו הקצבה עצמה לפי המקדם הגבוה. נשאלתם על ההפרש.' },
      { formula: 'saved / (high - low)', why: 'חילקתם בהפרש בין המקדמים. מחשבים כל קצבה לחוד, ורק אז מפחיתים.' },
      { formula: '(saved / low - saved / high) / 12', why: 'המקדם כבר נותן קצבה לחודש. אין צורך לחלק שוב ב־12.' },
    ],
  }),
  calculated({
    text: 'בכמה אחוזים ירד המסלול בשנה רעה? חלק ממנו במניות, והשאר בנכסים אחרים שעלו. ענו במספר חיובי, עם ספרה אחת אחרי הנקודה.',
    topic: 'מסלול בשנה רעה',
    watchAgain: at('tracks', 12),
    given: ledger(['שיעור המניות במסלול', '{share}'], ['ירידה במניות', '{fall}'], ['עלייה בשאר הנכסים', '{rise}']),
    variables: [
      oneOf('share', 'percent', '35', '40', '60', '65', '70', '75'),
      range('fall', 'percent', '12', '30', '1'),
      oneOf('rise', 'percent', '1', '1.5', '2', '2.5', '3'),
    ],
    constraints: [
      'abs((100 - share) * fall - (200 - share) * rise) >= 30',
      'abs((100 - share) * fall - 100 * rise) >= 30',
    ],
    values: [
      { name: 'lost', formula: 'share * fall / 100', unit: 'percent' },
      { name: 'gained', formula: '(100 - share) * rise / 100', unit: 'percent' },
    ],
    formula: 'lost - gained',
    digits: 1,
    tolerance: '0.1',
    unit: 'percent',
    steps: [
      { text: 'מה שהמניות גרעו מהמסלול: חלקן כפול הירידה', formula: 'lost', rounding: { digits: 2 }, unit: 'percent' },
      { text: 'מה ששאר הנכסים הוסיפו: חלקם כפול העלייה', formula: 'gained', rounding: { digits: 3 }, unit: 'percent' },
    ],
    answerStep: 'מפחיתים את התוספת מהירידה',
    mistakes: [
      { formula: 'lost', why: 'נספרו רק המניות. שאר המסלול עלה, והוא מקזז חלק מהירידה.' },
      { formula: 'lost + gained', why: 'שאר הנכסים עלו, ולכן הם מקטינים את הירידה ואינם מגדילים אותה.' },
      { formula: 'fall - rise', why: 'כאן לא נלקח בחשבון כמה מהמסלול נמצא בכל סוג של נכסים.' },
    ],
  }),
]
