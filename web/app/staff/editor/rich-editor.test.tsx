import { render, screen, waitFor } from '@testing-library/react'
import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RichEditor } from './rich-editor'

const textOf = (text: string) =>
  JSON.stringify({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] })

let bring: (json: string) => void
function Page() {
  const [value, setValue] = useState(textOf('ישן'))
  bring = setValue
  return (
    <>
      <output>{value}</output>
      <RichEditor label="הטקסט" value={value} onChange={setValue} />
    </>
  )
}

beforeEach(() => {
  // Nothing is laid out here.
  vi.spyOn(window, 'scrollBy').mockReturnValue()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('what is written the moment a newer text is there is written into it', async () => {
  render(
    <RouterProvider
      router={createMemoryRouter([
        {
          path: '/',
          element: <Outlet context={{ role: { name: 'content_editor', level: 4, permissions: [] } }} />,
          children: [{ index: true, element: <Page /> }],
        },
      ])}
    />,
  )
  const { editor } = (await screen.findByRole('textbox')) as HTMLElement & { editor: Editor }
  const form = screen.getAllByRole('status')[0] as HTMLElement
  // As in a browser, where React does its work when there is time for it.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const seen = new MutationObserver(() => {
    seen.disconnect()
    editor.commands.insertContentAt(editor.state.doc.content.size - 1, ' ועוד')
  })
  seen.observe(form, { characterData: true, subtree: true })
  bring(textOf('חדש'))
  await waitFor(() => expect(form.textContent).toBe(textOf('חדש ועוד')))
  expect(editor.getText()).toBe('חדש ועוד')
})
