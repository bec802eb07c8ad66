import { all, isBlank, styleOf, textsOf, unwrap } from './pasted-dom'

const RAISED = new Map([...'0123456789+-=()ni'].map((sign, at) => [sign, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ'][at]]))
const LOWERED = new Map([...'0123456789+-=()aeox'].map((sign, at) => [sign, [...'₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₒₓ'][at]]))
const BREAKS = /^(?:pre|pre-wrap|pre-line|break-spaces|preserve|preserve-breaks)$/

/** Words that only a form shows: powers, indexes, quotation marks and boxes that are ticked. */
export function spellForms(body: HTMLElement): void {
  for (const element of all(body, 'sup, sub, [data-style*="vertical-align" i]')) {
    const align = styleOf(element, 'vertical-align')
    const isRaised = align ? align.startsWith('super') : element.tagName === 'SUP'
    const isLowered = align ? align.startsWith('sub') : element.tagName === 'SUB'
    if ((!isRaised && !isLowered) || element.querySelector('a, [data-rich-footnote], sup, sub')) continue
    const words = (element.textContent ?? '').trim()
    const signs = [...words.replace('−', '-')].map((sign) => (isRaised ? RAISED : LOWERED).get(sign))
    if (words === '' || /^[\p{L}\s]{2,}$/u.test(words)) continue
    element.replaceWith(signs.includes(undefined) ? `${isRaised ? '^' : '_'}(${words})` : signs.join(''))
  }
  for (const quote of all(body, 'q')) {
    quote.prepend('"')
    quote.append('"')
  }
  for (const box of all(body, 'input[type="checkbox"]')) box.replaceWith(box.hasAttribute('checked') ? '☑ ' : '☐ ')
  for (const formula of all(body, '.katex, math')) {
    const source = formula.querySelector('annotation[encoding*="tex" i]')?.textContent
    formula.replaceWith(source?.trim() || (formula.textContent ?? ''))
  }
}

/** Lines of a text that keeps them by its style alone. */
export function keepLines(body: HTMLElement): void {
  for (const text of textsOf(body)) {
    if (!text.data.includes('\n') || !keepsLines(text) || (isBlank(text) && text.parentElement?.children.length))
      continue
    const lines = text.data.replace(/^\n|\n$/g, '').split('\n')
    text.replaceWith(
      ...lines.flatMap((line, at) => [
        ...(at ? [body.ownerDocument.createElement('br')] : []),
        line.replace(/^ +/, (blanks) => '\u00A0'.repeat(blanks.length)),
      ]),
    )
  }
}

function keepsLines(text: Text): boolean {
  for (let at = text.parentElement; at; at = at.parentElement) {
    const rule = styleOf(at, 'white-space-collapse') || styleOf(at, 'white-space')
    if (rule) return BREAKS.test(rule)
    if (at.tagName === 'PRE') return true
  }
  return false
}

type MarkRule = { wrap: 'strong' | 'em' | 'code'; tags: string; says: (element: Element) => boolean | undefined }
const MARKS: readonly MarkRule[] = [
  {
    wrap: 'strong',
    tags: 'B STRONG',
    says: (element) => {
      const weight = styleOf(element, 'font-weight')
      return weight ? /^(?:bold|bolder|[6-9]00)/.test(weight) : undefined
    },
  },
  {
    wrap: 'em',
    tags: 'I EM CITE VAR DFN',
    says: (element) => {
      const style = styleOf(element, 'font-style')
      return style ? /^(?:italic|oblique)/.test(style) : undefined
    },
  },
  { wrap: 'code', tags: 'CODE KBD SAMP TT PRE', says: () => undefined },
]

/** Bold, italic and code as they were meant, by tags and by styles, each around its own words. */
export function keepMarks(body: HTMLElement): void {
  for (const text of textsOf(body)) {
    if (isBlank(text) || text.parentElement?.closest('[data-rich-footnote], [data-rich-formula], [data-rich-fact]'))
      continue
    let inner: Node = text
    for (const rule of MARKS) {
      if (!isMarked(text, rule)) continue
      const mark = body.ownerDocument.createElement(rule.wrap)
      mark.setAttribute('data-kept', '')
      inner.parentNode?.replaceChild(mark, inner)
      mark.append(inner)
      inner = mark
    }
  }
}

function isMarked(text: Text, { wrap, tags, says }: MarkRule): boolean {
  // A heading and the head of a table are bold by themselves.
  if (wrap === 'strong' && text.parentElement?.closest('h1, h2, h3, h4, h5, h6, th')) return false
  for (let at = text.parentElement; at; at = at.parentElement) {
    const said = says(at)
    if (said !== undefined) return said
    if (tags.split(' ').includes(at.tagName) && !at.hasAttribute('data-kept')) return true
  }
  return false
}

/** Blanks that a browser wrote as hard ones at the edge of its marks. */
export function softBlanks(body: HTMLElement): void {
  for (const blank of all(body, '.Apple-converted-space')) {
    if (blank.textContent === '\u00A0') blank.textContent = ' '
    unwrap(blank)
  }
}
