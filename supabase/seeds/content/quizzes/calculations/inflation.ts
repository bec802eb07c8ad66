import type { Calculated } from '../../../../functions/_shared/quizzes/types.ts'
import { calculated, ledger, lessonsOf, oneOf, range } from '../write.ts'

const at = lessonsOf('inflation')

export const inflationCalculations: Calculated[] = [
  calculated({
    text: 'כמה יהיה שכר הדירה הצמוד? החוזה צמוד למדד, לפי היחס בין המדד הידוע ביום התשלום לבין מדד הבסיס. עגלו לשקל הקרוב.',
    topic: 'שכר דירה צמוד',
    watchAgain: at('indexation', 31),
    given: ledger(['שכר הדירה בחוזה', '{rent}'], ['מדד הבסיס', '{base}'], ['המדד הידוע', '{known}']),
    variables: [
      range('rent', 'shekel', '3500', '7000', '50'),
      oneOf('base', 'number', '103.2', '104.5', '106', '108.4'),
      oneOf('known', 'number', '108.6', '110.2', '111.5', '112.8'),
    ],
    constraints: ['known - base >= 3'],
    formula: 'rent * known / base',
    digits: 0,
    tolerance: '1',
    unit: 'shekel',
    steps: [{ text: 'היחס בין שני המדדים', formula: 'known / base', rounding: { digits: 5 }, unit: 'number' }],
    answerStep: 'כפול שכר הדירה בחוזה',
    mistakes: [
      {
        formula: 'rent * (1 + (known - base) / 100)',
        why: 'כאן נקודות המדד הפכו לאחוזים. הן אחוזים רק כשמדד הבסיס הוא 100, ולכן מחלקים במדד הבסיס.',
      },
      { formula: 'rent * known / 100', why: 'זה נכון למדד בסיס של 100. בחוזה כתוב מדד בסיס אחר, והוא המכנה.' },
      { formula: 'rent * base / known', why: 'היחס התהפך. המדד עלה, ולכן גם התשלום צריך לעלות.' },
    ],
  }),
  calculated({
    text: 'בכמה אחוזים התייקר שכר הדירה במונחים ריאליים? תרגמו את שכר הדירה הישן למחירי היום, והשוו אליו. ענו באחוזים, עם ספרה אחת אחרי הנקודה.',
    topic: 'עלייה ריאלית',
    watchAgain: at('nominal-and-real', 45),
    given: ledger(
      ['שכר הדירה אז', '{before}'],
      ['המדד אז', '{indexThen}'],
      ['שכר הדירה היום', '{today}'],
      ['המדד היום', '{indexNow}'],
    ),
    variables: [
      range('before', 'shekel', '2500', '4000', '100'),
      oneOf('indexThen', 'number', '100', '102', '105'),
      range('today', 'shekel', '3600', '6500', '100'),
      oneOf('indexNow', 'number', '116', '118', '120', '124'),
    ],
    constraints: ['today >= before * indexNow / indexThen * 1.05', 'today <= before * 1.8'],
    values: [{ name: 'adjusted', formula: 'before * indexNow / indexThen', unit: 'shekel' }],
    formula: '(today / adjusted - 1) * 100',
    digits: 1,
    tolerance: '0.1',
    unit: 'percent',
    steps: [
      { text: 'שכר הדירה הישן במחירי היום', formula: 'adjusted', rounding: { digits: 2 }, unit: 'shekel' },
      { text: 'מחלקים בו את שכר הדירה של היום', formula: 'today / adjusted', rounding: { digits: 4 }, unit: 'number' },
    ],
    answerStep: 'מפחיתים 1 וכותבים באחוזים',
    mistakes: [
      {
        formula: '(today / before - 1) * 100',
        why: 'זו העלייה בשקלים. חלק ממנה הוא עליית המחירים, ובמונחים ריאליים היא אינה נספרת.',
      },
      {
        formula: '(today / before - indexNow / indexThen) * 100',
        why: 'כאן הופחתה עליית המדד מעליית שכר הדירה. באחוזים גדולים החיסור סוטה הרבה, ולכן מחלקים.',
      },
      {
        formula: '(today - adjusted) / today * 100',
        why: 'ההפרש חולק בסכום של היום. שינוי מודדים ביחס לסכום שממנו יצאנו, כלומר לסכום המתואם.',
      },
    ],
  }),
  calculated({
    text: 'כמה שווה השכר החדש בשקלים של השנה שעברה? עגלו לשקל הקרוב.',
    topic: 'שכר מול מחירים',
    watchAgain: at('wage-and-index', 29),
    given: ledger(['השכר בשנה שעברה', '{wage}'], ['העלאה בשכר', '{raise}'], ['עליית המחירים', '{inflation}']),
    variables: [
      range('wage', 'shekel', '8000', '16000', '200'),
      oneOf('raise', 'percent', '1', '1.5', '2', '2.5', '5.5', '6'),
      oneOf('inflation', 'percent', '3.5', '4', '4.5'),
    ],
    values: [{ name: 'raised', formula: 'wage * (1 + raise / 100)', unit: 'shekel' }],
    formula: 'raised / (1 + inflation / 100)',
    digits: 0,
    tolerance: '1',
    unit: 'shekel',
    steps: [
      { text: 'השכר החדש, בשקלים של היום', formula: 'raised', rounding: { digits: 2 }, unit: 'shekel' },
      { text: 'המחירים עלו פי', formula: '1 + inflation / 100', unit: 'number' },
    ],
    answerStep: 'מחלקים את השכר החדש בעליית המחירים',
    mistakes: [
      { formula: 'raised', why: 'זה השכר החדש עצמו. נשאלתם מה אפשר לקנות בו, במחירים של השנה שעברה.' },
      {
        formula: 'wage * (1 + (raise - inflation) / 100)',
        why: 'חיסור אחוזים הוא קירוב. השכר והמחירים השתנו שניהם, ואת היחס ביניהם מקבלים בחלוקה.',
      },
      {
        formula: 'wage * (1 + inflation / 100)',
        why: 'זה השכר שהיה נדרש כדי לשמור על כוח הקנייה, ולא השווי של השכר שקיבלתם.',
      },
    ],
  }),
  calculated({
    text: 'מהי האינפלציה של הסל האישי הזה? אותם מוצרים, באותה כמות ובאותה איכות. ענו באחוזים, עם ספרה אחת אחרי הנקודה.',
    topic: 'אינפלציה אישית',
    watchAgain: at('personal-inflation', 42),
    given: ledger(
      ['שכר דירה: לפני שנה', '{rentBefore}'],
      ['שכר דירה: היום', '{rentNow}'],
      ['מזון: לפני שנה', '{foodBefore}'],
      ['מזון: היום', '{foodNow}'],
      ['נסיעות: בלי שינוי', '{rides}'],
    ),
    variables: [
      range('rentBefore', 'shekel', '4200', '4400', '50'),
      range('rentNow', 'shekel', '4550', '4750', '50'),
      range('foodBefore', 'shekel', '2000', '2200', '50'),
      range('foodNow', 'shekel', '2250', '2350', '50'),
      range('rides', 'shekel', '600', '1000', '50'),
    ],
    constraints: [
      'abs((rentNow / rentBefore + foodNow / foodBefore - 2) / 3 - ((rentNow + foodNow + rides) / (rentBefore + foodBefore + rides) - 1)) >= 0.003',
    ],
    values: [
      { name: 'before', formula: 'rentBefore + foodBefore + rides', unit: 'shekel' },
      { name: 'today', formula: 'rentNow + foodNow + rides', unit: 'shekel' },
    ],
    formula: '(today / before - 1) * 100',
    digits: 1,
    tolerance: '0.1',
    unit: 'percent',
    steps: [
      { text: 'כל הסל לפני שנה', formula: 'before', unit: 'shekel' },
      { text: 'כל הסל היום', formula: 'today', unit: 'shekel' },
      { text: 'מחלקים את היום בלפני שנה', formula: 'today / before', rounding: { digits: 5 }, unit: 'number' },
    ],
    answerStep: 'מפחיתים 1 וכותבים באחוזים',
    mistakes: [
      {
        formula: '(rentNow / rentBefore + foodNow / foodBefore - 2) / 3 * 100',
        why: 'זה ממוצע פשוט של שלושת השינויים. סעיף גדול צריך להשפיע יותר מסעיף קטן, ולכן מחלקים סכום בסכום.',
      },
      {
        formula: '(rentNow / rentBefore + foodNow / foodBefore - 2) * 100',
        why: 'השינויים של הסעיפים אינם מתחברים. כל אחד מהם נמדד מסכום אחר.',
      },
      {
        formula: '((rentNow + foodNow) / (rentBefore + foodBefore) - 1) * 100',
        why: 'הנסיעות נשארו בחוץ. גם סעיף שלא התייקר הוא חלק מהסל, והוא מקטין את השינוי.',
      },
    ],
  }),
]
