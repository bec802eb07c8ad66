/** What of a page has no place in a text of a question. */
export type HtmlLoss = 'PICTURE' | 'MEDIA' | 'FORMULA_TEX' | 'LINK' | 'TABLE'
export type PlainText = { text: string; losses: ReadonlySet<HtmlLoss> }

const BLOCKS =
  /^(?:address|article|blockquote|dd|div|dl|dt|figure|footer|h[1-6]|header|hr|li|ol|p|pre|section|table|tr|ul)$/
const MEDIA = /^(?:audio|video|iframe|object|embed|form|input|button|select|textarea|canvas|svg|math|applet)$/
const RAISED: Readonly<Record<string, string>> = Object.fromEntries(
  [...'0123456789+-=()n'].map((sign, at) => [sign, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ'][at] ?? sign]),
)
const LOWERED: Readonly<Record<string, string>> = Object.fromEntries(
  [...'0123456789+-=()'].map((sign, at) => [sign, [...'₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎'][at] ?? sign]),
)
const TEX = /\$\$[\s\S]+?\$\$|\\\([\s\S]+?\\\)|\\\[[\s\S]+?\\\]/

/** Longer texts are refused for their length. */
const LONGEST = 3_000
const hasTex = (text: string) => TEX.test(text.slice(0, LONGEST))

/** Signs above or below the line, so that 10<sup>2</sup> does not become 102. */
function shifted(text: string, signs: Readonly<Record<string, string>>, mark: string): string {
  if (text.trim() === '') return text
  return [...text].every((sign) => signs[sign]) ? [...text].map((sign) => signs[sign]).join('') : `${mark}(${text})`
}

/** A text of HTML as texts of questions are written: lines, bold between stars, code between backticks, links with their address. */
export function textOfHtml(html: string): PlainText {
  const losses = new Set<HtmlLoss>()
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const text = innerText(body, losses)
    .replace(/[^\S\n]*\n[^\S\n]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  if (hasTex(text)) losses.add('FORMULA_TEX')
  if (html.includes('@@PLUGINFILE@@')) losses.add('PICTURE')
  return { text, losses }
}

const innerText = (element: Element, losses: Set<HtmlLoss>): string =>
  [...element.childNodes].map((node) => nodeText(node, losses)).join('')

function nodeText(node: Node, losses: Set<HtmlLoss>): string {
  if (node.nodeType === 3) return (node.textContent ?? '').replace(/[ \t\r\n\f]+/g, ' ').replaceAll('\u00a0', ' ')
  if (node.nodeType !== 1) return ''
  const element = node as Element
  const name = element.localName
  if (name === 'br') return '\n'
  if (name === 'script' || name === 'style' || name === 'template' || name === 'title') return ''
  if (name === 'img') losses.add('PICTURE')
  if (MEDIA.test(name)) losses.add('MEDIA')
  if (name === 'table') losses.add('TABLE')
  const inner = innerText(element, losses)
  const marked = markedText(element, inner, losses)
  return BLOCKS.test(name) ? `\n${marked}\n` : marked
}

function markedText(element: Element, inner: string, losses: Set<HtmlLoss>): string {
  switch (element.localName) {
    case 'b':
    case 'strong':
      return inner.trim() && !inner.includes('**') && !inner.includes('\n')
        ? inner.replace(/^(\s*)(.*?)(\s*)$/, '$1**$2**$3')
        : inner
    case 'code':
      return inner.trim() && !inner.includes('`') ? `\`${inner}\`` : inner
    case 'sup':
      return shifted(inner, RAISED, '^')
    case 'sub':
      return shifted(inner, LOWERED, '_')
    case 'li': {
      const items = element.parentElement?.localName === 'ol' ? [...(element.parentElement?.children ?? [])] : []
      return `${items.length > 0 ? `${items.indexOf(element) + 1}.` : '•'} ${inner.trim()}`
    }
    case 'td':
    case 'th':
      return element.nextElementSibling ? `${inner.trim()} | ` : inner.trim()
    case 'a': {
      const address = element.getAttribute('href') ?? ''
      if (!/^https?:/.test(address) || inner.trim() === address) return inner
      losses.add('LINK')
      return `${inner} (${address})`
    }
    default:
      return inner
  }
}

/** A text of a question as HTML: what {@link textOfHtml} reads back. */
export const htmlOfText = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<b>$1</b>')
    .replace(/ {2}/g, ' \u00a0')
    .replaceAll('\n', '<br>')

const TAG = /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>|&(?:[a-z]+|#\d+);/i

/** A text in a format of Moodle: HTML, or plain words in which tags may stand. */
export function textOfFormat(text: string, format: string): PlainText {
  if (/^html|^1$/.test(format)) return textOfHtml(text)
  const isPlain = /^plain/.test(format)
  if (!isPlain && TAG.test(text)) return textOfHtml(text.replace(/\n/g, '<br>'))
  return { text: text.trim(), losses: new Set(hasTex(text) ? (['FORMULA_TEX'] as const) : []) }
}
