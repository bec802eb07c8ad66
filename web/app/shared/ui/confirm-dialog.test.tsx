import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { ConfirmDialog } from './confirm-dialog'
import { TextField } from './text-field'

function Page({ field = false, goes = false }: { field?: boolean; goes?: boolean }) {
  const [isAsking, setIsAsking] = useState(false)
  const close = () => setIsAsking(false)
  return (
    <>
      <section aria-label="מבחן">
        {!(goes && isAsking) && (
          <button type="button" onClick={() => setIsAsking(true)}>
            לסיום
          </button>
        )}
        <p>שאלה</p>
      </section>
      {isAsking && (
        <ConfirmDialog
          title="לסיים?"
          lead="אי אפשר לחזור."
          confirm="כן"
          cancel="לא"
          onConfirm={async () => undefined}
          onClose={close}
        >
          {field && <TextField label="סיבה" autoFocus />}
        </ConfirmDialog>
      )}
    </>
  )
}

it('a dialog whose opener is gone leaves the focus with the part that it stood in', async () => {
  const user = userEvent.setup()
  const { rerender } = render(<Page field />)
  await user.tab()
  await user.keyboard('{Enter}')
  rerender(<Page field goes />)
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'מבחן' })))
})

it.each(['{Escape}', 'לא', 'כן'].flatMap((way) => [false, true].map((field) => ({ way, field }))))(
  'a dialog that a state opened gives the focus back to where it was: $way, with a field that takes it: $field',
  async ({ way, field }) => {
    const user = userEvent.setup()
    render(<Page field={field} />)
    await user.tab()
    await user.keyboard('{Enter}')
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true)
    if (way === '{Escape}') await user.keyboard(way)
    else await user.click(screen.getByRole('button', { name: way }))
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'לסיום' })))
  },
)

it('what it asks is not sent by the form that it stands in', async () => {
  const onSubmit = vi.fn()
  const onConfirm = vi.fn().mockResolvedValue(undefined)
  render(
    <form onSubmit={onSubmit}>
      <ConfirmDialog title="לשמור?" lead="" confirm="כן" cancel="לא" onConfirm={onConfirm} onClose={vi.fn()} />
    </form>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'כן' }))
  await waitFor(() => expect(onConfirm).toHaveBeenCalledOnce())
  expect(onSubmit).not.toHaveBeenCalled()
})

it('stays until what was confirmed has ended, so that it tells of a failure', async () => {
  let fail: (cause: Error) => void = () => undefined
  const onClose = vi.fn()
  const onConfirm = () => new Promise<void>((_, reject) => (fail = reject))
  render(<ConfirmDialog title="לשמור?" lead="" confirm="כן" cancel="לא" onConfirm={onConfirm} onClose={onClose} />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'כן' }))
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'לא' }))
  expect(onClose).not.toHaveBeenCalled()
  fail(new Error('x'))
  expect(await screen.findByRole('alert')).toBeTruthy()
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})
