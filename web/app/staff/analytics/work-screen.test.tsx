import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { workText as text } from './work.he'
import { WorkScreen } from './work-screen'

const { rpc, member } = vi.hoisted(() => ({
  rpc: vi.fn(),
  member: { role: { name: 'analyst', level: 3, permissions: ['analytics.view'] } },
}))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => ({ rpc }) }))
vi.mock('~/staff/shared/use-member', () => ({ useMember: () => member }))

const NONE = { opened: 0, opened_before: 0, of_lessons: 0, of_visitors: 0, answered: 0, answered_before: 0 }
const ANSWER = {
  counted_at: '2026-11-03T10:00:00Z',
  mails: [{ kind: 'security_notice', sent: 5, sent_before: 1, waiting: 0, failed: 2, failed_before: 0 }],
  days: [{ day: '2026-11-01', sent: 5, failed: 2, opened: 1, closed: 0 }],
  tickets: { ...NONE, in_time: 0, in_time_before: 0, closed: 0, closed_before: 0 },
}
beforeEach(() => {
  rpc.mockReset().mockImplementation(() => ({ abortSignal: async () => ({ data: ANSWER, error: null, status: 200 }) }))
})
const linksFor = async (name: string, permissions: string[]) => {
  member.role = { name, level: 3, permissions: ['analytics.view', ...permissions] }
  const { unmount } = screenAt('/admin/analytics/work', <WorkScreen />, '/admin/analytics/work')
  await screen.findByRole('table', { name: text.mails })
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '')
  unmount()
  return links.filter((link) => !link.startsWith('/admin/analytics'))
}

it('[2.12-08] the list behind a figure opens for who may read it, with its filter in the address', async () => {
  expect(await linksFor('analyst', [])).toEqual([])
  expect(await linksFor('helper', ['support.access'])).toEqual([
    '/admin/support?view=open',
    '/admin/support?view=overdue',
    '/admin/support?view=waiting',
  ])
  // Of mails that wait there are none, so there is no list behind them.
  expect(await linksFor('keeper', ['settings.manage'])).toEqual([
    '/admin/mails',
    '/admin/mails?kind=security_notice&state=abandoned',
  ])
})
