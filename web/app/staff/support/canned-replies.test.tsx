import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { cannedText as text } from './canned.he'
import { CannedReplies } from './canned-replies'

const { rpc } = vi.hoisted(() => ({ rpc: vi.fn() }))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => ({ rpc }) }))

const calls = (name: string) => rpc.mock.calls.filter(([called]) => called === name).map(([, args]) => args)
let canned: { id: string; title: string; body: string }[]

beforeEach(() => {
  canned = [{ id: 'r1', title: 'נעצר', body: 'שלום {שם}, כאן {נציג}.' }]
  rpc.mockReset().mockImplementation((name: string) => ({
    abortSignal: async () => ({
      data: name === 'support_choices' ? { me: 'noa', members: [], tags: [], canned } : null,
      error: null,
      status: 200,
    }),
  }))
})
afterEach(cleanup)

const open = async () => {
  screenAt('/admin/support', <CannedReplies />)
  fireEvent.click(screen.getByRole('button', { name: text.open }))
  return screen.findByRole('dialog', { name: text.open })
}

describe('[2.12-06] answers that are kept ready', () => {
  it('are changed with their variables at hand and a preview of how a person reads them', async () => {
    await open()
    fireEvent.click(await screen.findByRole('button', { name: text.editOf('נעצר') }))
    const dialog = await screen.findByRole('dialog', { name: text.editTitle })
    const preview = within(dialog).getByRole('region', { name: text.preview })
    expect(preview.textContent).toContain('שלום נועה לוי, כאן דנה.')
    const field = within(dialog).getByRole('textbox', { name: text.body }) as HTMLTextAreaElement
    fireEvent.change(field, { target: { value: 'בשיעור ' } })
    field.setSelectionRange(7, 7)
    fireEvent.click(within(dialog).getByRole('button', { name: '{שיעור}' }))
    expect(field.value).toBe('בשיעור {שיעור}')
    expect(preview.textContent).toContain('בשיעור ריבית דריבית')
    fireEvent.submit(dialog.querySelector('form') as HTMLFormElement)
    await waitFor(() =>
      expect(calls('save_canned_reply')).toEqual([{ reply_id: 'r1', title: 'נעצר', body: 'בשיעור {שיעור}' }]),
    )
    expect(await screen.findByRole('dialog', { name: text.open })).toBeTruthy()
  })

  it('are deleted once it was asked about', async () => {
    await open()
    fireEvent.click(await screen.findByRole('button', { name: text.removeOf('נעצר') }))
    expect((await screen.findByRole('dialog', { name: text.removeTitle })).textContent).toContain('"נעצר"')
    expect(calls('delete_canned_reply')).toEqual([])
    canned = []
    fireEvent.click(screen.getByRole('button', { name: text.removeConfirm }))
    await waitFor(() => expect(calls('delete_canned_reply')).toEqual([{ reply_id: 'r1' }]))
    expect(await screen.findByText(text.none)).toBeTruthy()
  })

  it('are begun anew, and nothing without a name is kept', async () => {
    await open()
    fireEvent.click(await screen.findByRole('button', { name: text.create }))
    const dialog = await screen.findByRole('dialog', { name: text.newTitle })
    fireEvent.change(within(dialog).getByRole('textbox', { name: text.body }), { target: { value: 'שלום' } })
    fireEvent.submit(dialog.querySelector('form') as HTMLFormElement)
    expect(await within(dialog).findByText(text.missing)).toBeTruthy()
    expect(calls('save_canned_reply')).toEqual([])
  })
})
