import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { ConfirmDialog } from './confirm-dialog'

function Page() {
  const [isAsking, setIsAsking] = useState(false)
  const close = () => setIsAsking(false)
  return (
    <>
      <button type="button" onClick={() => setIsAsking(true)}>
        לסיום
      </button>
      {isAsking && (
        <ConfirmDialog
          title="לסיים?"
          lead="אי אפשר לחזור."
          confirm="כן"
          cancel="לא"
          onConfirm={async () => undefined}
          onClose={close}
        />
      )}
    </>
  )
}

it.each(['{Escape}', 'לא', 'כן'])(
  'a dialog that a state opened gives the focus back to where it was: %s',
  async (way) => {
    const user = userEvent.setup()
    render(<Page />)
    await user.tab()
    await user.keyboard('{Enter}')
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true)
    if (way === '{Escape}') await user.keyboard(way)
    else await user.click(screen.getByRole('button', { name: way }))
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'לסיום' })))
  },
)
