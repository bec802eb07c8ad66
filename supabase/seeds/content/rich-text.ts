import { isolate } from './bidi.ts'
import { idOf } from './id.ts'
import type { Block, Inline, RichText, TextNode } from './types.ts'

const text = (value: string, mark?: TextNode['marks']): TextNode => ({
  type: 'text',
  text: isolate(value),
  ...(mark ? { marks: mark } : {}),
})

/** Inline text: `**bold**` and `[words](address)` become marks, `[[vat/2025]]` the fact of that key. */
function inline(source: string): Inline[] {
  return source
    .split(/(\*\*[^*]+\*\*|\[\[[^\]]+\]\]|\[[^\]]+\]\([^)]+\))/)
    .filter((part) => part !== '')
    .map((part) => {
      const fact = /^\[\[([^\]]+)\]\]$/.exec(part)?.[1]
      if (fact) return { type: 'fact', attrs: { id: idOf('finance_facts', fact) } }
      const link = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part)
      if (link?.[1] && link[2]) return text(link[1], [{ type: 'link', attrs: { href: link[2] } }])
      return part.startsWith('**') ? text(part.slice(2, -2), [{ type: 'bold' }]) : text(part)
    })
}

const paragraph = (source: string): Block => ({ type: 'paragraph', content: inline(source) })

const list = (type: 'bulletList' | 'orderedList', lines: string[]): Block => ({
  type,
  content: lines.map((line) => ({ type: 'listItem', content: [paragraph(line.replace(/^(- |\d+\. )/, ''))] })),
})

const table = (lines: string[]): Block => ({
  type: 'table',
  content: lines.map((line, row) => ({
    type: 'tableRow',
    content: line
      .replace(/^\| | \|$/g, '')
      .split(' | ')
      .map((cell) => ({ type: row === 0 ? 'tableHeader' : 'tableCell', content: [paragraph(cell)] })),
  })),
})

function block(source: string): Block {
  const lines = source.split('\n')
  const heading = /^(##|###) (.+)$/.exec(source)
  if (heading?.[1] && heading[2]) {
    return { type: 'heading', attrs: { level: heading[1].length === 2 ? 2 : 3 }, content: inline(heading[2]) }
  }
  if (source === '---') return { type: 'horizontalRule' }
  if (source.startsWith('> ')) return { type: 'blockquote', content: [paragraph(source.slice(2))] }
  if (source.startsWith('- ')) return list('bulletList', lines)
  if (/^\d+\. /.test(source)) return list('orderedList', lines)
  if (source.startsWith('| ')) return table(lines)
  return paragraph(lines.join(' '))
}

/**
 * The editor's document from light text: blocks are parted by an empty line; `## `, `### `, `- `, `1. `, `> `, `---`
 * and rows of `| a | b |` (the first one is the head) mean what they mean in Markdown.
 */
export function richText(source: string): RichText {
  return {
    type: 'doc',
    content: source
      .trim()
      .split(/\n\s*\n/)
      .map(block),
  }
}
