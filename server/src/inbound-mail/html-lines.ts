import { decodeEntities } from './html-entities.ts'
import { plainWords } from './plain-text.ts'
import { type LineMark, markOf } from './quote-elements.ts'

/** Pictures within a page make it long; of its tags so many are read. */
const MOST_TAGS = 300_000
/** More words are never looked at. */
const MOST_WORDS = 200_000
/** What is no text: `<` before anything else is a sign that somebody wrote. */
const MARKUP = '<(?:!--|[!?]|(\\/?)([a-z][a-z0-9:]{0,37})(?=[\\s/>]|$))'
const UNREAD = new Set(['style', 'script', 'title', 'template', 'svg', 'math', 'object', 'iframe', 'noscript'])
const BLOCKS = new Set([
  ...['p', 'div', 'li', 'ul', 'ol', 'tr', 'table', 'blockquote', 'hr', 'section', 'article', 'pre', 'center'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'dl', 'dt', 'dd', 'header', 'footer', 'tbody', 'body'],
])
const APART = new Set(['p', 'h1', 'h2', 'h3', 'ul', 'ol', 'table', 'blockquote'])
const MARKED = /^(?:div|span|blockquote|td|table|body)$/
/** Pictures that stand for a sign of the text. */
const EMOJI = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\u200d){1,16}$/u
const HREF = /\bhref\s*=\s*(?:"([^"]{1,2000})"|'([^']{1,2000})')/i
const ALT = /\balt\s*=\s*(?:"([^"]{1,40})"|'([^']{1,40})')/i

/** A line of a mail, and what its program says of it. */
export type Line = { text: string; mark?: LineMark }

/**
 * The lines of a page: each block on its own, with numbers of lists, cells of tables and addresses of links. Reads tags and
 * draws nothing: nothing of the page is fetched, run or kept.
 */
export function htmlLines(source: string): Line[] {
  let tags = 0
  const markup = new RegExp(MARKUP, 'gi')
  const page = createPage()
  for (let at = 0; at < source.length && page.length() < MOST_WORDS && tags < MOST_TAGS; tags++) {
    markup.lastIndex = at
    const found = markup.exec(source)
    page.text(source.slice(at, found?.index))
    if (!found) break
    const [sign, closing, name] = found
    if (!name) {
      // A comment or a declaration.
      at = after(source, sign === '<!--' ? '-->' : '>', found.index)
      continue
    }
    const tag = name.toLowerCase()
    const end = after(source, '>', found.index)
    if (!closing && UNREAD.has(tag)) at = afterElement(source, tag, end)
    else {
      if (closing) page.close(tag)
      else page.open(tag, source.slice(found.index, Math.min(end, found.index + 4_000)))
      at = end
    }
  }
  return page.lines()
}

function createPage() {
  const lines: Line[] = []
  /** Of each open list the number of its last item; none for one without numbers. */
  const lists: (number | undefined)[] = []
  let words: string[] = []
  let length = 0
  let isEmpty = true
  let quote: { tag: string; depth: number; mark: LineMark } | undefined
  let isBroken = false
  let preformatted = 0
  let link: { href: string; from: number } | undefined

  const add = (all: string) => {
    const text = all.slice(0, Math.max(0, MOST_WORDS - length))
    words.push(text)
    length += text.length
    isEmpty &&= text.trim() === ''
  }
  const end = () => {
    const mark = quote?.mark
    const text = words.join('')
    const line: Line = { text: (preformatted > 0 ? text : text.replace(/ {2,}/g, ' ')).trim() }
    if (mark) line.mark = mark
    if (isBroken && line.text) {
      line.mark = 'break'
      isBroken = false
    }
    lines.push(line)
    length++
    words = []
    isEmpty = true
  }
  const block = (tag: string) => {
    if (!isEmpty) end()
    else words = []
    if (APART.has(tag) && lines.at(-1)?.text) end()
  }
  const follow = (tag: string, source: string) => {
    if (quote) {
      if (quote.tag === tag) quote.depth++
      return
    }
    if (!MARKED.test(tag)) return
    const mark = markOf(tag, source)
    if (mark === 'break') isBroken = true
    else if (mark) quote = { tag, depth: 1, mark }
  }
  return {
    length: () => length,
    text(raw: string) {
      if (preformatted > 0) {
        const [first = '', ...more] = decodeEntities(raw).split(/\r\n?|\n/)
        add(first)
        for (const line of more) {
          end()
          add(line)
        }
      } else add(decodeEntities(raw.replace(/[ \t\r\n\f]+/g, ' ')))
    },
    open(tag: string, source: string) {
      if (BLOCKS.has(tag)) block(tag)
      follow(tag, source)
      if (tag === 'br') end()
      else if (tag === 'pre') preformatted++
      else if (tag === 'ul' || tag === 'ol') lists.push(tag === 'ol' ? 0 : undefined)
      else if (tag === 'li') add(`${itemOf(lists)} `)
      else if ((tag === 'td' || tag === 'th') && !isEmpty) add(' | ')
      else if (tag === 'a') link = { href: attributeOf(HREF, source), from: words.length }
      else if (tag === 'img') add(emojiOf(source))
    },
    close(tag: string) {
      if (BLOCKS.has(tag)) block(tag)
      if (tag === 'pre') preformatted = Math.max(0, preformatted - 1)
      else if (tag === 'ul' || tag === 'ol') lists.pop()
      else if (tag === 'a' && link) {
        add(addressOf(link.href, words.slice(link.from).join('')))
        link = undefined
      }
      if (quote?.tag !== tag) return
      quote.depth--
      if (quote.depth > 0) return
      if (!isEmpty) end()
      quote = undefined
    },
    lines(): Line[] {
      if (!isEmpty) end()
      return lines
    },
  }
}

function itemOf(lists: (number | undefined)[]): string {
  const last = lists.at(-1)
  if (last === undefined) return '•'
  lists[lists.length - 1] = last + 1
  return `${last + 1}.`
}

const attributeOf = (pattern: RegExp, source: string): string => {
  const [, double, single] = pattern.exec(source) ?? []
  return decodeEntities(double ?? single ?? '').trim()
}

/** The address of a link whose text does not name it. */
function addressOf(href: string, text: string): string {
  const address = href.replace(/^mailto:/i, '')
  const bare = (value: string) =>
    plainWords(value)
      .toLowerCase()
      .replace(/^https?:\/\/(?:www\.)?|^www\.|\/$/g, '')
      .trim()
  return !text.trim() || !/^(?:https?:|mailto:)/i.test(href) || bare(text) === bare(address) ? '' : ` (${address})`
}

const emojiOf = (source: string): string => {
  const alt = attributeOf(ALT, source)
  return EMOJI.test(alt) ? alt : ''
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
