import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Editor } from '@tiptap/core'
import { createRef } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { editorText as text } from './editor.he'
import { EditorBar } from './editor-bar'
import { editorKit } from './editor-kit'
import { INSERT_DIALOGS, type InsertDialog } from './insert-bar'
import { SlashMenu } from './slash-menu'

let editor: Editor
let view: ReturnType<typeof render>
const onAsk = vi.fn()
beforeEach(() => {
  onAsk.mockReset()
  const place = document.body.appendChild(document.createElement('div'))
  editor = new Editor({ element: place, extensions: editorKit(''), injectCSS: false, content: '<p></p>' })
  // Nothing is laid out here.
  Element.prototype.scrollIntoView = () => undefined
  vi.spyOn(editor.view, 'coordsAtPos').mockReturnValue({ top: 0, bottom: 20, left: 0, right: 0 })
  vi.spyOn(editor.view, 'hasFocus').mockReturnValue(true)
  view = render(<SlashMenu editor={editor} inserts={INSERT_DIALOGS} onAsk={onAsk} />)
})
afterEach(() => {
  const place = editor.view.dom.parentElement
  editor.destroy()
  place?.remove()
  vi.restoreAllMocks()
})
const bar = (inserts: readonly InsertDialog[]) => (
  <EditorBar
    {...{ editor: editor as never, inserts, asked: undefined, asksLink: false, bar: createRef<HTMLDivElement>() }}
    onAsk={() => undefined}
    onLink={() => undefined}
  />
)
const write = (words: string) => act(async () => void editor.commands.insertContent(words))
const press = (key: string) => act(async () => void fireEvent.keyDown(editor.view.dom, { key }))
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const chosen = () => screen.getByRole('option', { selected: true }).textContent
const types = () => editor.getJSON().content?.map(({ type }) => type)

it('opens by a slash, narrows by what follows, and makes what Enter chooses', async () => {
  await write('/')
  expect(options()).toHaveLength(13)
  await write('רש')
  expect(options()).toEqual([text.tools.bulletList, text.tools.orderedList])
  expect(chosen()).toBe(text.tools.bulletList)
  await press('ArrowDown')
  expect(chosen()).toBe(text.tools.orderedList)
  await press('Enter')
  expect(types()?.[0]).toBe('orderedList')
  expect([editor.getText().trim(), options()]).toEqual(['', []])
})

it('goes round at the ends, and is closed by Escape until something else is written', async () => {
  await write('/כות')
  await press('ArrowUp')
  expect(chosen()).toBe(text.tools.subheading)
  await press('Escape')
  expect([options(), editor.getText()]).toEqual([[], '/כות'])
  await write('ר')
  expect(options()).toEqual([text.tools.heading, text.tools.subheading])
})

it('opens the dialog of what wants one, with the slash taken away', async () => {
  await write('/הער')
  fireEvent.click(screen.getByRole('option', { name: text.insert.footnote }))
  expect(onAsk).toHaveBeenCalledExactlyOnceWith('footnote')
  expect(editor.getText().trim()).toBe('')
})

it.each(['א/', '1/2', '/news/one', 'zzz'])('does not open for %j', async (words) => {
  await write(words)
  expect(options()).toEqual([])
})

it('what its writer may not choose from stands neither in the menu nor in the bar', async () => {
  const inserts: InsertDialog[] = ['footnote', 'formula', 'courseCard']
  view.rerender(<SlashMenu editor={editor} inserts={inserts} onAsk={onAsk} />)
  await write('/')
  expect(options()).toHaveLength(11)
  render(bar(inserts))
  const offered = screen.getAllByRole('button').map(({ textContent }) => textContent)
  for (const kind of ['picture', 'fact'] as const) {
    expect(options()).not.toContain(text.insert[kind])
    expect(offered).not.toContain(text.insert[kind])
  }
  expect(offered).toContain(text.insert.formula)
})

it('every key that the list of keys names is there to be read', async () => {
  render(bar(INSERT_DIALOGS))
  await userEvent.click(screen.getByRole('button', { name: text.keysName }))
  const dialog = await screen.findByRole('dialog', { name: text.keysTitle })
  for (const [does, keys] of text.keys) {
    expect(dialog.textContent).toContain(does)
    for (const key of keys) expect(dialog.textContent).toContain(key)
  }
})

it('the buttons are one stop of the tab key, and arrows lead through them from right to left', async () => {
  const user = userEvent.setup()
  render(bar(INSERT_DIALOGS))
  const button = (name: string) => screen.getByRole('button', { name })
  const stops = () => screen.getAllByRole('button').filter(({ tabIndex }) => tabIndex === 0)
  expect(stops()).toEqual([button(text.tools.heading)])
  act(() => button(text.tools.heading).focus())
  await user.keyboard('{ArrowLeft}')
  expect(document.activeElement).toBe(button(text.tools.subheading))
  await user.keyboard('{ArrowRight}{ArrowRight}')
  expect(document.activeElement).toBe(button(text.keysName))
  await user.keyboard('{Home}{End}')
  expect(stops()).toEqual([button(text.keysName)])
  // What cannot be pressed is passed over.
  act(() => button(text.tools.rule).focus())
  await user.keyboard('{ArrowLeft}')
  expect(document.activeElement).toBe(button(text.insert.picture))
})
