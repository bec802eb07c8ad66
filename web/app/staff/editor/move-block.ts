import { type EditorState, NodeSelection, TextSelection, type Transaction } from '@tiptap/pm/state'

/**
 * What the caret stands in, moved over its neighbour: the nearest item of a list, else the block of the text.
 * @returns undefined where there is no neighbour on that side
 */
export function movedBlock({ selection, doc, tr }: EditorState, down: boolean): Transaction | undefined {
  const { $from, $to } = selection
  // Of what is chosen across blocks, all that it touches.
  const range = $from.blockRange($to, (parent) => parent.type === doc.type || /List$/.test(parent.type.name))
  if (!range) return undefined
  const { start, end, parent, startIndex, endIndex } = range
  const neighbour = down ? parent.maybeChild(endIndex) : startIndex > 0 ? parent.child(startIndex - 1) : null
  if (!neighbour) return undefined
  const slice = doc.slice(start, end)
  const target = down ? start + neighbour.nodeSize : start - neighbour.nodeSize
  const moved = tr.delete(start, end).insert(target, slice.content)
  const by = target - start
  const kept =
    selection instanceof NodeSelection
      ? NodeSelection.create(moved.doc, selection.from + by)
      : TextSelection.create(moved.doc, selection.anchor + by, selection.head + by)
  return moved.setSelection(kept).scrollIntoView()
}
