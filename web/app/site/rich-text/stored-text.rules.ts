import { isUuid } from '~/shared/formats/uuid'
import { type RichAttrs, type RichMark, type RichNode, type RichTextDocument, safeAddress } from './rich-text.rules'

/** As deep, as many nodes and as long a value as the database takes (private.rich_text_problem), and a little more. */
const DEEPEST = 12
const MOST_NODES = 6_000
const LONGEST = 1_000

type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= LONGEST
const isTextOrNone = (value: unknown): value is string | null | undefined => value == null || isText(value)
const isSize = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0
const dayOf = (day: string | null | undefined) => (day && !Number.isNaN(Date.parse(day)) ? day : null)
const PICTURE_FOLDER = /^\/storage\/v1\/object\/public\/images\/library\/[\w/-]+\/$/

/** What a node must know besides its words, by its kind; null where it knows something else. */
const ATTRS: Readonly<Record<string, (attrs: Fields) => RichAttrs | null>> = {
  orderedList: ({ start }) => (isSize(start) && start > 1 && start < 10_000 ? { start } : {}),
  heading: ({ level }) => (level === 2 || level === 3 ? { level } : null),
  callout: ({ tone }) => (tone === 'note' || tone === 'warning' || tone === 'example' ? { tone } : null),
  footnote: ({ text }) => (isText(text) && text.trim() !== '' ? { text } : null),
  formula: ({ text }) => (isText(text) && text.trim() !== '' ? { text } : null),
  courseCard: ({ id, title }) => (isText(id) && isUuid(id) && isText(title) ? { id, title } : null),
  fact: ({ id, says, checked_on, source }) =>
    isText(id) && isTextOrNone(says) && isTextOrNone(source) && isTextOrNone(checked_on)
      ? { id, says: says ?? null, source: source ?? null, checked_on: dayOf(checked_on) }
      : null,
  picture: ({ src, widths, width, height, alt = '', caption }) =>
    isText(src) &&
    PICTURE_FOLDER.test(src) &&
    Array.isArray(widths) &&
    widths.length > 0 &&
    widths.every(isSize) &&
    isSize(width) &&
    isSize(height) &&
    isText(alt) &&
    isTextOrNone(caption)
      ? { src, widths, width, height, alt, caption: caption ?? null }
      : null,
}
/** These say nothing without what they know; of the others what is inside is shown. */
const NOTHING_WITHOUT = new Set(['footnote', 'formula', 'courseCard', 'fact', 'picture'])
const INLINE = new Set(['text', 'hardBreak', 'footnote', 'fact', 'formula'])
const KNOWN = new Set([
  ...['paragraph', 'heading', 'bulletList', 'orderedList', 'listItem', 'blockquote', 'horizontalRule', 'table'],
  ...['tableRow', 'tableHeader', 'tableCell', 'picture', 'callout', 'courseCard', ...INLINE],
])
/** What a kind may lie in, and what it may hold, where a browser would put it elsewhere. */
const WITHIN: Readonly<Record<string, readonly string[]>> = {
  ...{
    tableRow: ['table'],
    tableHeader: ['tableRow'],
    tableCell: ['tableRow'],
    listItem: ['bulletList', 'orderedList'],
  },
}
const HOLDS: Readonly<Record<string, (kind: string) => boolean>> = {
  table: (kind) => kind === 'tableRow',
  tableRow: (kind) => kind === 'tableHeader' || kind === 'tableCell',
  bulletList: (kind) => kind === 'listItem',
  orderedList: (kind) => kind === 'listItem',
  paragraph: (kind) => INLINE.has(kind),
  heading: (kind) => INLINE.has(kind),
}
const ownOf = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined

/**
 * A stored body as a document that a page can show, whatever is stored: what is of no known form is left out, and what
 * lies in it is shown.
 * @returns `isWhole` false where something was left out
 */
export function readStoredText(body: unknown): { document: RichTextDocument; isWhole: boolean } {
  let isWhole = true
  let left = MOST_NODES
  const lost = <Value>(value: Value): Value => {
    isWhole = false
    return value
  }

  function marksOf(value: unknown): RichMark[] {
    if (value === undefined) return []
    if (!Array.isArray(value)) return lost([])
    return value.flatMap((one): RichMark[] => {
      const mark = fieldsOf(one)
      if (mark?.type === 'bold' || mark?.type === 'italic' || mark?.type === 'code') return [{ type: mark.type }]
      const href = mark?.type === 'link' ? safeAddress(fieldsOf(mark.attrs)?.href) : null
      return href ? [{ type: 'link', attrs: { href } }] : lost([])
    })
  }

  function nodesOf(value: unknown, parent: string, depth: number): RichNode[] {
    if (value === undefined) return []
    if (!Array.isArray(value) || depth > DEEPEST) return lost([])
    return value.flatMap((one) => nodeOf(fieldsOf(one), parent, depth))
  }

  function nodeOf(node: Fields | null, parent: string, depth: number): RichNode[] {
    left -= 1
    if (!node || typeof node.type !== 'string' || left < 0) return lost([])
    const { type, text } = node
    if (type === 'text') {
      const fits = typeof text === 'string' && text !== '' && (ownOf(HOLDS, parent)?.(type) ?? true)
      return fits ? [{ type, text, marks: marksOf(node.marks) }] : lost([])
    }
    const fits = (ownOf(WITHIN, type)?.includes(parent) ?? true) && (ownOf(HOLDS, parent)?.(type) ?? true)
    if (!KNOWN.has(type) || !fits) return lost(nodesOf(node.content, parent, depth + 1))
    const read = ownOf(ATTRS, type)
    const attrs = read?.(fieldsOf(node.attrs) ?? {})
    if (read && !attrs) {
      lost(null)
      if (NOTHING_WITHOUT.has(type)) return []
    }
    const content = nodesOf(node.content, type, depth + 1)
    return [{ type, content, ...(attrs && { attrs }), ...(INLINE.has(type) && { marks: marksOf(node.marks) }) }]
  }

  const root = fieldsOf(body)
  if (root?.type !== 'doc') lost(null)
  return { document: { type: 'doc', content: nodesOf(root?.content, 'doc', 1) }, isWhole }
}
