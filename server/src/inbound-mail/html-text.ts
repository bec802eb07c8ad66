import { plainWords } from './plain-text.ts'

const MOST_LETTERS = 1_000_000
/** More words are never looked at. */
const MOST_WORDS = 200_000
/** What is no text: `<` before anything else is a sign that somebody wrote. */
const MARKUP = '<(?:!--|[!?]|(\\/?)([a-z][a-z0-9]{0,37}))'
const UNREAD = new Set(['head', 'style', 'script', 'title', 'template', 'svg', 'math', 'object', 'iframe', 'noscript'])
const BLOCKS = new Set([
  ...['p', 'div', 'br', 'li', 'ul', 'ol', 'tr', 'table', 'blockquote', 'hr', 'section', 'article', 'pre'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'dl', 'dt', 'dd', 'header', 'footer'],
])
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', shy: '' }
/** Where programs put what is answered: Gmail, Yahoo, Outlook on the web and on the desk, Proton, Apple, Thunderbird. */
const QUOTE =
  /\b(?:gmail_quote|gmail_attr|yahoo_quoted|protonmail_quote|moz-cite-prefix)\b|\bid\s*=\s*["']?(?:divRplyFwdMsg|appendonsend|mail-editor-reference-message-container|OLK_SRC_BODY_SECTION)|\btype\s*=\s*["']?cite\b|border-top:\s*solid #(?:E1E1E1|B5C4DF)/i

/**
 * The words of a mail that has no plain text, each block on a line of its own, up to what it answers to. Reads tags and
 * draws nothing: nothing of the page is fetched, run or kept.
 */
export function htmlWords(html: string): string {
  const source = html.slice(0, MOST_LETTERS)
  const markup = new RegExp(MARKUP, 'gi')
  const words: string[] = []
  let length = 0
  const add = (text: string) => {
    words.push(text)
    length += text.length
  }
  for (let at = 0; at < source.length && length < MOST_WORDS; ) {
    markup.lastIndex = at
    const found = markup.exec(source)
    add(textOf(source.slice(at, found?.index)))
    if (!found) break
    const [sign, closing, name] = found
    if (!name) {
      // A comment or a declaration.
      at = after(source, sign === '<!--' ? '-->' : '>', found.index)
      continue
    }
    const tag = name.toLowerCase()
    const end = after(source, '>', found.index)
    if (!closing && QUOTE.test(source.slice(found.index, Math.min(end, found.index + 2_000)))) break
    if (!closing && UNREAD.has(tag)) {
      at = afterElement(source, tag, end)
      continue
    }
    if (BLOCKS.has(tag)) add('\n')
    at = end
  }
  return plainWords(words.join(''))
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function after(source: string, sign: string, from: number): number {
  const found = source.indexOf(sign, from)
  return found < 0 ? source.length : found + sign.length
}

function afterElement(source: string, tag: string, from: number): number {
  const close = new RegExp(`</${tag}\\b`, 'gi')
  close.lastIndex = from
  const found = close.exec(source)
  return found ? after(source, '>', found.index) : source.length
}

const textOf = (text: string): string =>
  text.replace(/[ \t\r\n]+/g, ' ').replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, decode)

function decode(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name) return NAMED[name.toLowerCase()] ?? whole
  const point = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : ''
}
