import type { RichNode, RichTextDocument } from '~/site/rich-text/rich-text.rules'
import { fillIn } from '../../../../supabase/functions/_shared/variables.ts'

export { fillIn } from '../../../../supabase/functions/_shared/variables.ts'

const fillNode = (node: RichNode, values: Record<string, unknown>): RichNode => ({
  ...node,
  ...(node.text === undefined ? {} : { text: fillIn(node.text, values) }),
  ...(node.content ? { content: node.content.map((child) => fillNode(child, values)) } : {}),
})

/** A text with its variables filled in, as its mail has them. */
export const fillDocument = (document: RichTextDocument, values: Record<string, unknown>): RichTextDocument => ({
  ...document,
  content: document.content.map((node) => fillNode(node, values)),
})
