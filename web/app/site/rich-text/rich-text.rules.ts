/** Marks of a run of text as the editor writes them. */
export type RichMark = { type: 'bold' } | { type: 'link'; attrs: { href: string } }

/** A node of a rich text: the editor's JSON, kept as it is and never turned into HTML strings. */
export type RichNode = {
  type: string
  text?: string
  attrs?: { level?: number }
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

const SAFE_ADDRESS = /^(https?:\/\/|mailto:|tel:|\/(?![/\\])|#)/i

/** The address of a link when it may be followed; anything else, such as a script, gives null. */
export const safeAddress = (href: unknown): string | null =>
  typeof href === 'string' && SAFE_ADDRESS.test(href.trim()) ? href.trim() : null

/** Whether an address leads out of the site. */
export const isOutside = (href: string): boolean => /^https?:/i.test(href)
