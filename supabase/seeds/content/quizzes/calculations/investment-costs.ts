import type { Calculated } from '../../../../functions/_shared/quizzes/types.ts'
import { calculated, ledger, lessonsOf, oneOf, range } from '../write.ts'

const at = lessonsOf('investment-costs')

export const investmentCostsCalculations: Calculated[] = [
  calculated({
    text: 'כמה עולה ההשקעה הזו בשנה, מכל העלויות יחד? ענו בשקלים.',
    topic: 'כל העלויות יחד',
    watchAgain: at('kinds-of-cost', 40),
    given: ledger(
      ['סכום ההשקעה', '{invested}'],
      ['דמי ניהול לשנה', '{fee}'],
      ['דמי משמרת לשנה', '{custody}'],
      ['פעולות בשנה', '{trades}'],
      ['עמלה לפעולה', '{commission}'],
    ),
    variables: [
      range('invested', 'shekel', '30000', '150000', '5000'),
      oneOf('fee', 'percent', '0.3', '0.4', '0.5', '0.6', '0.7'),
      oneOf('custody', 'percent', '0.1', '0.2', '0.25'),
      range('trades', 'number', '3', '12', '1'),
      oneOf('commission', 'shekel', '15', '20', '25'),
    ],
    constraints: ['abs(invested * custody / 100 - (trades - 1) * commission) >= 3'],
    values: [
      { name: 'yearly', formula: 'invested * (fee + custody) / 100', unit: 'shekel' },
      { name: 'trading', formula: 'trades * commission', unit: 'shekel' },
    ],
    formula: 'yearly + trading',
    digits: 0,
    tolerance: '1',
    unit: 'shekel',
    steps: [
      { text: 'דמי הניהול', formula: 'invested * fee / 100', rounding: { digits: 2 }, unit: 'shekel' },
      { text: 'דמי המשמרת', formula: 'invested * custody / 100', rounding: { digits: 2 }, unit: 'shekel' },
      { text: 'העמלות על כל הפעולות', formula: 'trading', unit: 'shekel' },
    ],
    answerStep: 'מחברים את שלושתם',
    mistakes: [
      { formula: 'invested * fee / 100', why: 'אלה דמי הניהול בלבד. את שאר העלויות קל לא לראות, והן חלק גדול מהסכום.' },
      { formula: 'yearly + commission', why: 'נספרה עמלה אחת. היא נגבית בכל פעולה.' },
      { formula: 'invested * fee / 100 + trading', why: 'דמי המשמרת נשכחו. גם הם נגבים בכל שנה, מכל ההשקעה.' },
    ],
  }),
  calculated({
    text: 'איזה חלק מהצבירה ילך לדמי ניהול לאורך התקופה? הם נגבים מכל הצבירה בסוף כל שנה, והסכום הושקע בבת אחת. ענו באחוזים, עם ספרה אחת אחרי הנקודה.',
    topic: 'החלק של דמי הניהול',
    watchAgain: at('fee-drag', 13),
    given: ledger(['דמי ניהול לשנה', '{fee}'], ['מספר שנים', '{years}']),
    variables: [
      oneOf('fee', 'percent', '0.5', '0.6', '0.7', '0.8', '0.9', '1', '1.2'),
      range('years', 'years', '15', '35', '1'),
    ],
    values: [{ name: 'kept', formula: '(1 - fee / 100) ^ years', unit: 'number' }],
    formula: '(1 - kept) * 100',
    digits: 1,
    tolerance: '0.1',
    unit: 'percent',
    steps: [
      { text: 'בכל שנה נשאר מהצבירה חלק של', formula: '1 - fee / 100', unit: 'number' },
      { text: 'אחרי כל השנים נשאר חלק של', formula: 'kept', rounding: { digits: 5 }, unit: 'number' },
    ],
    answerStep: 'מה שחסר עד 1, באחוזים',
    mistakes: [
      { formula: 'fee * years', why: 'כפל פשוט מגזים: בכל שנה האחוז נגבה ממה שנשאר אחרי השנים הקודמות.' },
      { formula: 'kept * 100', why: 'זה החלק שנשאר שלכם. נשאלתם על החלק שהלך.' },
      { formula: 'fee', why: 'זה החלק של שנה אחת. דמי הניהול נגבים שוב בכל שנה.' },
    ],
  }),
  calculated({
    text: 'מאיזה סכום השקעה הצעה ב זולה יותר? הצעה א גובה אחוז בלבד, והצעה ב אחוז נמוך יותר ועוד סכום קבוע לשנה. ענו בשקלים, בעיגול לשקל הקרוב.',
    topic: 'נקודת איזון',
    watchAgain: at('comparing-offers', 44),
    given: ledger(['הצעה א, לשנה', '{high}'], ['הצעה ב, לשנה', '{low}'], ['ועוד סכום קבוע לשנה', '{flat}']),
    variables: [
      oneOf('high', 'percent', '0.6', '0.7', '0.8', '0.9', '1'),
      oneOf('low', 'percent', '0.1', '0.2', '0.25', '0.3'),
      range('flat', 'shekel', '60', '360', '20'),
    ],
    formula: 'flat * 100 / (high - low)',
    digits: 0,
    tolerance: '1',
    unit: 'shekel',
    steps: [{ text: 'ההפרש בין האחוזים: מה שהצעה ב חוסכת על כל ₪100', formula: 'high - low', unit: 'percent' }],
    answerStep: 'הסכום הקבוע חלקי ההפרש: כאן ההצעות שוות, ומעל זה ב זולה יותר',
    mistakes: [
      { formula: 'flat * 100 / high', why: 'חילקתם באחוז של הצעה א. גם הצעה ב גובה אחוז, ולכן מחלקים בהפרש.' },
      { formula: 'flat * 100 / (high + low)', why: 'האחוזים חוברו. ההצעות נפרדות זו מזו רק בהפרש ביניהן.' },
      { formula: 'flat / (high - low)', why: 'ההפרש הוא באחוזים, כלומר חלקי 100. חסר כאן כפל ב־100.' },
    ],
  }),
  calculated({
    text: 'כמה תחסכו בחמש שנים אם דמי הניהול ירדו, והצבירה לא תשתנה? ענו בשקלים.',
    topic: 'מה שווה השיחה',
    watchAgain: at('asking-for-less', 31),
    given: ledger(['צבירה', '{saved}'], ['דמי ניהול היום', '{now}'], ['דמי ניהול אחרי השיחה', '{later}']),
    variables: [
      range('saved', 'shekel', '50000', '400000', '10000'),
      oneOf('now', 'percent', '0.7', '0.8', '0.9', '1.05'),
      oneOf('later', 'percent', '0.3', '0.4', '0.5', '0.6'),
    ],
    constraints: ['abs(now - 2 * later) >= 0.05'],
    formula: 'saved * (now - later) / 100 * 5',
    digits: 0,
    tolerance: '1',
    unit: 'shekel',
    steps: [
      { text: 'העלות לשנה היום', formula: 'saved * now / 100', rounding: { digits: 2 }, unit: 'shekel' },
      { text: 'העלות לשנה אחרי ההורדה', formula: 'saved * later / 100', rounding: { digits: 2 }, unit: 'shekel' },
      { text: 'החיסכון בשנה', formula: 'saved * (now - later) / 100', rounding: { digits: 2 }, unit: 'shekel' },
    ],
    answerStep: 'כפול חמש שנים',
    mistakes: [
      { formula: 'saved * (now - later) / 100', why: 'זה החיסכון בשנה אחת. ההנחה נשארת לאורך כל חמש השנים.' },
      { formula: 'saved * now / 100 * 5', why: 'אלה דמי הניהול של היום. החיסכון הוא ההפרש ביניהם לבין החדשים.' },
      { formula: 'saved * later / 100 * 5', why: 'זה מה שתשלמו אחרי ההורדה, ולא מה שתחסכו בזכותה.' },
    ],
  }),
]
