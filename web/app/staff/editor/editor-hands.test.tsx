import { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BlockKeys, editorHands } from './editor-hands'
import { editorKit } from './editor-kit'
import { movedBlock } from './move-block'

const onLink = vi.fn()
const onNode = vi.fn()
const onBar = vi.fn()
const onFiles = vi.fn()
let editor: Editor
const hands = editorHands({ onLink, onNode, onBar, onFiles })
beforeEach(() => {
  // Nothing is laid out here.
  vi.spyOn(window, 'scrollBy').mockReturnValue()
  for (const asked of [onLink, onNode, onBar, onFiles]) asked.mockReset()
  onNode.mockReturnValue(true)
  editor = new Editor({ extensions: editorKit(''), injectCSS: false, content: '<p>הריבית עלתה</p><p>סוף</p>' })
})
afterEach(() => {
  editor.destroy()
  vi.restoreAllMocks()
})

type View = Editor['view']
const press = (init: KeyboardEventInit) => {
  const event = new KeyboardEvent('keydown', init)
  const stopped = vi.spyOn(event, 'stopPropagation')
  const isTaken = (hands.handleKeyDown as (view: View, event: KeyboardEvent) => boolean)(editor.view, event)
  return [isTaken, stopped.mock.calls.length > 0]
}
const paste = (pastedText: string) =>
  (hands.handlePaste as (view: View, event: unknown) => boolean)(editor.view, {
    clipboardData: { getData: () => pastedText },
  })
const linked = () => {
  const found: [string, string][] = []
  editor.state.doc.descendants((node) => {
    for (const mark of node.marks) if (mark.type.name === 'link') found.push([node.text ?? '', mark.attrs.href])
  })
  return found
}

it('Ctrl+K links words that are chosen and changes a link, and else is the key of the whole staff area', () => {
  const key = { code: 'KeyK', ctrlKey: true }
  editor.commands.setTextSelection(3)
  expect(press(key)).toEqual([false, false])
  editor.commands.setTextSelection({ from: 1, to: 7 })
  expect(press(key)).toEqual([true, true])
  expect(press({ ...key, shiftKey: true })).toEqual([false, false])
  paste('https://www.boi.org.il/')
  editor.commands.setTextSelection(3)
  expect(press(key)).toEqual([true, true])
  expect(onLink).toHaveBeenCalledTimes(2)
})

describe('on a busy page', () => {
  const chosen = () => {
    const { anchor, head } = editor.state.selection
    return [anchor, head]
  }
  /** What the browser shows as chosen in the first words, and has not told of. */
  const show = (from: number, to: number) => {
    const [words] = editor.view.dom.querySelector('p')?.childNodes ?? []
    if (!words) throw new Error('There are no words')
    document.getSelection()?.setBaseAndExtent(words, from, words, to)
  }
  beforeEach(() => {
    document.body.append(editor.view.dom)
    editor.view.dom.focus()
  })

  it('Ctrl+K links the words that the browser shows as chosen before it has told of them', () => {
    editor.commands.setTextSelection(3)
    show(6, 0)
    expect(chosen()).toEqual([3, 3])
    expect(press({ code: 'KeyK', ctrlKey: true })).toEqual([true, true])
    expect(chosen()).toEqual([7, 1])
  })

  it('every key is for the place that the browser shows, and takes away no words that were left', () => {
    editor.commands.setTextSelection({ from: 1, to: 7 })
    show(11, 11)
    press({ key: 'Enter' })
    expect(chosen()).toEqual([12, 12])
  })
})

it('an address that is pasted over words links them, and is a link where none are chosen', () => {
  editor.commands.setTextSelection({ from: 1, to: 7 })
  expect(paste('\u200f https://www.boi.org.il/\u200f ')).toBe(true)
  expect(linked()).toEqual([['הריבית', 'https://www.boi.org.il/']])
  editor.commands.setTextSelection(editor.state.doc.content.size - 1)
  expect(paste('https://cbs.gov.il/he')).toBe(true)
  expect(linked().at(-1)).toEqual(['https://cbs.gov.il/he', 'https://cbs.gov.il/he'])
  expect(editor.getText()).toContain('הריבית עלתה')
})

it.each(['javascript:alert(1)', 'https://a.example/ ועוד', 'ריבית', '/news', ''])(
  '%j is pasted as words',
  (pastedText) => {
    editor.commands.setTextSelection({ from: 1, to: 7 })
    expect([paste(pastedText), linked()]).toEqual([false, []])
  },
)

it('Enter and a double press open what is chosen; Alt+F10 leads to the buttons', () => {
  editor.commands.insertContentAt(1, { type: 'footnote', attrs: { text: 'לפי החוק' } })
  editor.commands.setTextSelection(3)
  expect(press({ key: 'Enter' })[0]).toBe(false)
  editor.view.dispatch(editor.state.tr.setSelection(NodeSelection.create(editor.state.doc, 1)))
  expect(press({ key: 'Enter' })[0]).toBe(true)
  editor.commands.setTextSelection(3)
  const open = hands.handleDoubleClickOn as (...args: unknown[]) => boolean
  const node = editor.state.doc.nodeAt(1)
  expect(open(editor.view, 1, node, 1, null, false)).toBe(false)
  expect(open(editor.view, 1, node, 1, null, true)).toBe(true)
  expect(editor.state.selection).toBeInstanceOf(NodeSelection)
  expect(onNode.mock.calls).toEqual([['footnote'], ['footnote']])
  expect(press({ key: 'F10', altKey: true })[0]).toBe(true)
  expect(onBar).toHaveBeenCalledOnce()
})

it('pictures that are pasted or dropped go to the library, and what Word puts beside its words does not', () => {
  const files = [new File(['x'], 'image.png', { type: 'image/png' })]
  const pasted = (pastedText: string) =>
    (hands.handlePaste as (view: View, event: unknown) => boolean)(editor.view, {
      clipboardData: { files, getData: () => pastedText },
    })
  expect([pasted('הריבית עלתה'), onFiles.mock.calls]).toEqual([false, []])
  expect([pasted(''), onFiles.mock.calls]).toEqual([true, [[files]]])
  vi.spyOn(editor.view, 'posAtCoords').mockReturnValue({ pos: 15, inside: 14 })
  const drop = (dataTransfer: object, moved = false) => {
    const event = { dataTransfer, clientX: 1, clientY: 1, preventDefault: vi.fn() }
    const hand = hands.handleDrop as (view: View, event: unknown, slice: unknown, moved: boolean) => boolean
    return [hand(editor.view, event, null, moved), event.preventDefault.mock.calls.length]
  }
  expect(drop({ files })).toEqual([true, 1])
  expect([editor.state.selection.from, onFiles.mock.calls.length]).toEqual([15, 2])
  expect([drop({ files: [] }), drop({ files }, true)]).toEqual([
    [false, 0],
    [false, 0],
  ])
})

it('pictures that are pasted or dropped go behind one that is chosen or stands there, and never change it', () => {
  const picture = { type: 'picture', attrs: { src: '/a/', widths: [320], alt: 'גרף' } }
  const files = [new File(['x'], 'image.png', { type: 'image/png' })]
  const standing: boolean[] = []
  onFiles.mockImplementation(() => standing.push(editor.isActive('picture')))
  editor.commands.insertContentAt(13, [picture, picture])
  editor.commands.setNodeSelection(13)
  expect(editor.isActive('picture')).toBe(true)
  const clipboardData = { files, getData: () => '' }
  ;(hands.handlePaste as (view: View, event: unknown) => boolean)(editor.view, { clipboardData })
  expect(editor.state.selection.$from.parent.textContent).toBe('סוף')
  editor.commands.setTextSelection(3)
  vi.spyOn(editor.view, 'posAtCoords').mockReturnValue({ pos: 13, inside: -1 })
  const drop = { dataTransfer: { files }, clientX: 1, clientY: 1, preventDefault: vi.fn() }
  ;(hands.handleDrop as (view: View, event: unknown) => boolean)(editor.view, drop)
  expect(editor.state.selection.$from.parent.textContent).toBe('סוף')
  expect(standing).toEqual([false, false])
})

/** Moves what the word stands in, with the caret in it. */
const move = (word: string, down: boolean) => {
  let at = 0
  editor.state.doc.descendants((node, place) => {
    if (node.text === word) at = place + 1
  })
  editor.commands.setTextSelection(at)
  const moved = movedBlock(editor.state, down)
  if (moved) editor.view.dispatch(moved)
  return [moved !== undefined, editor.state.selection.$from.parent.textContent]
}
const lines = () => editor.getText({ blockSeparator: '|' }).replace(/\|+/g, '|')

it('a block moves over its neighbour, an item within its list, and nothing over the edge', () => {
  editor.commands.setContent('<p>א</p><ul><li><p>ב</p></li><li><p>ג</p></li></ul><h2>ד</h2>')
  expect(move('ד', false)).toEqual([true, 'ד'])
  expect(lines()).toMatch(/^א\|ד\|ב\|ג/)
  expect(move('ג', false)).toEqual([true, 'ג'])
  expect(lines()).toMatch(/^א\|ד\|ג\|ב/)
  expect(move('ג', false)).toEqual([false, 'ג'])
  expect(move('א', true)).toEqual([true, 'א'])
  expect(lines()).toMatch(/^ד\|א\|ג\|ב/)
  expect(move('ד', false)[0]).toBe(false)
  expect(Object.keys(BlockKeys.config.addKeyboardShortcuts?.call({ editor } as never) ?? {})).toEqual([
    ...['Mod-Shift-ArrowUp', 'Mod-Shift-ArrowDown'],
  ])
})
