import { Editor, type JSONContent } from '@tiptap/core'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { editorKit } from './editor-kit'
import { setEditorContent } from './set-editor-content'

const onUpdate = vi.fn()
let editor: Editor
beforeEach(() => {
  onUpdate.mockReset()
  editor = new Editor({
    ...{ extensions: editorKit(''), injectCSS: false, onUpdate },
    content: '<h2>ריבית</h2><p>הריבית עלתה</p><ul><li><p>משכנתה</p></li><li><p>פיקדון</p></li></ul><p>סוף</p>',
  })
})
afterEach(() => editor.destroy())

/** The same as PostgreSQL gives it back: keys in another order. */
const asStored = (content: unknown): JSONContent =>
  JSON.parse(
    JSON.stringify(content, (_, part) =>
      part && typeof part === 'object' && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).reverse())
        : part,
    ),
  )
/** The words around the caret, which stands between them. */
const caret = () => {
  const { $head } = editor.state.selection
  return [$head.parent.textContent.slice(0, $head.parentOffset), $head.parent.textContent.slice($head.parentOffset)]
}
const standAfter = (words: string) => {
  editor.state.doc.descendants((node, at) => {
    if (node.isText && node.text?.includes(words)) editor.commands.setTextSelection(at + words.length)
  })
}

it('leaves everything as it is where the text comes back the same', () => {
  standAfter('הריבית')
  const before = editor.state
  setEditorContent(editor, asStored(editor.getJSON()))
  expect(editor.state).toBe(before)
})

it.each([
  ['a word before it', (text: string) => text.replace('"ריבית"', '"ריבית בנק ישראל"')],
  ['a word behind it', (text: string) => text.replace('"סוף"', '"סוף דבר"')],
  ['an item gone and a paragraph come', (text: string) => text.replace('"משכנתה"', '"הלוואה"').replace('סוף', 'עוד')],
])('keeps the caret in its words: %s', (_, change) => {
  standAfter('הריבית')
  const next = JSON.parse(change(JSON.stringify(editor.getJSON())))
  setEditorContent(editor, asStored(next))
  expect(editor.getJSON()).toEqual(next)
  expect(caret()).toEqual(['הריבית', ' עלתה'])
  expect(onUpdate).not.toHaveBeenCalled()
})

const paragraph = (...content: JSONContent[]): JSONContent => ({ type: 'paragraph', content })
const letter: JSONContent = { type: 'text', text: 'א' }
const textOf = (...content: JSONContent[]): JSONContent => ({ type: 'doc', content })

it('takes every text whatever stood before', () => {
  const empty = textOf({ type: 'paragraph' })
  const texts = [
    textOf(),
    empty,
    editor.getJSON(),
    textOf(paragraph(letter)),
    textOf(paragraph(letter), paragraph(letter), paragraph(letter)),
    textOf({ type: 'blockquote', content: [paragraph(letter)] }, paragraph(letter)),
    textOf(paragraph({ ...letter, marks: [{ type: 'bold' }] }, letter)),
  ]
  for (const before of texts)
    for (const after of texts) {
      editor.commands.setContent(before)
      onUpdate.mockReset()
      setEditorContent(editor, asStored(after))
      expect(editor.getJSON()).toEqual(after.content?.length ? after : empty)
      editor.state.doc.check()
      expect(onUpdate).not.toHaveBeenCalled()
    }
})
