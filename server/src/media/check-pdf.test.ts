import { readdirSync, readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { checkPdf } from './check-pdf.ts'
import { packedOf, pdfOf } from './pdf-fixture.ts'
import { MediaRefusal } from './refusal.ts'

const outcome = (bytes: Buffer): string => {
  try {
    checkPdf(bytes)
    return 'taken'
  } catch (error) {
    if (error instanceof MediaRefusal) return error.code
    throw error
  }
}

const REAL = new URL('./pdfs/', import.meta.url)
const SEEDED = new URL('../../../supabase/seeds/media/files/', import.meta.url)
const files = [REAL, SEEDED].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.pdf'))
    .map((name) => ({ name, bytes: readFileSync(new URL(name, folder)) })),
)

test('there are files of real programs', () => expect(files.length).toBeGreaterThanOrEqual(6))
test.each(files)('$name, of a real program, is taken', ({ bytes }) => expect(outcome(bytes)).toBe('taken'))

const SCRIPT = '<</S/JavaScript/JS(app.alert\\(1\\))>>'
const LAUNCH = '<</S/Launch/F(calc.exe)>>'
const text = (content: string) => `<</Length ${content.length}>>stream\n${content}\nendstream`

const TAKEN: [string, Buffer][] = [
  ['one page', pdfOf()],
  ['one that opens at a page', pdfOf([], { catalog: '/OpenAction[3 0 R/Fit]' })],
  [
    'one that opens at a page by an action',
    pdfOf(['<</S/GoTo/D[3 0 R/XYZ 0 0 0]>>'], { catalog: '/OpenAction 4 0 R' }),
  ],
  ['a link to a page that is about scripts', pdfOf(['<</S/URI/URI(https://example.org/JS/JavaScript/Launch)>>'])],
  ['a title that is about scripts', pdfOf(['<</Title(From \\(/JS to \\)/JavaScript \\( <</S /Launch>>)>>'])],
  ['a title in hexadecimal letters', pdfOf(['<</Title<2F4A53202F4A617661536372697074>>>'])],
  [
    'a form without a script',
    pdfOf(['<</FT/Tx/T(name)/V()/AA<</K<</S/Named/N/NextPage>>>>>>'], { catalog: '/AcroForm<</Fields[4 0 R]>>' }),
  ],
  ['a page whose words are about scripts', pdfOf([text('BT (see /JavaScript) Tj /JS Do ET')])],
  ['names that only begin so', pdfOf(['<</JSON 1/Launcher 2/JavaScripts 3/EFG 4>>'])],
  ['packed objects', pdfOf([packedOf(['<</A 1>>', '[/B 2]', '(a /JS b)', '<<>>'])])],
  [
    'packed objects that are not packed',
    pdfOf([packedOf(['<</A 1>>'], '/Type/ObjStm/N 1/First $FIRST', (data) => data)]),
  ],
  ['an outline, which has a first one too', pdfOf(['<</Type/Outlines/First 5 0 R/Last 5 0 R>>', '<</Title(a)>>'])],
  ['comments between everything', pdfOf(['%one\n<<%two /JS\n/A%three\r1>>'])],
  ['a list of ten thousand pages', pdfOf([`[${'3 0 R '.repeat(10_000)}]`])],
]
test.each(TAKEN)('%s is taken', (_, bytes) => expect(outcome(bytes)).toBe('taken'))

const within = (script: string) => pdfOf([script])
const HIDDEN: [string, Buffer, string][] = [
  ['a script when it is opened', pdfOf([SCRIPT], { catalog: '/OpenAction 4 0 R' }), 'ACTIVE'],
  ['a script in the catalog itself', pdfOf([], { catalog: `/OpenAction${SCRIPT}` }), 'ACTIVE'],
  ['a script in the trailer', pdfOf([], { trailer: `/Root<</OpenAction${SCRIPT}>>` }), 'ACTIVE'],
  ['scripts by name', pdfOf([], { catalog: '/Names<</JavaScript<</Names[(a) 4 0 R]>>>>' }), 'ACTIVE'],
  ['a script of a page', within('<</AA<</O<</S/JavaScript/JS 5 0 R>>>>>>'), 'ACTIVE'],
  ['a script of a field', within(`<</FT/Tx/AA<</K${SCRIPT}>>>>`), 'ACTIVE'],
  ['a script after a jump', within(`<</S/GoTo/D[3 0 R/Fit]/Next${SCRIPT}>>`), 'ACTIVE'],
  ['a name in other letters', within('<</S/J#61vaScript/#4aS(1)>>'), 'ACTIVE'],
  ['a name all in other letters', within('<</S/#4A#61#76#61#53#63#72#69#70#74>>'), 'ACTIVE'],
  ['a script whose kind lies elsewhere', pdfOf(['<</S 5 0 R/J#53(1)>>', '/Java#53cript']), 'ACTIVE'],
  ['a program', within(LAUNCH), 'ACTIVE'],
  ['a program of Windows', within('<</S/Launch/Win<</F(cmd.exe)/P(/c calc)>>>>'), 'ACTIVE'],
  ['a file that is attached', within('<</Type/Filespec/F(a.exe)/EF<</F 5 0 R>>>>'), 'ACTIVE'],
  ['a file that is pinned to a page', within('<</Subtype/FileAttachment/FS 5 0 R>>'), 'ACTIVE'],
  ['a jump into an attached file', within('<</S/GoToE/T<</R/C/N(a.pdf)>>>>'), 'ACTIVE'],
  [
    'a jump into another file, by which passwords of Windows leak',
    within('<</S/GoToR/F(\\\\\\\\evil\\\\x)/D[0/Fit]>>'),
    'ACTIVE',
  ],
  ['Flash', within('<</Subtype/RichMedia/RichMediaContent 5 0 R>>'), 'ACTIVE'],
  ['a form of XFA', pdfOf([], { catalog: '/AcroForm<</XFA[(template)4 0 R]>>' }), 'ACTIVE'],
  ['data that is fetched', within('<</S/ImportData/F(a.fdf)>>'), 'ACTIVE'],
  ['a model that runs a script', within('<</Type/3D/OnInstantiate 5 0 R>>'), 'ACTIVE'],
  ['a script among packed objects', within(packedOf(['<</A 1>>', SCRIPT])), 'ACTIVE'],
  [
    'one packed twice',
    within(
      packedOf([SCRIPT], '/Type/ObjStm/N 1/First $FIRST/Filter[/FlateDecode/Fl]', (data) =>
        deflateSync(deflateSync(data)),
      ),
    ),
    'ACTIVE',
  ],
  ['one packed under another name', within(packedOf([SCRIPT], '/N 1/F#69rst $FIRST/F#69lter/FlateD#65code')), 'ACTIVE'],
  ['one that is not packed', within(packedOf([SCRIPT], '/Type/ObjStm/N 1/First $FIRST', (data) => data)), 'ACTIVE'],
  ['one within the string of another packed object', within(overlapping()), 'ACTIVE'],
  ['an object within a stream', within(text(`5 0 obj ${SCRIPT} endobj`)), 'ACTIVE'],
  ['an object within a string', within(`(5 0 obj ${LAUNCH} endobj)`), 'ACTIVE'],
  ['an object within a comment', within(`null %5 0 obj${SCRIPT}`), 'ACTIVE'],
  ['an object behind a comment within its head', within(`null endobj 5%a\n0%b\nobj%c\n${SCRIPT}`), 'ACTIVE'],
  ['an object behind the end', Buffer.concat([pdfOf(), Buffer.from(`9 0 obj${SCRIPT}endobj\n%%EOF`)]), 'ACTIVE'],
  ['one behind a bracket that closes nothing', within(`<</A]/B>/C)/S/JavaScript/JS(1)>>`), 'ACTIVE'],
  ['one in a list that is not closed', within(`<</A[1 2>>endobj 5 0 obj ${SCRIPT}`), 'ACTIVE'],
  ['one behind a string that ends late', within('<</A(\\\\)/S/JavaScript>>'), 'ACTIVE'],
  ['one that is locked', pdfOf(['<</Filter/Standard/V 4>>'], { trailer: '/Encrypt 4 0 R' }), 'ENCRYPTED'],
  [
    'objects that are packed in a way that no program writes',
    within(packedOf([SCRIPT], '/Type/ObjStm/N 1/First $FIRST/Filter/LZWDecode', (data) => data)),
    'TOO_COMPLEX',
  ],
  [
    'objects whose packing lies elsewhere',
    within(packedOf([SCRIPT], '/Type/ObjStm/N 1/First $FIRST/Filter 9 0 R')),
    'TOO_COMPLEX',
  ],
  [
    'objects that are packed in two ways',
    within(packedOf([SCRIPT], '/Type/ObjStm/First $FIRST/Filter null/Filter/FlateDecode')),
    'TOO_COMPLEX',
  ],
  [
    'objects that are packed and foretold',
    within(packedOf([SCRIPT], '/Type/ObjStm/First $FIRST/Filter/FlateDecode/DecodeParms<</Predictor 12>>')),
    'TOO_COMPLEX',
  ],
  [
    'objects whose beginning lies elsewhere',
    within(packedOf([SCRIPT], '/Type/ObjStm/N 1/First 9 0 R/Filter/FlateDecode')),
    'TOO_COMPLEX',
  ],
  [
    'objects whose packing is broken',
    within(packedOf([SCRIPT], undefined, () => Buffer.from('no packed data'))),
    'BROKEN',
  ],
  ['objects that unpack to more than there may be', within(packedOf(['0'.repeat(40_000_000)])), 'TOO_COMPLEX'],
  [
    'objects that are read again and again',
    within(packedOf(Array.from({ length: 20_000 }, () => `[${'('.repeat(500)}`))),
    'TOO_COMPLEX',
  ],
  ['a million beginnings without an end', Buffer.from(`%PDF-1.7\n${'obj('.repeat(1_000_000)}\n%%EOF`), 'TOO_COMPLEX'],
]
test.each(HIDDEN)('%s is refused', (_, bytes, code) => expect(outcome(bytes)).toBe(code))

/** The second object begins within the string that the first one is. */
function overlapping(): string {
  const objects = `(a ${SCRIPT.replaceAll(/\\?[()]/g, '')} b)`
  const list = '10 0 11 3 '
  const data = deflateSync(Buffer.from(list + objects, 'latin1'))
  return `<</Type/ObjStm/N 2/First ${list.length}/Filter/FlateDecode/Length ${data.length}>>stream\n${data.toString('latin1')}\nendstream`
}
