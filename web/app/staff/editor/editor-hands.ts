import { Extension } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import { NodeSelection, Selection, TextSelection } from '@tiptap/pm/state'
import type { EditorProps, EditorView } from '@tiptap/pm/view'
import { stripInvisible } from '~/shared/formats/invisible'
import { safeAddress } from '~/site/rich-text/rich-text.rules'
import { movedBlock } from './move-block'

/** What a key or a press asks the screen around the editor for. */
type Asked = {
  /** Opens the dialog of the link at the caret or of the chosen words. */
  onLink: () => void
  /** Opens the dialog of a node that is chosen; false where there is none for it. */
  onNode: (kind: string) => boolean
  /** Leads to the buttons over the text. */
  onBar: () => void
  /** Takes files that were pasted or dropped on the text. */
  onFiles: (files: File[]) => void
}

const ONE_ADDRESS = /^(?:https?:\/\/|mailto:|tel:)\S+$/i

/** Lets the editor see what the browser shows as chosen: on a busy page it is told of that only after the next key. */
const takeShownSelection = (view: EditorView) => view.dom.ownerDocument.dispatchEvent(new Event('selectionchange'))

/** Puts the caret into words at a place or behind it: a node that was chosen there would be changed by what is put in. */
function putCaret(view: EditorView, at: number) {
  const place = view.state.doc.resolve(at)
  const caret = Selection.findFrom(place, 1, true) ?? Selection.findFrom(place, -1, true)
  if (caret) view.dispatch(view.state.tr.setSelection(caret))
}

/** Keys, presses and pastes that the words themselves do not answer. */
export const editorHands = ({ onLink, onNode, onBar, onFiles }: Asked): EditorProps => ({
  handleDOMEvents: {
    // The browser puts the caret to the beginning; the editor itself takes it back later, on a busy page after the next key.
    focus(view) {
      if (!view.dom.matches(':active')) view.focus()
    },
  },
  handleKeyDown(view, event) {
    takeShownSelection(view)
    if (event.key === 'F10' && event.altKey) {
      onBar()
      return true
    }
    const isLinkKey = event.code === 'KeyK' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
    const { selection, schema } = view.state
    if (isLinkKey) {
      const isLink = schema.marks.link?.isInSet(selection.$from.marks())
      // Where no words are chosen it is the key of the whole staff area.
      if (!(selection instanceof TextSelection) || (selection.empty && !isLink)) return false
      event.stopPropagation()
      onLink()
      return true
    }
    return event.key === 'Enter' && selection instanceof NodeSelection && onNode(selection.node.type.name)
  },
  handleDoubleClickOn(view, _place, node, at, _event, direct) {
    if (!direct || !node.isAtom || node.isText) return false
    view.focus()
    view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, at)))
    return onNode(node.type.name)
  },
  handlePaste(view, event) {
    view.dispatch(closeHistory(view.state.tr))
    const { state } = view
    const { link } = state.schema.marks
    const pasted = stripInvisible(event.clipboardData?.getData('text/plain') ?? '').trim()
    const files = [...(event.clipboardData?.files ?? [])]
    // Word puts a picture of its words beside them.
    if (files.length > 0 && pasted === '') {
      if (state.selection instanceof NodeSelection) putCaret(view, state.selection.to)
      onFiles(files)
      return true
    }
    const href = ONE_ADDRESS.test(pasted) ? safeAddress(pasted) : null
    const { selection } = state
    if (!href || !link || !(selection instanceof TextSelection) || !selection.$from.parent.type.allowsMarkType(link))
      return false
    const mark = link.create({ href })
    view.dispatch(
      selection.empty
        ? state.tr.replaceSelectionWith(state.schema.text(href, [mark]), false)
        : state.tr.addMark(selection.from, selection.to, mark),
    )
    return true
  },
  handleDrop(view, event, _slice, moved) {
    const files = [...(event.dataTransfer?.files ?? [])]
    if (moved || files.length === 0) return false
    // Else the browser would open it in place of the page.
    event.preventDefault()
    const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
    if (at) putCaret(view, at.pos)
    onFiles(files)
    return true
  },
})

/** Moves what the caret stands in before what stands above it, or behind what stands below: an item within its list, else a block. */
export const BlockKeys = Extension.create({
  name: 'blockKeys',
  addKeyboardShortcuts() {
    const move = (down: boolean) => () =>
      this.editor.commands.command(({ state, dispatch }) => {
        const moved = movedBlock(state, down)
        if (moved) dispatch?.(moved)
        return moved !== undefined
      })
    return { 'Mod-Shift-ArrowUp': move(false), 'Mod-Shift-ArrowDown': move(true) }
  },
})
