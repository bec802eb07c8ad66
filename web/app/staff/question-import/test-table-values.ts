import { rows, type TestInput } from './test-input'

const choice = (right: string, ...options: string[]) =>
  rows(
    ',',
    ['סוג', 'שאלה', 'תשובה נכונה', 'תשובה 1', 'תשובה 2', 'תשובה 3', 'תשובה 4'],
    ['בחירה אחת', 'מה?', right, ...options],
  )
const one = (kind: string, right: string) => rows(',', ['סוג', 'שאלה', 'תשובה נכונה', 'יחידה'], [kind, 'מה?', right])
const truth = (word: string) => one('נכון/לא נכון', word)

const YES = [
  'כן',
  'נכון',
  'נכונה',
  'אמת',
  'TRUE',
  'true',
  'Yes',
  'y',
  'V',
  'v',
  '✓',
  '✔️',
  '1',
  '\u200fנכון\u200f',
  ' כן. ',
]
const NO = ['לא', 'לא נכון', 'לא-נכון', 'שגוי', 'שקר', 'FALSE', 'no', 'N', 'X', 'x', '✗', '0']

/** What people type for yes, no, right answers and numbers. */
export const TABLE_VALUES: readonly TestInput[] = [
  ...YES.map(
    (word): TestInput => ({
      from: `a person who types ${word} for true`,
      file: truth(word),
      takes: [{ kind: 'true-false', right: true }],
    }),
  ),
  ...NO.map(
    (word): TestInput => ({
      from: `a person who types ${word} for false`,
      file: truth(word),
      takes: [{ kind: 'true-false', right: false }],
    }),
  ),
  ...['אולי', '2', '-1', '?', 'חלקית', '0.5'].map(
    (word): TestInput => ({
      from: `no truth: ${word}`,
      file: truth(word),
      refuses: [[2, 'TRUTH_UNKNOWN', 'תשובה נכונה']],
    }),
  ),
  { from: 'nothing where the truth belongs', file: truth(''), refuses: [[2, 'EMPTY', 'תשובה נכונה']] },
  {
    from: 'a claim with its two sides as options',
    file: rows(
      ',',
      ['סוג', 'שאלה', 'תשובה נכונה', 'תשובה 1', 'תשובה 2'],
      ['נכון/לא נכון', 'מס?', '2', 'נכון', 'לא נכון'],
      ['נכון/לא נכון', 'מס?', '1', 'לא נכון', 'נכון'],
    ),
    takes: [{ right: false }],
    refuses: [[3, 'TRUTH_AMBIGUOUS', 'תשובה נכונה']],
  },
  ...['2', 'ב', 'ב׳', 'B', 'b', 'b)', '(2)', 'תשובה 2', 'אפשרות ב', 'לא', '\u200f2'].map(
    (word): TestInput => ({
      from: `the second option as ${word}`,
      file: choice(word, 'כן', 'לא', 'אולי'),
      takes: [{ right: 'b' }],
    }),
  ),
  {
    from: 'places that are texts of other options',
    file: choice('2', '10', '20', '2', '4'),
    refuses: [[2, 'RIGHT_AMBIGUOUS', 'תשובה נכונה']],
  },
  { from: 'a place that is its own text', file: choice('2', '1', '2', '3'), takes: [{ right: 'b' }] },
  {
    from: 'a place outside of the options',
    file: choice('4', 'כן', 'לא', 'אולי'),
    refuses: [[2, 'RIGHT_OUTSIDE', 'תשובה נכונה']],
  },
  { from: 'a list that counts from 0', file: choice('0', 'כן', 'לא'), refuses: [[2, 'RIGHT_OUTSIDE']] },
  {
    from: 'a text that is no option',
    file: choice('ריבית', 'כן', 'לא'),
    refuses: [[2, 'RIGHT_UNKNOWN', 'תשובה נכונה']],
  },
  { from: 'a place below zero', file: choice('-1', 'כן', 'לא'), refuses: [[2, 'RIGHT_UNKNOWN']] },
  {
    from: 'two places in a question of one',
    file: choice('"1,3"', 'כן', 'לא', 'אולי'),
    refuses: [[2, 'RIGHT_MANY', 'תשובה נכונה']],
  },
  { from: 'an empty key', file: choice('', 'כן', 'לא'), refuses: [[2, 'EMPTY', 'תשובה נכונה']] },
  { from: 'the place of an empty option', file: choice('2', 'כן', '', 'לא'), refuses: [[2, 'RIGHT_OF_EMPTY']] },
  { from: 'two equal options', file: choice('1', 'כן', 'כן', 'לא'), refuses: [[2, 'FIELD', 'תשובה 1']] },
  { from: 'one option', file: choice('1', 'כן'), refuses: [[2, 'FIELD']] },
  ...['"1,3"', '1 3', '1;3', '"א,ג"', 'א ו-ג', 'א+ג', 'AC', '"A, C"', '"כן, אולי"'].map(
    (word): TestInput => ({
      from: `two options as ${word}`,
      file: choice(word, 'כן', 'לא', 'אולי').replace('בחירה אחת', 'כמה תשובות נכונות'),
      takes: [{ kind: 'multiple-choice', right: ['a', 'c'] }],
    }),
  ),
  {
    from: 'Excel, which made a date of 1/2',
    file: choice('01-Feb', 'כן', 'לא'),
    refuses: [[2, 'DATE', 'תשובה נכונה']],
  },
  {
    from: 'Excel in Hebrew, which made a date of an option',
    file: choice('1', '02-ינו', 'לא'),
    refuses: [[2, 'DATE', 'תשובה 1']],
  },
  {
    from: 'Excel, which shortened a number',
    file: one('מספר', '1.23457E+11'),
    refuses: [[2, 'SHORTENED', 'תשובה נכונה']],
  },
  { from: 'Excel, a formula that failed', file: one('מספר', '#REF!'), refuses: [[2, 'ERROR', 'תשובה נכונה']] },
  { from: 'Excel, a text kept by a formula', file: choice('"=""2"""', 'כן', 'לא'), takes: [{ right: 'b' }] },
  ...[
    ['170', '170', 'number'],
    ['"1,000"', '1000', 'number'],
    ['"3,5"', '3.5', 'number'],
    ['17%', '17', 'percent'],
    ['₪1200', '1200', 'shekel'],
    ['1200 ש""ח', '1200', 'shekel'],
    ['-5', '-5', 'number'],
    ['(50)', '-50', 'number'],
    ['3 שנים', '3', 'years'],
  ].map(
    ([typed = '', right, unit]): TestInput => ({
      from: `a number as ${typed}`,
      file: one('מספרית', typed.includes('"') && !typed.startsWith('"') ? `"${typed}"` : typed),
      takes: [{ kind: 'number', right, unit }],
    }),
  ),
  ...['עשר', '"1,5,0"', '5-10', '1.000.5'].map(
    (typed): TestInput => ({
      from: `no number: ${typed}`,
      file: one('מספר', typed),
      refuses: [[2, 'NOT_A_NUMBER', 'תשובה נכונה']],
    }),
  ),
  {
    from: 'a unit that there is not',
    file: rows(',', ['סוג', 'שאלה', 'תשובה נכונה', 'יחידה'], ['מספר', 'מה?', '5', 'ק״ג']),
    refuses: [[2, 'UNIT_UNKNOWN', 'יחידה']],
  },
  {
    from: 'another unit beside the number',
    file: rows(',', ['סוג', 'שאלה', 'תשובה נכונה', 'יחידה'], ['מספר', 'מה?', '5%', 'שקלים']),
    refuses: [[2, 'NOT_A_NUMBER', 'תשובה נכונה']],
  },
  { from: 'a kind that there is not', file: one('חידון', '1'), refuses: [[2, 'KIND_UNKNOWN', 'סוג']] },
  { from: 'an empty kind', file: one('', '1'), refuses: [[2, 'EMPTY', 'סוג']] },
  { from: 'an open question', file: one('שאלה פתוחה', ''), refuses: [[2, 'KIND_OPEN', 'סוג']] },
  {
    from: 'a calculated question without its definition',
    file: one('חישוב', '5'),
    refuses: [[2, 'EMPTY', 'definition']],
  },
  {
    from: 'a gap as a line, and answers that are accepted',
    file: rows(',', ['סוג', 'שאלה', 'תשובה נכונה', 'הסבר'], ['השלמה', 'מס ____ מנוכה.', 'הכנסה|הכנסות', 'כך']),
    takes: [
      { kind: 'fill-in', text: 'מס [[a]] מנוכה.', gaps: [{ id: 'a', accepted: ['הכנסה', 'הכנסות'], why: 'כך' }] },
    ],
  },
  {
    from: 'a short answer without a gap',
    file: rows(',', ['סוג', 'שאלה', 'תשובה נכונה'], ['תשובה קצרה', 'איזה מס?', 'הכנסה']),
    takes: [{ kind: 'fill-in', text: 'איזה מס?\n[[a]]' }],
  },
  {
    from: 'pairs and one that belongs to nothing',
    file: rows(
      ',',
      ['סוג', 'שאלה', 'תשובה 1', 'בן זוג 1', 'תשובה 2', 'בן זוג 2', 'בן זוג 3'],
      ['התאמה', 'מה?', 'א', '1', 'ב', '2', '3'],
      ['התאמה', 'מה?', 'א', '1', 'ב', '', '3'],
    ),
    takes: [
      {
        kind: 'matching',
        pairs: [
          { left: 'א', right: '1' },
          { left: 'ב', right: '2' },
        ],
        extra: [{ right: '3' }],
      },
    ],
    refuses: [[3, 'EMPTY', 'בן זוג 2']],
  },
  {
    from: 'an order that is given in numbers',
    file: rows(
      ',',
      ['סוג', 'שאלה', 'תשובה נכונה', 'תשובה 1', 'תשובה 2', 'תשובה 3'],
      ['סידור', 'מה?', '3 1 2', 'א', 'ב', 'ג'],
    ),
    refuses: [[2, 'ORDER_GIVEN', 'תשובה נכונה']],
  },
  {
    from: 'no column of what is right',
    file: rows(',', ['סוג', 'שאלה', 'תשובה 1', 'תשובה 2'], ['בחירה אחת', 'מה?', 'כן', 'לא']),
    refuses: [[2, 'RIGHT_COLUMN_MISSING']],
  },
  {
    from: 'a question that is too long',
    file: one('נכון/לא נכון', 'כן').replace('מה?', 'מה'.repeat(1_100)),
    refuses: [[2, 'FIELD', 'שאלה']],
  },
]
