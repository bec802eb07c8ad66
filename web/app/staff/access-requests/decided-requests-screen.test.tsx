import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { decidedRequestsText as text } from './access-requests.he'
import { DecidedRequestsScreen } from './decided-requests-screen'

const { rpc } = vi.hoisted(() => ({ rpc: vi.fn() }))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => ({ rpc }) }))

const row = {
  id: 'r1',
  sort_value: '2026-11-20T10:00:00Z',
  first_name: 'דנה',
  last_name: 'לוי',
  former_email_masked: 'l***@e***.com',
  contact_email_masked: 'f***@e***.com',
  status: 'refused',
  created_at: '2026-11-19T10:00:00Z',
  decided_at: '2026-11-20T10:00:00Z',
  decided_by: 'נועה',
  because: 'הפרטים לא תואמים',
}
let rows: object[]
beforeEach(() => {
  rows = [row]
  rpc.mockReset().mockImplementation(() => ({
    abortSignal: async () => ({ data: { rows, size: 50, total: rows.length }, error: null, status: 200 }),
  }))
})
const open = (search = '') =>
  screenAt(
    '/admin/students/access-requests/decided',
    <DecidedRequestsScreen />,
    `/admin/students/access-requests/decided${search}`,
  )

it('[2.9-01] a decision is listed with who, when and why', async () => {
  open('?status=refused')
  const line = within(within(await screen.findByRole('table')).getAllByRole('row')[1] as HTMLElement)
  for (const shown of [text.statuses.refused, 'דנה לוי', 'l***@e***.com', 'נועה', 'הפרטים לא תואמים'])
    expect(line.getByText(shown)).toBeTruthy()
  await waitFor(() =>
    expect(rpc).toHaveBeenCalledWith('list_decided_requests', { query: { direction: 'desc', status: 'refused' } }),
  )
})

it('says when nothing was decided yet', async () => {
  rows = []
  open()
  expect(await screen.findByText(text.empty)).toBeTruthy()
})
