import type { Extensions } from '@tiptap/core'
import { Blockquote } from '@tiptap/extension-blockquote'
import { Bold } from '@tiptap/extension-bold'
import { Code } from '@tiptap/extension-code'
import { Document } from '@tiptap/extension-document'
import { HardBreak } from '@tiptap/extension-hard-break'
import { Heading } from '@tiptap/extension-heading'
import { HorizontalRule } from '@tiptap/extension-horizontal-rule'
import { Italic } from '@tiptap/extension-italic'
import { BulletList, ListItem, ListKeymap, OrderedList } from '@tiptap/extension-list'
import { Paragraph } from '@tiptap/extension-paragraph'
import { TableKit } from '@tiptap/extension-table'
import { Text } from '@tiptap/extension-text'
import { Dropcursor, TrailingNode, UndoRedo } from '@tiptap/extensions'
import { BlockKeys } from './editor-hands'
import { richNodes } from './editor-nodes'
import { LinkMark } from './link-mark'

/**
 * What a text of the site may be made of, and nothing that its pages do not show (private.rich_text_problem). Named one
 * by one: the kit that has them all brings a finder of addresses along, a tenth of the editor.
 * @param origin where pictures are asked for; empty for the page's own
 */
export const editorKit = (origin: string): Extensions => [
  ...[Document, Paragraph, Text, Bold, Italic, Code, LinkMark, Blockquote, HorizontalRule, HardBreak],
  Heading.configure({ levels: [2, 3] }),
  ...[BulletList, OrderedList, ListItem, ListKeymap],
  TableKit.configure({ table: { resizable: false } }),
  ...richNodes(origin),
  ...[UndoRedo, Dropcursor, TrailingNode, BlockKeys],
]
