import { dos862, rows, type TestInput, utf16, windows1255 } from './test-input'

const HEAD = ['סוג', 'שאלה', 'תשובה נכונה', 'תשובה 1', 'תשובה 2', 'תשובה 3', 'הסבר']
const CHOICE = ['בחירה אחת', 'מהי ריבית?', '2', 'קנס', 'מחיר הכסף', 'מס', 'כך נקבע']
const SIMPLE = rows(',', HEAD, CHOICE)
const TAKEN = {
  kind: 'single-choice',
  text: 'מהי ריבית?',
  right: 'b',
  options: [{ text: 'קנס' }, { text: 'מחיר הכסף' }, { text: 'מס' }],
}
/** How the same table reaches us: encodings, separators, quotes and line ends. */
const WRITERS: TestInput[] = [
  {
    from: 'Excel, "CSV UTF-8": with a byte order mark and lines of Windows',
    file: `\ufeff${SIMPLE}\r\n`,
    takes: [TAKEN],
  },
  {
    from: 'Google Sheets and LibreOffice: UTF-8 without a mark',
    file: SIMPLE.replaceAll('\r\n', '\n'),
    takes: [TAKEN],
  },
  { from: 'Excel on Hebrew Windows, "CSV": Windows-1255', file: windows1255(SIMPLE), takes: [TAKEN] },
  {
    from: 'Excel with a European list separator: semicolons',
    file: `\ufeff${SIMPLE.replaceAll(',', ';')}`,
    takes: [TAKEN],
  },
  {
    from: 'Excel, "Unicode text": UTF-16 with a mark, tabs',
    file: utf16(rows('\t', HEAD, CHOICE), false, true),
    takes: [TAKEN],
  },
  { from: 'a script on a Mac of old: UTF-16BE with a mark', file: utf16(SIMPLE, true, true), takes: [TAKEN] },
  { from: 'a database export: UTF-16LE without a mark', file: utf16(SIMPLE, false, false), takes: [TAKEN] },
  { from: 'a Java program: UTF-16BE without a mark', file: utf16(SIMPLE, true, false), takes: [TAKEN] },
  { from: 'a database export parted by bars', file: rows('|', HEAD, CHOICE), takes: [TAKEN] },
  {
    from: 'Excel, which is told its separator in the first line',
    file: `sep=;\r\n${rows(';', HEAD, CHOICE)}`,
    takes: [TAKEN],
  },
  { from: 'Excel for Mac of old: lines that end in CR alone', file: SIMPLE.replaceAll('\r\n', '\r'), takes: [TAKEN] },
  { from: 'an export with the extension txt, tabs', file: rows('\t', HEAD, CHOICE), takes: [TAKEN] },
  {
    from: 'a program that quotes everything',
    file: rows(',', HEAD, CHOICE).replace(/[^,\r\n]+/g, '"$&"'),
    takes: [TAKEN],
  },
  {
    from: 'a person who puts blanks behind commas',
    file: rows(
      ', ',
      HEAD.map((title) => `"${title}"`),
      CHOICE.map((cell) => `"${cell}"`),
    ),
    takes: [TAKEN],
  },
  {
    from: 'Excel, doubled quotes, commas and lines of their own',
    file: rows(
      ',',
      ['סוג', 'שאלה', 'תשובה נכונה', 'תשובה 1', 'תשובה 2'],
      ['בחירה אחת', '"מה ""נכון"", כאן?\r\nשורה שנייה"', 'א', '"כן, תמיד"', 'לא'],
    ),
    takes: [{ text: 'מה "נכון", כאן?\nשורה שנייה', right: 'a', options: [{ text: 'כן, תמיד' }, { text: 'לא' }] }],
  },
  {
    from: 'a script that does not double quotes',
    file: rows(',', ['סוג', 'שאלה', 'תשובה נכונה'], ['נכון/לא נכון', '"מע"מ הוא מס"', 'נכון']),
    takes: [{ text: 'מע"מ הוא מס', right: true }],
  },
  {
    from: 'gershayim within a field without quotes',
    file: rows(',', ['סוג', 'שאלה', 'תשובה נכונה'], ['נכון/לא נכון', 'דו"ח הוא מסמך', 'נכון']),
    takes: [{ text: 'דו"ח הוא מסמך' }],
  },
  {
    from: 'a script that does not double quotes, where the end is unsure',
    file: rows(',', ['סוג', 'שאלה', 'תשובה נכונה'], ['נכון/לא נכון', '"מע"מ, ומס"', 'נכון']),
    refuses: [[2, 'QUOTES', 'שאלה']],
  },
  {
    from: 'a file that was cut',
    file: rows(',', ['סוג', 'שאלה', 'תשובה נכונה'], ['נכון/לא נכון', '"מה', 'נכון']),
    fault: 'OPEN_QUOTE',
  },
  {
    from: 'Numbers: a title above the table',
    file: `טבלה 1,,,,,,\r\n,,,,,,\r\n${SIMPLE}`,
    takes: [TAKEN],
    warns: ['ROWS_ABOVE'],
  },
  {
    from: 'Excel: empty rows and columns at the end',
    file: `${rows(',', [...HEAD, '', ''], [...CHOICE, '', ''])}\r\n,,,,,,,,\r\n,,,,,,,,\r\n`,
    takes: [TAKEN],
  },
  {
    from: 'a list of several pages, titles repeated',
    file: rows(',', HEAD, CHOICE, HEAD, CHOICE),
    takes: [TAKEN, TAKEN],
  },
  { from: 'DOS programs: code page 862', file: dos862(SIMPLE), fault: 'DOS' },
  {
    from: 'a mainframe: visual Hebrew',
    file: windows1255(rows(',', ['גוס', 'הלאש'], ['תחא הריחב', 'תיבירה יהמ םולשת ףסונ םלשמ םוכס'])),
    fault: 'VISUAL',
  },
  {
    from: 'UTF-8 that was opened as Latin and saved',
    file: SIMPLE.replace(/[א-ת]/g, (sign) => `×${String.fromCharCode(0x90 + ((sign.charCodeAt(0) - 0x5d0) % 27))}`),
    fault: 'MOJIBAKE',
  },
  {
    from: 'Windows-1255 that was opened as Latin and saved',
    file: SIMPLE.replace(/[א-ת]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0x5d0 + 0xe0)),
    fault: 'MOJIBAKE',
  },
  {
    from: 'Excel on a foreign Windows, "CSV": letters become question marks',
    file: SIMPLE.replace(/[א-ת]/g, '?'),
    fault: 'LOST_LETTERS',
  },
  {
    from: 'French in Windows-1252',
    file: Uint8Array.from([...'type,question,answer\r\ntf,Intérêt composé élevé,vrai'], (sign) => sign.charCodeAt(0)),
    fault: 'ENCODING',
  },
  { from: 'a picture', file: Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 0x49, 0x48), fault: 'BINARY' },
  { from: 'Excel 97: xls', file: Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1), fault: 'XLS' },
  {
    from: 'Excel with a password',
    file: new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, ...utf16('EncryptedPackage', false, false)]),
    fault: 'PASSWORD',
  },
  { from: 'a page saved with the name xls', file: '<html><table><tr><td>שאלה</td></tr></table></html>', fault: 'HTML' },
  {
    from: 'Excel 2003 XML',
    file: '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
    fault: 'XML_SHEET',
  },
  { from: 'Google Drive on a disk: a link', file: '{"doc_id":"1a2b","email":"a@example.org"}', fault: 'GOOGLE_LINK' },
  { from: 'a PDF', file: '%PDF-1.7 ...', fault: 'PDF' },
  { from: 'a table of something else', file: 'name,phone\r\na,b', fault: 'COLUMNS' },
  { from: 'nothing but titles', file: rows(',', HEAD), fault: 'EMPTY' },
  {
    from: 'two columns for one thing',
    file: rows(',', ['סוג', 'שאלה', 'נוסח השאלה', 'תשובה נכונה'], ['מספר', 'מה?', 'מה?', '1']),
    fault: 'SAME_COLUMN',
  },
]

/** How people name the columns. */
const TITLES: TestInput[] = [
  {
    from: 'the template of Kahoot, filled in: rows above, a column in front, notes in the titles',
    file: rows(
      ',',
      ['Quiz template', '', '', '', '', ''],
      [
        '',
        'Question - max 120 characters',
        'Answer 1 - max 75 characters',
        'Answer 2 - max 75 characters',
        'Answer 3 - max 75 characters',
        '"Time limit (sec) - 5, 10, 20"',
        'Correct answer(s) - choose at least one',
      ],
      ['1', 'מה?', 'כן', 'לא', 'אולי', '20', '"1,3"'],
    ),
    takes: [{ kind: 'multiple-choice', right: ['a', 'c'] }],
    warns: ['UNNAMED_COLUMN', 'UNKNOWN_COLUMN', 'ROWS_ABOVE'],
  },
  {
    from: 'the template of Quizizz',
    file: rows(
      ',',
      [
        'Question Text',
        'Question Type',
        'Option 1',
        'Option 2',
        'Correct Answer',
        'Time in seconds',
        'Answer explanation',
      ],
      ['מה?', 'Multiple Choice', 'כן', 'לא', '2', '30', 'כי כך'],
      ['דעתכם?', 'Open-Ended', '', '', '', '30', ''],
    ),
    takes: [{ kind: 'single-choice', right: 'b', options: [{ why: 'כי כך' }, { why: 'כי כך' }] }],
    refuses: [[3, 'KIND_OPEN']],
    warns: ['UNKNOWN_COLUMN'],
  },
  {
    from: 'remarks in brackets, a category beside the topic, kinds with a maqaf',
    file: rows(
      ',',
      ['קטגוריה', 'נושא', 'סוג (חובה)', 'השאלה (עד 200 תווים)', 'התשובה הנכונה (א-ד)', 'אפשרות (1)', 'אפשרות (2)'],
      ['מימון', 'ריבית', 'רב־ברירה', 'מה?', 'ב', 'קנס', 'מחיר'],
    ),
    takes: [{ kind: 'single-choice', topic: 'ריבית', right: 'b' }],
  },
  {
    from: 'pandas: whole numbers with a point',
    file: rows(',', ['question', 'option 1', 'option 2', 'answer'], ['מה?', 'כן', 'לא', '2.0']),
    takes: [{ right: 'b' }],
  },
  {
    from: 'a script that does not quote an option with a comma',
    file: rows(',', ['שאלה', 'תשובה נכונה', 'תשובה 1', 'תשובה 2'], ['מה?', '1', 'כן, בהחלט', 'לא']),
    refuses: [[2, 'SHIFTED']],
  },
  {
    from: 'titles in English, other order and capitals',
    file: rows(
      ',',
      ['Correct Answer', 'Option A', 'OPTION B', 'Question', 'Type', 'Topic'],
      ['B', 'x', 'y', 'What?', 'Multiple Choice', 'tax'],
    ),
    takes: [{ kind: 'single-choice', right: 'b', topic: 'tax', text: 'What?' }],
  },
  {
    from: 'titles with invisible marks, blanks, colons and gershayim',
    file: rows(
      ',',
      ['\u200fסוג  השאלה:', '"נוסח ""השאלה"""', 'תשובה־נכונה *', ' תשובה א׳', "תשובה ב'"],
      ['אמריקאית', 'מה?', 'א׳', 'כן', 'לא'],
    ),
    takes: [{ kind: 'single-choice', right: 'a' }],
  },
  {
    from: 'letters alone over the options, no column of kinds',
    file: rows(',', ['שאלה', 'א', 'ב', 'ג', 'תשובה'], ['מה?', 'כן', 'לא', 'אולי', 'ג']),
    takes: [{ kind: 'single-choice', right: 'c' }],
  },
  {
    from: 'no column of kinds: several right, a claim, a number',
    file: rows(
      ',',
      ['שאלה', 'תשובה 1', 'תשובה 2', 'תשובה 3', 'תשובה נכונה'],
      ['מה?', 'כן', 'לא', 'אולי', '"א,ג"'],
      ['מס?', '', '', '', 'לא נכון'],
      ['כמה?', '', '', '', '17%'],
      ['ומה?', '', '', '', '1'],
    ),
    takes: [
      { kind: 'multiple-choice', right: ['a', 'c'] },
      { kind: 'true-false', right: false },
      { kind: 'number', right: '17', unit: 'percent' },
    ],
    refuses: [[5, 'KIND_INFERRED_NOT']],
  },
  {
    from: 'an unknown column, and one without a title',
    file: rows(',', ['סוג', 'שאלה', 'תשובה נכונה', 'רמת קושי', ''], ['נכון/לא נכון', 'מס?', 'כן', 'קל', 'הערה']),
    takes: [{ right: true }],
    warns: ['UNKNOWN_COLUMN', 'UNNAMED_COLUMN'],
  },
  {
    from: 'the right answer and wrong ones beside it',
    file: rows(',', ['שאלה', 'תשובה נכונה', 'מסיח 1', 'מסיח 2'], ['מה?', 'מחיר', 'קנס', 'מס']),
    takes: [{ kind: 'single-choice', right: 'a', options: [{ text: 'מחיר' }, { text: 'קנס' }, { text: 'מס' }] }],
  },
  {
    from: 'a mark beside each option',
    file: rows(
      ',',
      ['שאלה', 'תשובה 1', 'נכון 1', 'תשובה 2', 'נכון 2'],
      ['מה?', 'כן', 'V', 'לא', 'X'],
      ['מה?', 'כן', 'V', 'לא', ''],
      ['מה?', 'כן', 'V', 'לא', 'אולי'],
    ),
    takes: [{ kind: 'single-choice', right: 'a' }],
    refuses: [
      [3, 'EMPTY', 'נכון 2'],
      [4, 'TRUTH_UNKNOWN', 'נכון 2'],
    ],
  },
]

export const TABLES: readonly TestInput[] = [...WRITERS, ...TITLES]
