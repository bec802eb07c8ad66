type Node = { type?: string; text?: string; content?: Node[] }

const BLOCKS = new Set(['paragraph', 'heading', 'listItem', 'blockquote', 'tableRow'])
const WORDS_A_MINUTE = 180
const EMPTY = '{"type":"doc","content":[]}'

/** A stored text as the form holds it. */
export const writeRich = (stored: unknown): string => (stored ? JSON.stringify(stored) : EMPTY)

/** What a text says, a line for each paragraph, heading, item or row. */
export function richLines(json: string): string {
  const lines: string[] = ['']
  const walk = (node: Node) => {
    if (BLOCKS.has(node.type ?? '') && lines.at(-1) !== '') lines.push('')
    if (node.type === 'hardBreak') lines.push('')
    if (node.text) lines[lines.length - 1] += node.text
    for (const child of node.content ?? []) {
      if ((child.type === 'tableCell' || child.type === 'tableHeader') && lines.at(-1) !== '')
        lines[lines.length - 1] += ' | '
      walk(child)
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

/**
 * What was pasted without styles and handlers. The editor keeps none of them anyway; read as they come they are stopped
 * by the policy of the pages, which reports each.
 */
export const withoutStyles = (html: string): string =>
  html
    .replace(/<(style|script)\b[\s\S]*?<\/\1>/gi, '')
    .replace(/\s(?:style|on\w+)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, '')
