import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { auditText as text } from './audit.he'
import { AuditLineScreen } from './audit-line-screen'
import { AuditScreen } from './audit-screen'

const { rpc } = vi.hoisted(() => ({ rpc: vi.fn() }))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => ({ rpc }) }))

const line = {
  id: '7',
  sort_value: '2026-11-01 10:00:00+00',
  occurred_at: '2026-11-01T10:00:00Z',
  action: 'update',
  entity: 'courses',
  entity_id: 'c-1',
  actor: 'a',
  actor_name: 'נועה כהן',
  address: '203.0.113.9',
  fields: ['title_he', 'is_published', 'order_index', 'own_column'],
}
const answer = (data: unknown) => rpc.mockReturnValue({ abortSignal: () => Promise.resolve({ data, error: null }) })
const asked = () => (rpc.mock.lastCall as [string, { query: object }])[1].query

beforeEach(() => rpc.mockReset())

describe('the audit log', () => {
  it('says who, when, what and from where in words, and leads to the line', async () => {
    answer({ rows: [line, { ...line, id: '6', actor: null, actor_name: null }], total: 2, size: 50 })
    screenAt('/admin/audit', <AuditScreen />)
    const table = within(await screen.findByRole('table'))
    expect(table.getAllByText(text.actions.update)).toHaveLength(2)
    expect(table.getByText('נועה כהן')).toBeTruthy()
    expect(table.getByText(text.server)).toBeTruthy()
    expect(table.getAllByText(/^כותרת, מפורסם, סדר/)).toHaveLength(2)
    expect(table.getAllByText('203.0.113.9')).toHaveLength(2)
    expect(table.getAllByRole('link')[0]?.getAttribute('href')).toBe('/admin/audit/7')
  })

  it('asks for what its address says', async () => {
    answer({ rows: [line], total: 1, size: 50 })
    const { at } = screenAt('/admin/audit', <AuditScreen />, '/admin/audit?search=c-1&entity=courses&days=7')
    await screen.findByRole('table')
    expect(asked()).toMatchObject({ search: 'c-1', entity: 'courses', days: 7, count: true })
    fireEvent.change(screen.getByRole('combobox', { name: text.filters.action.title }), { target: { value: 'delete' } })
    expect(asked()).toMatchObject({ action: 'delete' })
    expect(at()).toContain('action=delete')
  })
})

describe('a line', () => {
  it('shows before and after field by field, foreign text from left to right', async () => {
    const changes = [
      { field: 'title_he', before: 'ישן', after: 'חדש' },
      { field: 'is_published', before: 'false', after: 'true' },
      { field: 'own_column', before: null, after: 'a-b' },
    ]
    answer({ ...line, position: 12, hash: 'ab', changes })
    screenAt('/admin/audit/7', <AuditLineScreen lineId="7" />)
    const rows = within(await screen.findByRole('table'))
      .getAllByRole('row')
      .slice(1)
    expect(rows.map((row) => row.textContent)).toEqual([
      'כותרתישןחדש',
      `מפורסם${text.no}${text.yes}`,
      `own_column${text.nothing}a-b`,
    ])
    expect(screen.getByText('a-b').getAttribute('dir')).toBe('ltr')
    expect(screen.getByRole('link', { name: text.ofRecord }).getAttribute('href')).toBe(
      '/admin/audit?search=c-1&entity=courses',
    )
  })

  it('says that there is none, or none of theirs', async () => {
    answer(null)
    screenAt('/admin/audit/8', <AuditLineScreen lineId="8" />)
    expect(await screen.findByText(text.missing)).toBeTruthy()
  })
})
