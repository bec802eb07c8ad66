import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { reasonText } from '~/staff/shared/reason-dialog.he'
import { suppressionsText as text } from './suppressions.he'
import { SuppressionsScreen } from './suppressions-screen'

const { rpc } = vi.hoisted(() => ({ rpc: vi.fn() }))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => ({ rpc }) }))

const row = (id: string, reason: string, note: string | null = null) => ({
  id,
  sort_value: `2026-11-20 ${id}`,
  email_masked: `${id}***@e***.com`,
  reason,
  note,
  created_at: '2026-11-20T08:00:00Z',
})
const ROWS = [row('a', 'bounced'), row('b', 'unsubscribed'), row('c', 'added', 'ביקשו בטלפון')]
const calls = (name: string) => rpc.mock.calls.filter(([called]) => called === name).map(([, args]) => args)

beforeEach(() => {
  rpc.mockReset().mockImplementation((name: string) => ({
    abortSignal: async () => ({
      data: name === 'list_suppressions' ? { rows: ROWS, total: 3, size: 50 } : true,
      error: null,
      status: 200,
    }),
  }))
})
afterEach(cleanup)

const open = async (address = '/admin/notifications/suppressions') => {
  screenAt('/admin/notifications/suppressions', <SuppressionsScreen />, address)
  return screen.findByRole('table')
}

describe('[2.12-09] addresses that get no campaigns', () => {
  it('says of each why and when, and lets nobody be lifted who unsubscribed', async () => {
    const table = await open()
    for (const words of [
      ...Object.values(text.reasons).filter((word) => word !== text.reasons.complained),
      'ביקשו בטלפון',
    ])
      expect(table.textContent).toContain(words)
    expect(screen.queryByRole('button', { name: text.liftOf('b***@e***.com') })).toBeNull()
    expect(table.textContent).toContain(text.own)
  })

  it('searches and filters by the address of the page', async () => {
    await open('/admin/notifications/suppressions?search=dana%40example.com&reason=bounced')
    expect(calls('list_suppressions')).toMatchObject([{ query: { search: 'dana@example.com', reason: 'bounced' } }])
  })

  it('lifts with a reason, once it was asked about', async () => {
    await open()
    fireEvent.click(screen.getByRole('button', { name: text.liftOf('a***@e***.com') }))
    fireEvent.click(await screen.findByRole('button', { name: text.liftConfirm }))
    expect(calls('lift_suppression')).toEqual([])
    fireEvent.change(screen.getByRole('textbox', { name: reasonText.reason }), { target: { value: 'התיבה חזרה' } })
    fireEvent.click(screen.getByRole('button', { name: text.liftConfirm }))
    await waitFor(() => expect(calls('lift_suppression')).toEqual([{ suppression_id: 'a', reason: 'התיבה חזרה' }]))
    await waitFor(() => expect(calls('list_suppressions')).toHaveLength(2))
  })

  it('adds an address by hand, and says what is missing before', async () => {
    await open()
    fireEvent.click(screen.getByRole('button', { name: text.add }))
    const dialog = await screen.findByRole('dialog', { name: text.addTitle })
    const send = () => fireEvent.submit(dialog.querySelector('form') as HTMLFormElement)
    send()
    expect(await screen.findByText(text.addressMissing)).toBeTruthy()
    expect(screen.getByText(text.whyMissing)).toBeTruthy()
    fireEvent.change(screen.getByRole('textbox', { name: text.address }), { target: { value: ' dana@example.com ' } })
    fireEvent.change(screen.getByRole('textbox', { name: text.why }), { target: { value: 'ביקשה בטלפון' } })
    send()
    await waitFor(() =>
      expect(calls('suppress_address')).toEqual([{ address: 'dana@example.com', note: 'ביקשה בטלפון' }]),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
