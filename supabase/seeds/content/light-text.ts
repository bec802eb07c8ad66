import { plainRuns } from './bidi.ts'
import { factKeys } from './finance-facts.ts'
import type { Block, Inline, RichText } from './types.ts'

/** The light text that `richText` reads, from the editor's document: what it would read becomes the same document again. */
export function lightText(document: RichText): string {
  return `${document.content.map(block).join('\n\n')}\n`
}

function block(one: Block): string {
  switch (one.type) {
    case 'paragraph':
      return inline(one.content)
    case 'heading':
      return `${'#'.repeat(one.attrs.level)} ${inline(one.content)}`
    case 'bulletList':
      return one.content.map((item) => `- ${item.content.map(block).join(' ')}`).join('\n')
    case 'orderedList':
      return one.content.map((item, index) => `${index + 1}. ${item.content.map(block).join(' ')}`).join('\n')
    case 'blockquote':
      return `> ${one.content.map(block).join(' ')}`
    case 'table':
      return one.content
        .map((row) => `| ${row.content.map((cell) => cell.content.map(block).join(' ')).join(' | ')} |`)
        .join('\n')
    case 'horizontalRule':
      return '---'
  }
}

const inline = (nodes: Inline[]): string => nodes.map(node).join('')

function node(inline: Inline): string {
  if (inline.type === 'fact') return `[[${factKeys.get(inline.attrs.id) ?? ''}]]`
  const { text, marks = [] } = inline
  const words = plainRuns(text)
  return marks.reduce(
    (marked, mark) => (mark.type === 'bold' ? `**${marked}**` : `[${marked}](${mark.attrs.href})`),
    words,
  )
}
