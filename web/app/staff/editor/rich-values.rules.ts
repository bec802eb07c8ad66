import { plainFormula } from '~/site/rich-text/formula.rules'
import type { RichAttrs } from '~/site/rich-text/rich-text.rules'

type Node = { type?: string; text?: string; attrs?: RichAttrs; content?: Node[] }

const BLOCKS = new Set([
  'paragraph',
  'heading',
  'listItem',
  'blockquote',
  'tableRow',
  'picture',
  'courseCard',
  'callout',
])
const WORDS_A_MINUTE = 180
const EMPTY = '{"type":"doc","content":[]}'

/** A stored text as the form holds it. */
export const writeRich = (stored: unknown): string => (stored ? JSON.stringify(stored) : EMPTY)

/** What a node says that holds no text: what a picture shows, a footnote in brackets, the name of a course, a fact, a formula on one line. */
function wordsOfAtom({ type, attrs = {} }: Node): string {
  if (type === 'picture') return [attrs.alt, attrs.caption].filter(Boolean).join(' – ')
  if (type === 'footnote') return ` (${attrs.text ?? ''})`
  if (type === 'courseCard') return attrs.title ?? ''
  if (type === 'formula') return `\u2066${plainFormula(attrs.text ?? '')}\u2069`
  return type === 'fact' ? (attrs.says ?? '') : ''
}

/** What a text says, a line for each paragraph, heading, item or row. */
export function richLines(json: string): string {
  const lines: string[] = ['']
  const walk = (node: Node) => {
    if (BLOCKS.has(node.type ?? '') && lines.at(-1) !== '') lines.push('')
    if (node.type === 'hardBreak') lines.push('')
    lines[lines.length - 1] += node.text ?? wordsOfAtom(node)
    for (const child of node.content ?? []) {
      if ((child.type === 'tableCell' || child.type === 'tableHeader') && lines.at(-1) !== '')
        lines[lines.length - 1] += ' | '
      // The first paragraph of a cell stands in the line of its row.
      if (node.type?.startsWith('table') && child.type === 'paragraph' && child === node.content?.[0])
        (child.content ?? []).forEach(walk)
      else walk(child)
    }
  }
  walk(JSON.parse(json) as Node)
  return lines.filter(Boolean).join('\n')
}

/** How many words a text has, and the minutes that reading takes. */
export function countWords(text: string): { words: number; minutes: number } {
  const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
  return { words, minutes: Math.max(1, Math.round(words / WORDS_A_MINUTE)) }
}
