import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { expect, it } from 'vitest'
import { usePreservedFocus } from './use-preserved-focus'

function Page({ onRemoved }: { onRemoved?: () => void }) {
  const page = useRef<HTMLElement>(null)
  usePreservedFocus(page)
  const [notes, setNotes] = useState(['ראשונה', 'שנייה'])
  return (
    <main ref={page}>
      <section aria-label="הערות">
        <ul>
          {notes.map((note) => (
            <li key={note}>
              <button
                type="button"
                onClick={() => {
                  setNotes((before) => before.filter((one) => one !== note))
                  onRemoved?.()
                }}
              >
                {note}
              </button>
            </li>
          ))}
        </ul>
        <input aria-label="הערה חדשה" />
      </section>
    </main>
  )
}
const press = async (name: string) => {
  const user = userEvent.setup()
  screen.getByRole('button', { name }).focus()
  await user.keyboard('{Enter}')
  return user
}

it('gives the focus to the innermost part around a button that went, and from there on to what follows', async () => {
  render(<Page />)
  await press('ראשונה')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('list')))
  // An empty list is nothing to see.
  const user = await press('שנייה')
  const notes = screen.getByRole('region', { name: 'הערות' })
  await waitFor(() => expect(document.activeElement).toBe(notes))
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
  expect(notes.hasAttribute('tabindex')).toBe(false)
})

it('leaves the focus where the page itself led it', async () => {
  render(<Page onRemoved={() => requestAnimationFrame(() => screen.getByRole('textbox').focus())} />)
  await press('ראשונה')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox')))
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
})

it('leaves another page to lead the focus to its heading', async () => {
  render(<Page onRemoved={() => window.history.replaceState(null, '', '/elsewhere')} />)
  await press('ראשונה')
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(document.activeElement).toBe(document.body)
})

it('takes no focus that its holder gave away', async () => {
  render(<Page />)
  const button = screen.getByRole('button', { name: 'ראשונה' })
  button.focus()
  button.blur()
  screen.getByRole('button', { name: 'שנייה' }).remove()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(document.activeElement).toBe(document.body)
})
