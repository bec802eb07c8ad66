import { type TestInput, windows1255 } from './test-input'

const one = (text: string, right = 'a') => ({ kind: 'single-choice', text, right })

/** Files in GIFT as Moodle, editors of GIFT and people write them. */
export const GIFT_FILES: readonly TestInput[] = [
  {
    from: 'an editor that puts direction marks before signs, and ~= for =',
    file: '\u200f::שם::מה?\u200f{\n\u200f~=כן\n\u200f~לא\n\u200f}',
    takes: [one('מה?')],
  },
  {
    from: 'Moodle: an export with categories, numbers, names and ids',
    file: '// question: 0  name: Switch category to $course$/top/מימון/ריבית\n$CATEGORY: $course$/top/מימון/ריבית\n\n\n// question: 91  name: שאלה 1 [id:r-1] [tag:מושגים]\n::שאלה 1::[html]<p>מהי ריבית?</p>{\n\t=<p>מחיר הכסף</p>#<p>נכון</p>\n\t~<p>קנס</p>#<p>לא</p>\n}\n\n\n',
    takes: [
      {
        ...one('מהי ריבית?'),
        topic: 'מושגים',
        options: [
          { text: 'מחיר הכסף', why: 'נכון' },
          { text: 'קנס', why: 'לא' },
        ],
      },
    ],
  },
  {
    from: 'a person, one line, lines of Windows and a mark',
    file: '\ufeffמה נכון? {=כן ~לא}\r\n\r\nומה עוד? {~לא =כן}\r\n',
    takes: [one('מה נכון?'), one('ומה עוד?', 'b')],
  },
  { from: 'Notepad on Hebrew Windows', file: windows1255('מה נכון? {=כן ~לא}'), takes: [one('מה נכון?')] },
  {
    from: 'comments within and between questions',
    file: '// הערה {=x}\nמה?{\n// זו נכונה\n=כן\n~לא\n}',
    takes: [one('מה?')],
  },
  {
    from: 'escaped signs',
    file: 'כמה זה 1\\=1 \\{ב\\~\\#\\}\\: שורה\\nשנייה {=א\\=ב ~ג\\~ד}',
    takes: [{ text: 'כמה זה 1=1 {ב~#}: שורה\nשנייה', options: [{ text: 'א=ב' }, { text: 'ג~ד' }] }],
  },
  {
    from: 'an empty line within the braces',
    file: 'מה?{\n=כן\n\n~לא\n}\n\nומה?{T}',
    takes: [one('מה?'), { kind: 'true-false' }],
  },
  {
    from: 'several right by shares',
    file: 'מה?{~%50%א ~%50%ב ~%-100%ג}',
    takes: [{ kind: 'multiple-choice', right: ['a', 'b'] }],
  },
  {
    from: 'several right by uneven shares',
    file: 'מה?{~%70%א ~%30%ב ~ג}',
    takes: [{ kind: 'multiple-choice', right: ['a', 'b'] }],
    notes: ['PENALTY'],
  },
  { from: 'a share of the points beside the right answer', file: 'מה?{=א ~%50%ב ~ג}', refuses: [[1, 'PARTIAL']] },
  { from: 'two right answers of which one is chosen', file: 'מה?{=א =ב ~ג}', refuses: [[1, 'RIGHT_MANY']] },
  { from: 'no right answer', file: 'מה?{~א ~ב}', refuses: [[1, 'NO_RIGHT']] },
  {
    from: 'claims',
    file: 'א{T}\n\nב{FALSE#טעות#נכון}\n\nג{true#טעות}',
    takes: [
      { kind: 'true-false', right: true },
      { right: false, why: { true: 'טעות', false: 'נכון' } },
      { right: true, why: { false: 'טעות', true: '' } },
    ],
  },
  {
    from: 'numbers',
    file: 'א{#3.14:0.01}\n\nב{#1..5}\n\nג{#-2}\n\nד{#=1e3:0#כך =%0%100:0#שכחתם אפס}',
    takes: [
      { kind: 'number', right: '3.14', tolerance: '0.01', unit: 'number' },
      { right: '3', tolerance: '2' },
      { right: '-2', tolerance: '0' },
      { right: '1000', why: 'כך', mistakes: [{ value: '100', why: 'שכחתם אפס' }] },
    ],
  },
  {
    from: 'numbers worth a part, several, and none',
    file: 'א{#=10:0 =%50%10:2}\n\nב{#=10 =20}\n\nג{#עשר}\n\nד{#5..1}',
    refuses: [
      [1, 'PARTIAL'],
      [2, 'SEVERAL_NUMBERS'],
      [3, 'NOT_A_NUMBER'],
      [4, 'NOT_A_NUMBER'],
    ],
  },
  {
    from: 'typed words',
    file: 'בירת ישראל?{=ירושלים =ירושליים}\n\nא{=%100%כן =%50%אולי}\n\nב{=כ*}',
    takes: [{ kind: 'fill-in', text: 'בירת ישראל?\n[[a]]', gaps: [{ accepted: ['ירושלים', 'ירושליים'] }] }],
    refuses: [
      [2, 'PARTIAL'],
      [3, 'WILDCARD'],
    ],
  },
  {
    from: 'a missing word',
    file: 'מס {=הכנסה} מנוכה מהשכר.\n\nהמחיר הוא {~קנס =ריבית}.',
    takes: [
      { kind: 'fill-in', text: 'מס [[a]] מנוכה מהשכר.' },
      { kind: 'single-choice', text: 'המחיר הוא _____.', right: 'b' },
    ],
  },
  {
    from: 'pairs',
    file: 'מה?{\n=שכר -> הכנסה\n=דירה -> הוצאה\n= -> חיסכון\n}',
    takes: [
      {
        kind: 'matching',
        pairs: [
          { left: 'שכר', right: 'הכנסה' },
          { left: 'דירה', right: 'הוצאה' },
        ],
        extra: [{ right: 'חיסכון' }],
      },
    ],
  },
  { from: 'pairs with the same other side', file: 'מה?{=א -> 1 =ב -> 1}', refuses: [[1, 'FIELD']] },
  {
    from: 'an open question, and a text without an answer',
    file: 'כתבו חיבור.{}\n\nטקסט להסבר בלבד.\n\nא{T}',
    takes: [{ right: true }],
    refuses: [
      [1, 'KIND_NOT_OURS'],
      [2, 'KIND_NOT_OURS'],
    ],
  },
  {
    from: 'a brace that is not closed, before another question',
    file: 'מה?{=כן ~לא\n\n::שנייה::ומה?{=כן ~לא}',
    takes: [one('ומה?')],
    refuses: [[1, 'SYNTAX']],
  },
  { from: 'an answer without its sign', file: 'מה?{כן ~לא}', refuses: [[1, 'SYNTAX']] },
  { from: 'braces of a formula that are not escaped', file: 'כמה {x}?{=1 ~2}', refuses: [[1, 'SYNTAX']] },
  {
    from: 'Markdown, and HTML with a picture, a formula of TeX and a power',
    file: '[markdown]**מה** זה?{=כן ~לא}\n\n[html]<img src\\="@@PLUGINFILE@@/a.png">מה?{T}\n\n[html]כמה \\\\(x^2\\\\)?{T}\n\n[html]10<sup>2</sup>?{#100}',
    takes: [one('**מה** זה?'), { text: '10²?', right: '100' }],
    refuses: [
      [2, 'PICTURE'],
      [3, 'FORMULA_TEX'],
    ],
  },
  {
    from: 'an explanation of the whole question',
    file: 'מה?{=כן ~לא#לא כך ####כי כך}',
    takes: [{ options: [{ why: 'כי כך' }, { why: 'לא כך' }] }],
  },
  { from: 'a long category', file: `$CATEGORY: ${'נושא '.repeat(20)}\n\nמה?{T}`, takes: [{ topic: '' }] },
]
