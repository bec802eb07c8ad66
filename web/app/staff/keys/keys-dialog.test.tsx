import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { keysText as text } from './keys.he'
import { KeysDialog } from './keys-dialog'
import { useHelpKey } from './use-help-key'

function Page() {
  const [open, setOpen] = useState(false)
  useHelpKey(() => setOpen(true))
  return (
    <>
      <input aria-label="field" />
      {open && <KeysDialog onClose={() => setOpen(false)} />}
    </>
  )
}

it('opens by ? in every layout, but not while something is typed, and closes by Escape', async () => {
  render(<Page />)
  fireEvent.keyDown(screen.getByLabelText('field'), { key: '?', code: 'Slash', shiftKey: true })
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.keyDown(document.body, { key: 'ז', code: 'Slash', shiftKey: true })
  const dialog = await screen.findByRole('dialog', { name: text.title })
  expect(dialog.textContent).toContain('Ctrl+S')
  fireEvent.keyDown(dialog, { key: 'Escape' })
  expect(screen.queryByRole('dialog')).toBeNull()
})
