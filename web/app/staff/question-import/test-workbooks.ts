import { strToU8, zipSync } from 'fflate'
import { templateFile } from './template-file'
import type { TestInput } from './test-input'

type Parts = {
  sheets?: { name: string; data: string; state?: string }[]
  strings?: string
  formats?: string
  looks?: string
  book?: string
  prefix?: string
}
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${DOCUMENT}/${type}" Target="${target}"/>`
const relations = (...all: string[]) =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join('')}</Relationships>`

/** A workbook of these parts, as Excel packs it. */
function workbook({ sheets = [], strings = '', formats = '', looks = '', book = '', prefix = '' }: Parts): Uint8Array {
  const p = prefix && `${prefix}:`
  const names = sheets.map(
    ({ name, state }, at) =>
      `<${p}sheet name="${name}" sheetId="${at + 1}"${state ? ` state="${state}"` : ''} r:id="rId${at + 1}"/>`,
  )
  const space = prefix ? `xmlns:${prefix}="${MAIN}"` : `xmlns="${MAIN}"`
  return zipSync(
    Object.fromEntries(
      Object.entries({
        '[Content_Types].xml': '<Types/>',
        '_rels/.rels': relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
        'xl/workbook.xml': `<?xml version="1.0"?><${p}workbook ${space} xmlns:r="${DOCUMENT}">${book}<${p}sheets>${names.join('')}</${p}sheets></${p}workbook>`,
        'xl/_rels/workbook.xml.rels': relations(
          ...sheets.map((_, at) =>
            relation(
              `rId${at + 1}`,
              'worksheet',
              at % 2 ? `/xl/worksheets/sheet${at + 1}.xml` : `worksheets/sheet${at + 1}.xml`,
            ),
          ),
          relation('s', 'sharedStrings', 'sharedStrings.xml'),
          relation('t', 'styles', 'styles.xml'),
        ),
        'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${strings}</sst>`,
        'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts>${formats}</numFmts><cellXfs><xf numFmtId="0"/>${looks}</cellXfs></styleSheet>`,
        ...Object.fromEntries(
          sheets.map(({ data }, at) => [
            `xl/worksheets/sheet${at + 1}.xml`,
            `<?xml version="1.0"?><${p}worksheet ${space}>${data}</${p}worksheet>`,
          ]),
        ),
      }).map(([path, text]) => [path, strToU8(text)]),
    ),
  )
}

const inline = (text: string) => `<c t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
const row = (...cells: string[]) => `<row>${cells.join('')}</row>`
const data = (...rows: string[]) => `<sheetData>${rows.join('')}</sheetData>`
const sheet = (...rows: string[]) => ({ name: 'שאלות', data: data(...rows) })
const HEAD = row(...['סוג', 'שאלה', 'תשובה נכונה', 'תשובה 1', 'תשובה 2'].map(inline))
const asked = (right: string, first = inline('כן')) =>
  row(inline('בחירה אחת'), inline('מה?'), right, first, inline('לא'))
const number = (cell: string) => row(inline('מספר'), inline('כמה?'), cell)
const book = (...rows: string[]) => workbook({ sheets: [sheet(HEAD, ...rows)] })
const looking = (format: string, cell: string) =>
  workbook({
    sheets: [sheet(HEAD, number(cell))],
    formats: `<numFmt numFmtId="164" formatCode="${format}"/>`,
    looks: '<xf numFmtId="164"/><xf numFmtId="9"/><xf numFmtId="14"/><xf numFmtId="3"/>',
  })

export const WORKBOOKS: readonly TestInput[] = [
  {
    from: 'a program that writes texts into cells and no places',
    file: book(asked('<c><v>2</v></c>')),
    takes: [{ kind: 'single-choice', right: 'b' }],
  },
  {
    from: 'Excel: shared strings in runs, with a reading, places and gaps between cells',
    file: workbook({
      strings: `${['סוג', 'שאלה', 'תשובה נכונה', 'תשובה 1', 'תשובה 2', 'בחירה אחת'].map((text) => `<si><t>${text}</t></si>`).join('')}<si><r><t>מה </t></r><r><rPr><b/></rPr><t xml:space="preserve">עכשיו?</t></r><rPh sb="0" eb="1"><t>MA</t></rPh><phoneticPr fontId="1"/></si><si><t>כן_x000D_&#10;ועוד</t></si><si><t>לא</t></si>`,
      sheets: [
        sheet(
          '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="D1" t="s"><v>2</v></c><c r="E1" t="s"><v>3</v></c><c r="F1" t="s"><v>4</v></c></row>',
          '<row r="5"><c r="A5" t="s"><v>5</v></c><c r="B5" t="s"><v>6</v></c><c r="D5"><v>1</v></c><c r="E5" t="s"><v>7</v></c><c r="F5" t="s"><v>8</v></c></row><row r="1048576"><c r="A1048576" s="1"/></row>',
        ),
      ],
    }),
    takes: [{ text: 'מה עכשיו?', right: 'a', options: [{ text: 'כן\nועוד' }, { text: 'לא' }] }],
  },
  {
    from: 'a .NET program that prefixes every element',
    file: workbook({
      prefix: 'x',
      sheets: [{ name: 'א', data: data(HEAD, asked('<c><v>1</v></c>')).replace(/<(\/?)(?=[a-z])/g, '<$1x:') }],
    }),
    takes: [{ right: 'a' }],
  },
  {
    from: 'Excel: a truth as a boolean',
    file: book(row(inline('נכון/לא נכון'), inline('מס?'), '<c t="b"><v>0</v></c>')),
    takes: [{ kind: 'true-false', right: false }],
  },
  {
    from: 'Excel: a formula with its value',
    file: book(number('<c><f>1000*1.05</f><v>1050</v></c>')),
    takes: [{ right: '1050' }],
  },
  {
    from: 'Excel: a formula of a text',
    file: book(asked('<c t="str"><f>A1</f><v>לא</v></c>')),
    takes: [{ right: 'b' }],
  },
  {
    from: 'a program that writes formulas and no values',
    file: book(number('<c><f>1+1</f></c>')),
    refuses: [[2, 'NO_VALUE', 'תשובה נכונה']],
  },
  {
    from: 'Excel: a formula that failed',
    file: book(number('<c t="e"><f>1/0</f><v>#DIV/0!</v></c>')),
    refuses: [[2, 'ERROR', 'תשובה נכונה']],
  },
  {
    from: 'Excel: a large number as it keeps it',
    file: book(number('<c><v>1E+05</v></c>')),
    takes: [{ right: '100000' }],
  },
  {
    from: 'Excel: a sum of fractions',
    file: book(number('<c><v>0.30000000000000004</v></c>')),
    takes: [{ right: '0.3' }],
  },
  {
    from: 'Excel: a per cent',
    file: looking('0.0%', '<c s="1"><v>0.175</v></c>'),
    takes: [{ right: '17.5', unit: 'percent' }],
  },
  {
    from: 'Excel: a per cent that shows fewer digits than it has',
    file: looking('0', '<c s="2"><v>0.175</v></c>'),
    takes: [{ right: '17.5', unit: 'percent' }],
  },
  {
    from: 'Excel: shekels',
    file: looking('[$₪-40D] #,##0.00', '<c s="1"><v>1234.5</v></c>'),
    takes: [{ right: '1234.5', unit: 'shekel' }],
  },
  {
    from: 'Excel: a year with its word',
    file: looking('0&quot; שנים&quot;', '<c s="1"><v>3</v></c>'),
    takes: [{ right: '3', unit: 'years' }],
  },
  { from: 'Excel: thousands', file: looking('0', '<c s="4"><v>-1234567</v></c>'), takes: [{ right: '-1234567' }] },
  {
    from: 'Excel, which made a date of 1/2',
    file: looking('d-mmm', '<c s="1"><v>46054</v></c>'),
    refuses: [[2, 'DATE', 'תשובה נכונה']],
  },
  {
    from: 'Excel, a date by its built-in format',
    file: looking('0', '<c s="3"><v>46054</v></c>'),
    refuses: [[2, 'DATE', 'תשובה נכונה']],
  },
  {
    from: 'a program that writes dates by their name',
    file: book(asked('<c><v>1</v></c>', '<c t="d"><v>2026-02-01</v></c>')),
    refuses: [[2, 'DATE', 'תשובה 1']],
  },
  {
    from: 'Excel: an option as a number',
    file: book(asked('<c><v>1</v></c>', '<c><v>0.1</v></c>')),
    takes: [{ options: [{ text: '0.1' }, { text: 'לא' }] }],
  },
  {
    from: 'Excel: a hidden sheet, one without titles, and two of questions',
    file: workbook({
      sheets: [
        { name: 'ישן', data: data(HEAD, asked('<c><v>1</v></c>')), state: 'veryHidden' },
        sheet(HEAD, asked('<c><v>1</v></c>')),
        { name: 'עזר', data: data(row(inline('רשימה'))) },
        { name: 'ב', data: data(HEAD, asked('<c><v>2</v></c>')) },
      ],
    }),
    takes: [{ right: 'a' }, { right: 'b' }],
    warns: ['HIDDEN_SHEET', 'NO_HEAD'],
  },
  {
    from: 'Excel: a filtered list',
    file: book(asked('<c><v>1</v></c>').replace('<row>', '<row hidden="1">')),
    takes: [{ right: 'a' }],
    warns: ['HIDDEN_ROWS'],
  },
  {
    from: 'Excel: a topic merged over two rows, and a question merged over its options',
    file: workbook({
      sheets: [
        {
          name: 'א',
          data: `${data('<row r="1">'.concat(...['נושא', 'סוג', 'שאלה', 'תשובה נכונה', 'תשובה 1', 'תשובה 2'].map(inline), '</row>'), '<row r="2">'.concat(...['מס', 'בחירה אחת', 'מה?', '1', 'כן', 'לא'].map(inline), '</row>'), '<row r="3">'.concat(...['', 'בחירה אחת', 'ומה?', '2', 'כן', 'לא'].map(inline), '</row>'), '<row r="4">'.concat(...['מס', 'בחירה אחת', 'ועוד?', '2', 'כן', ''].map(inline), '</row>'))}<mergeCells count="2"><mergeCell ref="A2:A3"/><mergeCell ref="E4:F4"/></mergeCells>`,
        },
      ],
    }),
    takes: [
      { topic: 'מס', right: 'a' },
      { topic: 'מס', right: 'b' },
    ],
    refuses: [[4, 'MERGED', 'תשובה 2']],
  },
  {
    from: 'the template of the academy, as it is downloaded',
    file: templateFile('xlsx'),
    takes: [
      { kind: 'single-choice', right: 'b' },
      { kind: 'multiple-choice', right: ['a', 'c'] },
      { kind: 'true-false', right: true },
      { kind: 'number', right: '170', unit: 'shekel', mistakes: [{ value: '17' }] },
      { kind: 'fill-in', gaps: [{ accepted: ['הכנסה', 'ההכנסה'] }] },
      { kind: 'matching', extra: [{ right: 'הכנסה' }] },
      { kind: 'ordering' },
      { kind: 'calculated' },
    ],
  },
  {
    from: 'a workbook that grows to more than is read',
    file: zipSync({ 'xl/workbook.xml': new Uint8Array(21_000_000) }),
    fault: 'TOO_LARGE',
  },
  {
    from: 'a workbook whose XML names entities',
    file: zipSync({ 'xl/workbook.xml': strToU8('<!DOCTYPE a [<!ENTITY b "c">]><workbook/>') }),
    fault: 'ZIP',
  },
  { from: 'a download that broke off', file: book(asked('<c><v>1</v></c>')).slice(0, 300), fault: 'DAMAGED' },
  {
    from: 'LibreOffice: ods',
    file: zipSync({
      mimetype: strToU8('application/vnd.oasis.opendocument.spreadsheet'),
      'content.xml': strToU8('<a/>'),
    }),
    fault: 'ODS',
  },
  { from: 'Excel: xlsb', file: zipSync({ 'xl/workbook.bin': Uint8Array.of(1) }), fault: 'XLSB' },
  { from: 'Numbers on a Mac', file: zipSync({ 'Index/Document.iwa': Uint8Array.of(1) }), fault: 'NUMBERS' },
  { from: 'Word', file: zipSync({ 'word/document.xml': strToU8('<a/>') }), fault: 'WORD' },
  { from: 'some ZIP', file: zipSync({ 'a.txt': strToU8('a') }), fault: 'ZIP' },
]
