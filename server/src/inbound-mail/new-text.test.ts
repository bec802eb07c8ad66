import { expect, test } from 'vitest'
import { htmlLines } from './html-lines.ts'
import { newWords } from './new-text.ts'
import { plainWords } from './plain-text.ts'

const linesOf = (text: string) =>
  plainWords(text)
    .split('\n')
    .map((line) => ({ text: line.trimEnd() }))
const cut = (text: string) => newWords(linesOf(text), 'answer')
const htmlWords = (html: string) => newWords(htmlLines(html), 'answer').words
const QUOTED = '> שלום,\n> זאת התשובה שלנו.'

test.each([
  ['Gmail, English', `On Wed, Nov 25, 2026 at 9:30 AM Academy <a+k@x.org> wrote:\n\n${QUOTED}`],
  [
    'Gmail, a sentence over two lines',
    `On Wed, Nov 25, 2026 at 9:30 AM האקדמיה לפיננסים <\nsupport+k@x.org> wrote:\n${QUOTED}`,
  ],
  ['Gmail, Hebrew', `‫בתאריך יום ד׳, 25 בנוב׳ 2026 ב-9:30 מאת ‪האקדמיה‬‏ <‪a+k@x.org‬‏>:‬\n\n${QUOTED}`],
  ['Gmail, Hebrew, on two lines', `‫בתאריך יום ד׳, 25 בנוב׳ 2026 ב-9:30 מאת האקדמיה לפיננסים\n<‪a+k@x.org‬‏>:‬\n${QUOTED}`],
  ['Apple, Hebrew', `‏ב-25 בנוב׳ 2026, בשעה 9:30, האקדמיה <a+k@x.org> כתב/ה:\n\n${QUOTED}`],
  ['Thunderbird, Hebrew', `ביום ד׳, 25 בנוב׳ 2026 בשעה 9:30, האקדמיה כתבה:\n${QUOTED}`],
  ['Apple, English', `On 25 Nov 2026, at 9:30, Academy <a+k@x.org> wrote:\n\n${QUOTED}`],
  ['Arabic', `في الأربعاء، 25 نوفمبر 2026 في 9:30 ص كتب Academy <a+k@x.org>:\n${QUOTED}`],
  [
    'Outlook, English',
    'From: Academy <a+k@x.org>\nSent: Wednesday, November 25, 2026 9:30\nTo: Dana\nSubject: RE: שאלה\n\nשלום',
  ],
  ['Outlook, Hebrew', 'מאת: האקדמיה <a+k@x.org>\nנשלח: יום רביעי 25 נובמבר 2026 9:30\nאל: דנה\nנושא: שאלה\n\nשלום'],
  ['Outlook, bold headers', '*From:* Academy\n*Sent:* Wednesday\n*To:* Dana\n*Subject:* x\n\nשלום'],
  ['Outlook on a phone', '________________________________\nמאת: האקדמיה\nשלום'],
  ['Outlook, old', '-----Original Message-----\nשלום'],
  ['Outlook, old, Hebrew', '-----הודעה מקורית-----\nשלום'],
  ['lines with a sign and no sentence', QUOTED],
])('cuts what %s quotes', (_program, quoted) => {
  const { words, rest } = cut(`תודה, הבנתי.\nיש עוד שאלה: 3 > 2?\n\n${quoted}\n`)
  expect(words).toBe('תודה, הבנתי.\nיש עוד שאלה: 3 > 2?')
  expect(rest).toContain(rest.includes('זאת') ? 'זאת התשובה' : 'שלום')
})

test.each([
  ['the standard line', '-- \nדנה כהן\n052-1234567'],
  ['an iPhone', 'Sent from my iPhone'],
  ['an iPhone in Hebrew', 'נשלח מה-iPhone שלי'],
  ['Outlook', 'Get Outlook for iOS'],
  ['Outlook in Hebrew', 'קבל את Outlook עבור Android'],
])('cuts the signature of %s, also before a quotation', (_whose, signature) => {
  const sentence = `On Wed, Nov 25, 2026 at 9:30 AM A <a@x.org> wrote:\n${QUOTED}`
  expect(cut(`תודה\n\n${signature}`).words).toBe('תודה')
  expect(cut(`תודה\n\n${signature}\n\n${sentence}`)).toEqual({
    words: 'תודה',
    rest: expect.stringContaining('זאת התשובה'),
  })
})

test('keeps answers that stand between quoted lines and beneath them', () => {
  const text = 'On Wed, Nov 25, 2026 at 9:30 AM A <a@x.org> wrote:\n> מה השם?\n\nדנה\n\n> ומה השאלה?\nלמה הריבית עולה'
  expect(cut(text)).toEqual({ words: 'דנה\n\nלמה הריבית עולה', rest: expect.stringContaining('> מה השם?') })
})

test.each([
  'On page 12 the author wrote:\nmoney is a measure',
  'המורה כתב:\nכסף הוא מדד',
  'From: my point of view it is good\nand I go on',
  'נשלח מהבנק מכתב, ולא הבנתי אותו\nמה זה אומר',
  '> 5 אחוז זה הרבה?',
  'א -- ב\nג',
])('cuts nothing of what a person wrote: %j', (text) => expect(cut(text)).toEqual({ words: text, rest: '' }))

test('folds nothing of a mail that answers none, or that forwards', () => {
  const text = `כתבו לי:\n\nOn Wed, Nov 25, 2026 at 9:30 AM A <a@x.org> wrote:\n${QUOTED}`
  for (const kind of ['first', 'forward'] as const)
    expect(newWords(linesOf(text), kind)).toEqual({ words: text, rest: '' })
})

test('cuts nothing where nothing would stay', () => {
  expect(cut(QUOTED)).toEqual({ words: QUOTED, rest: '' })
  expect(cut('  \n ')).toEqual({ words: '', rest: '' })
})

test('takes out what nobody sees: NUL, controls, signs that turn the direction, halves of letters', () => {
  expect(plainWords('a\u0000b\u0007\u202ec\u2066\r\nd\re\u2028f\ud800')).toBe('abc\nd\ne\nf\ufffd')
})

test('reads the words of a page, each block on its line, and nothing that runs or is hidden in its head', () => {
  const page =
    '<html><head><title>t</title><style>p{}</style></head><body><p>שלום &amp; תודה<br>שורה&nbsp;שנייה</p><script>alert(1)</script>' +
    '<ul><li>א<li>ב</ul><!-- c --><b>3 &lt; 4</b> 1 < 2 <img src=x onerror=y>&#128512;&#x5d0;&bogus;</body>'
  expect(htmlWords(page)).toBe('שלום & תודה\nשורה שנייה\n\n• א\n• ב\n\n3 < 4 1 < 2 😀א&bogus;')
})

test.each([
  [
    'Gmail',
    '<div class="gmail_quote gmail_quote_container"><div dir="rtl" class="gmail_attr">בתאריך</div><blockquote class="gmail_quote">old</blockquote></div>',
  ],
  ['Outlook on the web', '<div id="appendonsend"></div><div id="divRplyFwdMsg">old</div>older'],
  ['Outlook', "<div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt'>old</div>"],
  ['Apple and Thunderbird', '<blockquote type="cite">old</blockquote>'],
  ['Yahoo', '<div id="x" class="yahoo_quoted">old</div>'],
])('reads a page up to what %s quotes', (_program, quotation) => {
  expect(htmlWords(`<div>חדש</div>${quotation}`)).toBe('חדש')
})

test.each([
  ['a million open signs', '<'.repeat(1_000_000)],
  ['a million open tags', '<div'.repeat(250_000)],
  ['comments that never end', '<!--'.repeat(250_000)],
  ['scripts that never end', '<script>'.repeat(120_000)],
  ['half entities', '&#'.repeat(400_000)],
])('reads %s in a moment', (_what, html) => {
  expect(htmlWords(html).length).toBeLessThanOrEqual(200_000)
})

test.each([
  ['long lines', 'ב-2 '.repeat(50_000)],
  ['many half sentences', 'On 1:11 @ a\n'.repeat(15_000)],
  ['many signs', '>\n'.repeat(90_000)],
  ['headers without end', 'From: a\n'.repeat(24_000)],
])('parts %s in a moment', (_what, text) => {
  expect(cut(text).words.length).toBeGreaterThan(0)
})
