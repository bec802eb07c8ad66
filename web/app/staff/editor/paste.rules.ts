import { withoutStyles } from './rich-values.rules'

/** What lies between the marks that Windows puts around what was copied; all of it where there are none. */
function copiedPart(html: string): string {
  const inner = /<!--StartFragment-->([\s\S]*?)<!--EndFragment-->/i.exec(html)
  return inner?.[1] ?? html
}

/** A paragraph that Word shows as an item: how deep it lies, whether it is numbered, and what it says. */
type Item = { level: number; tag: 'ol' | 'ul'; html: string }

const WORD_ITEM = /<p\b[^>]*mso-list:[^>]*?level(\d)[^>]*>([\s\S]*?)<\/p>/gi
const WORD_MARK = /<!(?:--)?\[if !supportLists\](?:--)?>([\s\S]*?)<!(?:--)?\[endif\](?:--)?>/i

function toItem([, level = '1', inner = '']: RegExpExecArray | string[]): Item {
  const mark = (WORD_MARK.exec(inner)?.[1] ?? '').replace(/<[^>]*>|&nbsp;|\s/g, '')
  return {
    level: Number(level),
    tag: /[\p{L}\p{N}]+[.)]$/u.test(mark) ? 'ol' : 'ul',
    html: inner.replace(WORD_MARK, ''),
  }
}

/** Items that follow each other as the lists that they were, one inside the other by their depth. */
function toLists(items: readonly Item[]): string {
  const open: Item['tag'][] = []
  let html = ''
  for (const { level, tag, html: words } of items) {
    while (open.length > level) html += `</li></${open.pop()}>`
    if (open.length === level) html += '</li><li>'
    while (open.length < level) {
      open.push(tag)
      html += `<${tag}><li>`
    }
    html += `<p>${words}</p>`
  }
  while (open.length > 0) html += `</li></${open.pop()}>`
  return html
}

/** Word writes lists as paragraphs with a drawn mark. */
const wordLists = (html: string): string =>
  html.replace(/(?:<p\b[^>]*mso-list:[^>]*?level\d[^>]*>[\s\S]*?<\/p>\s*)+/gi, (run) =>
    toLists([...run.matchAll(WORD_ITEM)].map(toItem)),
  )

/** Google Docs wraps all in a bold that is none, and makes bold words by a style alone. */
const googleMarks = (html: string): string =>
  html
    .replace(/<b\b[^>]*font-weight:\s*normal[^>]*>/gi, '')
    .replace(/<span\b[^>]*font-weight:\s*(?:bold|[6-9]00)[^>]*>([^<]*)<\/span>/gi, '<strong>$1</strong>')

/** Addresses that Google Docs leads through a page of its own. */
const straightLinks = (html: string): string =>
  html.replace(
    /href="https:\/\/www\.google\.com\/url\?(?:[^"]*?(?:&amp;|&))?q=([^"&]+)[^"]*"/gi,
    (whole, address: string) => {
      try {
        return `href="${decodeURIComponent(address).replace(/["'<>\s]/g, encodeURIComponent)}"`
      } catch {
        return whole
      }
    },
  )

/** The headings of a document as those of an article, which begin below its title. */
function articleHeadings(html: string): string {
  const first = /<h1\b/i.test(html) ? 1 : 0
  return html.replace(/<(\/?)h([1-6])\b/gi, (_, end: string, level: string) => {
    const place = Math.min(3, Math.max(2, Number(level) + first))
    return `<${end}h${place}`
  })
}

/**
 * What was pasted from a document, a page or a mail, as an article can hold it: lists, headings, bold words and links as
 * they were meant, without styles, handlers, comments, empty paragraphs and pictures of another machine.
 */
export function cleanPaste(html: string): string {
  const meant = articleHeadings(straightLinks(googleMarks(wordLists(copiedPart(html)))))
  return withoutStyles(
    meant
      .replace(/<!(?:--)?\[if[\s\S]*?\[endif\](?:--)?>/gi, '')
      .replace(/<!--[\s\S]*?-->/g, '')
      .replace(/(<\/(?:p|ul|ol|table|h[1-6])>)(?:\s*<br\b[^>]*>)+/gi, '$1')
      .replace(/<\/?(?:\w+:\w+|meta|link|img|font|o:p)\b[^>]*>/gi, '')
      .replace(/\s(?:class|id|lang|align|width|height)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, ''),
  ).replace(/<p\b[^>]*>(?:\s|&nbsp;|<br\b[^>]*>|<\/?(?:span|b|strong)\b[^>]*>)*<\/p>/gi, '')
}
