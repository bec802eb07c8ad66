import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { refusedMailsText as text } from './refused-mails.he'
import { RefusedMailsScreen } from './refused-mails-screen'

const { rpc } = vi.hoisted(() => ({ rpc: vi.fn() }))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => ({ rpc }) }))

const mail = (id: string, reason: string, more: object = {}) => ({
  ...{ id, reason, sort_value: `2026-11-20 ${id}`, refused_at: '2026-11-20T08:00:00Z' },
  ...{ sender_masked: 'd***@e***.org', is_verified: true, recipient: 'support@academy.test', ticket_id: null },
  ...{ subject: `נושא ${id}`, bytes: 14_000_000, has_content: false, ...more },
})
let rows: unknown[]
let isRefused: boolean
beforeEach(() => {
  isRefused = false
  rows = [
    mail('a', 'too_large'),
    mail('b', 'automatic', { ticket_id: 't1', is_verified: false, has_content: true }),
    mail('c', 'unreadable', { sender_masked: null, recipient: null, subject: '' }),
  ]
  const answers = (name: string) =>
    name === 'list_refused_mails'
      ? { rows, total: rows.length, size: 50 }
      : name === 'read_refused_mail'
        ? { sender: 'dana@e.org', words: 'כתבתי בעצמי', rest: '> ציטוט', files: ['דוח.pdf'] }
        : name === 'take_refused_mail'
          ? { outcome: 'opened', ticket_id: 't7' }
          : null
  rpc.mockReset().mockImplementation((name: string) => ({
    abortSignal: async () =>
      isRefused
        ? { data: null, error: { message: 'x', code: '57014', details: '' }, status: 500 }
        : { data: answers(name), error: null, status: 200 },
  }))
})
const open = (address = '/admin/support/refused-mails') =>
  screenAt('/admin/support/refused-mails', <RefusedMailsScreen />, address)
const calls = (name: string) => rpc.mock.calls.filter(([called]) => called === name).map(([, args]) => args)

describe('[2.12-06] mails that were not taken', () => {
  it('are listed with who, to whom, how large and why', async () => {
    open()
    const table = within(await screen.findByRole('table'))
    for (const words of [text.reasons.too_large, text.reasons.automatic, text.reasons.unreadable, text.noSubject])
      expect(table.getByText(words)).toBeTruthy()
    expect(table.getByText(text.unverified)).toBeTruthy()
    expect(table.getAllByText(text.unknown)).toHaveLength(2)
    expect(table.getAllByText(/13,672/)).toHaveLength(3)
    expect(table.getByRole('link', { name: text.ticketOf('נושא b') }).getAttribute('href')).toBe('/admin/support/t1')
  })

  it('are searched and filtered by the address of the page', async () => {
    open('/admin/support/refused-mails?search=dana%40example.com&reason=list')
    await screen.findByRole('table')
    expect(calls('list_refused_mails')).toMatchObject([{ query: { search: 'dana@example.com', reason: 'list' } }])
  })

  it('show a sender once that is opened', async () => {
    open()
    const [show] = await screen.findAllByRole('button', { name: text.showSender('d***@e***.org') })
    fireEvent.click(show as HTMLElement)
    expect(await screen.findByText('dana@e.org')).toBeTruthy()
    expect(calls('open_refused_mail')).toEqual([{ mail_id: 'a' }])
  })

  it('that were dropped are read, and taken to the tickets by one press', async () => {
    open()
    fireEvent.click(await screen.findByRole('button', { name: text.readOf('נושא b') }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByText('כתבתי בעצמי')).toBeTruthy()
    expect(dialog.getByText(text.rest).closest('details')?.open).toBe(false)
    expect(dialog.getByText('דוח.pdf')).toBeTruthy()
    fireEvent.click(dialog.getByRole('button', { name: text.close }))
    expect(screen.getAllByRole('button', { name: /לפניות/ })).toHaveLength(1)
    fireEvent.click(screen.getByRole('button', { name: text.takeOf('נושא b') }))
    await waitFor(() => expect(calls('take_refused_mail')).toEqual([{ mail_id: 'b' }]))
    expect((await screen.findByRole('link', { name: text.ticket })).getAttribute('href')).toBe('/admin/support/t7')
  })

  it('say so when there are none, and when they do not load', async () => {
    rows = []
    open()
    expect(await screen.findByText(text.empty)).toBeTruthy()
    isRefused = true
    fireEvent.focus(window)
    document.body.replaceChildren()
    open('/admin/support/refused-mails?reason=loop')
    await waitFor(() => expect(screen.getByRole('alert')).toBeTruthy())
  })
})
