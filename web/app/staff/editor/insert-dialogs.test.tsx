import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { FactDialog } from './choose-dialogs'
import { editorText as text } from './editor.he'
import { FormulaDialog } from './formula-dialog'
import { FootnoteDialog, PictureDialog } from './insert-dialogs'

const { rpc } = vi.hoisted(() => ({ rpc: vi.fn() }))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => ({ rpc }) }))

const FACT = { id: 'f1', name: 'מע"מ', says: '18%', checked_on: '2026-11-01' }
let answer: unknown
beforeEach(() => {
  answer = [FACT]
  rpc.mockReset().mockImplementation(() => ({
    abortSignal: async () =>
      answer instanceof Error
        ? { data: null, error: { message: 'x', code: 'X', details: '' }, status: 500 }
        : { data: answer, error: null, status: 200 },
  }))
})

const done = vi.fn()
const open = (Dialog: typeof FootnoteDialog, attrs = {}) => {
  done.mockReset()
  screenAt('/admin', <Dialog attrs={attrs} onDone={done} onClose={() => undefined} />)
  return userEvent.setup()
}
const confirm = () => screen.getByRole('button', { name: text.done })

it('a footnote wants words', async () => {
  const user = open(FootnoteDialog)
  await user.click(confirm())
  expect(await screen.findByText(text.footnoteEmpty)).toBeTruthy()
  await user.type(screen.getByLabelText(text.footnoteWords), ' לפי החוק ')
  await user.click(confirm())
  expect(done).toHaveBeenCalledExactlyOnceWith({ text: 'לפי החוק' })
})

it('a picture that stands in the text is asked what it shows, and keeps the rest', async () => {
  const picture = {
    src: '/storage/v1/object/public/images/library/a/b/',
    widths: [320, 640],
    alt: 'גרף',
    caption: null,
  }
  const user = open(PictureDialog, picture)
  await user.type(screen.getByLabelText(text.pictureAlt), ' עולה')
  await user.type(screen.getByLabelText(text.pictureCaption), 'מקור: בנק ישראל')
  await user.click(confirm())
  expect(done).toHaveBeenCalledExactlyOnceWith({ ...picture, alt: 'גרף עולה', caption: 'מקור: בנק ישראל' })
})

it('a formula is shown and said while it is written, and says what is wrong with it', async () => {
  const user = open(FormulaDialog)
  await user.click(confirm())
  expect(await screen.findByText(text.formulaEmpty)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'FV = PV * (1 + r)^n' }))
  // jsdom knows no styles of MathML, which a search by role asks for.
  expect(document.querySelector('[role="math"] msup')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toContain('בחזקת n')
  const field = screen.getByLabelText(text.formulaField)
  await user.clear(field)
  await user.type(field, '2 r')
  expect(screen.getByText(text.formulaFaults.LEFT_OVER('r'))).toBeTruthy()
  expect(document.querySelector('[role="math"]')).toBeNull()
  await user.click(confirm())
  expect(done).not.toHaveBeenCalled()
  await user.clear(field)
  await user.type(field, '2 × r')
  await user.click(confirm())
  expect(done).toHaveBeenCalledExactlyOnceWith({ text: '2 * r' })
})

it('a fact is chosen by its name, and nothing is put in before one is', async () => {
  const user = open(FactDialog)
  await user.click(confirm())
  expect(await screen.findByText(text.factUnchosen)).toBeTruthy()
  await user.type(screen.getByLabelText(text.factName), 'מע')
  expect(rpc).toHaveBeenCalledWith('list_finance_facts', { search: 'מע', overdue: false })
  await user.click(await screen.findByRole('button', { name: /מע"מ/ }))
  expect(done).toHaveBeenCalledExactlyOnceWith({ id: 'f1', says: '18%', checked_on: '2026-11-01', source: null })
})

it('says when there is none, and when they did not come', async () => {
  answer = []
  open(FactDialog)
  expect(await screen.findByText(text.noFacts)).toBeTruthy()
})

it('says when facts did not come', async () => {
  answer = new Error()
  open(FactDialog)
  expect(await screen.findByText(text.factsFailed)).toBeTruthy()
})
