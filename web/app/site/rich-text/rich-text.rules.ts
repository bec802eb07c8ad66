import { stripInvisible } from '~/shared/formats/invisible'

/** Marks of a run of text as the editor writes them. */
export type RichMark = { type: 'bold' | 'italic' | 'code' } | { type: 'link'; attrs: { href: string } }

/** What a node knows besides its words; each kind has its own (private.rich_attrs_fit). */
export type RichAttrs = {
  level?: number
  /** Of a numbered list: the number of its first item. */
  start?: number
  /** Of a picture of the library: its folder, the widths that lie there, its own size in pixels, what it shows. */
  media?: string
  src?: string
  widths?: number[]
  width?: number
  height?: number
  alt?: string
  caption?: string | null
  /** Of a box. */
  tone?: CalloutTone
  /** Of a footnote or a formula. */
  text?: string
  /** Of a course or a fact. */
  id?: string
  title?: string
  /** Of a fact: its value in words, a day in ISO form, and where it comes from. */
  says?: string | null
  checked_on?: string | null
  source?: string | null
}

export type CalloutTone = 'note' | 'warning' | 'example'

/** A node of a rich text: the editor's JSON, kept as it is and never turned into HTML strings. */
export type RichNode = {
  type: string
  text?: string
  attrs?: RichAttrs
  marks?: RichMark[]
  content?: RichNode[]
}

export type RichTextDocument = { type: 'doc'; content: RichNode[] }

/** All text of a node, without its marks. */
const wordsOf = ({ text = '', content = [] }: RichNode): string => text + content.map(wordsOf).join('')

/** What a heading is called in an address: its letters and figures. */
export const anchorOf = (heading: RichNode): string =>
  wordsOf(heading)
    .trim()
    .replace(/[^\p{L}\p{N}]+/gu, '-')

/** A line of the table of contents. */
export type ContentsEntry = { anchor: string; title: string }

/** The parts of a text by their headings; none where it is too short to need a table. */
export function contentsOf({ content }: RichTextDocument): ContentsEntry[] {
  const headings = content.filter(({ type, attrs }) => type === 'heading' && attrs?.level !== 3)
  if (headings.length < FEWEST_PARTS) return []
  return headings.map((heading) => ({ anchor: anchorOf(heading), title: wordsOf(heading).trim() }))
}

/** A text with fewer parts is seen at once. */
const FEWEST_PARTS = 3

const nodesOf = (node: { content?: RichNode[] }): RichNode[] =>
  (node.content ?? []).flatMap((child) => [child, ...nodesOf(child)])

/** The footnotes of a text in their order; the first is number 1. */
export const footnotesOf = (document: RichTextDocument): RichNode[] =>
  nodesOf(document).filter(({ type }) => type === 'footnote')

/** The facts that a text names, each once, as far as they are known. */
export function factsOf(document: RichTextDocument): RichAttrs[] {
  const facts = nodesOf(document).filter(({ type, attrs }) => type === 'fact' && attrs?.says)
  return [...new Map(facts.map(({ attrs = {} }) => [attrs.id, attrs])).values()]
}

const SAFE_ADDRESS = /^(https?:\/\/|mailto:|tel:|\/(?![/\\])|#)/i

/** The address of a link when it may be followed; anything else, such as a script, gives null. */
export function safeAddress(href: unknown): string | null {
  const address = typeof href === 'string' ? stripInvisible(href).trim() : ''
  return SAFE_ADDRESS.test(address) ? address : null
}

/** Whether an address leads out of the site. */
export const isOutside = (href: string): boolean => /^https?:/i.test(href)
