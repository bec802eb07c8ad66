import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { securityEventsText as text } from './security-events.he'
import { SecurityEventsScreen } from './security-events-screen'

const { rpc } = vi.hoisted(() => ({ rpc: vi.fn() }))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => ({ rpc }) }))

const event = (id: string, kind: string, more: object = {}) => ({
  ...{ id, kind, sort_value: `2026-11-20 ${id}`, what: 'verify', member: null, account_masked: 'd***@e***.org' },
  ...{
    address_masked: '192.0.*.*',
    count: 1,
    first_at: '2026-11-20T08:00:00Z',
    last_at: '2026-11-20T08:30:00Z',
    ...more,
  },
})
let rows: unknown[]
let isRefused: boolean
beforeEach(() => {
  isRefused = false
  rows = [
    event('a', 'code', { count: 1_200 }),
    event('b', 'rights', { what: 'rpc/save_settings', member: 'נועה כהן' }),
    event('c', 'limited', { what: '', account_masked: null, address_masked: null }),
  ]
  rpc.mockReset().mockImplementation(() => ({
    abortSignal: async () =>
      isRefused
        ? { data: null, error: { message: 'x', code: '57014', details: '' }, status: 500 }
        : { data: { rows, total: rows.length, size: 50 }, error: null, status: 200 },
  }))
})
const open = (address = '/admin/operations/security-events') =>
  screenAt('/admin/operations/security-events', <SecurityEventsScreen />, address)
const asked = () => rpc.mock.calls.map(([, args]) => args)

describe('refused sign-ins and rights', () => {
  it('are listed with what, who, from where and how often', async () => {
    open()
    const table = within(await screen.findByRole('table'))
    for (const words of [
      text.kinds.code,
      text.kinds.rights,
      text.kinds.limited,
      'נועה כהן',
      'rpc/save_settings',
      '1,200',
    ])
      expect(table.getByText(words)).toBeTruthy()
    expect(table.getByText(text.more)).toBeTruthy()
    expect(table.getAllByText(text.unknown)).toHaveLength(2)
    expect(table.getAllByText('192.0.*.*').every((one) => one.getAttribute('dir') === 'ltr')).toBe(true)
  })

  it('are filtered and paged by the address of the page', async () => {
    open('/admin/operations/security-events?kind=rights&direction=asc')
    await screen.findByRole('table')
    expect(asked()).toMatchObject([{ query: { kind: 'rights', direction: 'asc', count: true } }])
  })

  it('a page of fifty leads to the next', async () => {
    rows = Array.from({ length: 51 }, (_, at) => event(`e${at}`, 'code'))
    open()
    await screen.findByRole('table')
    expect(screen.getAllByText(text.kinds.code).length).toBeGreaterThanOrEqual(50)
    expect(screen.getAllByRole('row')).toHaveLength(51)
  })

  it('say so when there are none, and when they do not load', async () => {
    rows = []
    open()
    expect(await screen.findByText(text.empty)).toBeTruthy()
    expect(screen.getByText(text.emptyLead)).toBeTruthy()
    isRefused = true
    document.body.replaceChildren()
    open('/admin/operations/security-events?kind=token')
    await waitFor(() => expect(screen.getByRole('alert')).toBeTruthy())
  })
})
