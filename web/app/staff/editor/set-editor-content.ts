import { createDocument, type Editor, type JSONContent } from '@tiptap/core'

/**
 * Puts a stored text in the place of what stands in the editor, and tells nobody of a change. Only what differs is
 * replaced, so that the caret stays in its words when a save comes back, or when somebody else wrote elsewhere.
 */
export function setEditorContent(editor: Editor, content: JSONContent): void {
  const { doc: present, tr } = editor.state
  const next = createDocument(content, editor.schema)
  const start = present.content.findDiffStart(next.content)
  const end = present.content.findDiffEnd(next.content)
  if (start === null || end === null) return
  // What repeats beside the difference is found from both of its sides.
  const twice = Math.max(0, start - Math.min(end.a, end.b))
  tr.replace(start, end.a + twice, next.slice(start, end.b + twice))
  if (tr.doc.eq(next)) editor.view.dispatch(tr.setMeta('preventUpdate', true))
  else editor.commands.setContent(content, { emitUpdate: false })
}
