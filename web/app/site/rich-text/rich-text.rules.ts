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

const SAFE_ADDRESS = /^(https?:\/\/|mailto:|tel:|\/(?!\/)|#)/i

/** The address of a link when it may be followed; anything else, such as a script, gives null. */
export const safeAddress = (href: unknown): string | null =>
  typeof href === 'string' && SAFE_ADDRESS.test(href.trim()) ? href.trim() : null

/** Whether an address leads out of the site. */
export const isOutside = (href: string): boolean => /^https?:/i.test(href)
