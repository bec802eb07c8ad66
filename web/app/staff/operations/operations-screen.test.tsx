import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { operationsText as text } from './operations.he'
import { OperationsScreen } from './operations-screen'

const { rpc } = vi.hoisted(() => ({ rpc: vi.fn() }))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => ({ rpc }) }))

const OVERVIEW = {
  buckets: [{ name: 'lesson-videos', files: 12, bytes: 34_560_000 }],
  tables: [{ name: 'user_progress', bytes: 2_000_000 }],
  sessions: { all: 41, people: 30, staff: 3, opened_today: 7 },
  doctor: {
    at: '2026-11-01T10:00:00Z',
    mistakes: [{ code: 'backup-none', what: 'No backup.', mend: 'npm run db:backup' }],
  },
}
const HEALTH = {
  ...{ queued_mails: 0, oldest_due_at: null, abandoned_mails: 0, stored_bytes: 1, database_bytes: 1, audit_lines: 1 },
  report: null,
}
let overview: unknown
beforeEach(() => {
  overview = OVERVIEW
  rpc.mockReset().mockImplementation((name: string) => ({
    abortSignal: async () => {
      const data = name === 'staff_health' ? HEALTH : overview
      if (data instanceof Error) return { data: null, error: { message: 'x', code: '42501', details: '' }, status: 403 }
      return { data, error: null, status: 200 }
    },
  }))
})
const open = () => screenAt('/admin/operations', <OperationsScreen />, '/admin/operations')
const part = (name: string) => screen.findByRole('region', { name }).then(within)

it('tells what to mend, files by bucket, the biggest tables and sessions', async () => {
  open()
  expect((await (await part(text.doctor)).findByText('No backup.')).closest('[dir="ltr"]')).toBeTruthy()
  expect((await part(text.storage)).getByRole('row', { name: /lesson-videos/ }).textContent).toBe(
    'lesson-videos1234.6 MB',
  )
  expect((await part(text.tables)).getByRole('row', { name: /user_progress/ }).textContent).toBe('user_progress2 MB')
  const lines = (await part(text.sessions)).getAllByRole('definition').map((line) => line.textContent)
  expect(lines).toEqual(['41', '30', '3', '7'])
})

it('says that nothing is to mend, or that nobody looked yet', async () => {
  overview = { ...OVERVIEW, doctor: { at: '2026-11-01T10:00:00Z', mistakes: [] } }
  const { unmount } = open()
  expect(await screen.findByText(text.healthy)).toBeTruthy()
  unmount()
  overview = { ...OVERVIEW, doctor: null }
  open()
  expect(await screen.findByText(text.unknown)).toBeTruthy()
})

it('says so when it does not come', async () => {
  overview = new Error()
  open()
  expect(await screen.findAllByText(text.failed)).toHaveLength(4)
})
