import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { listExportText } from '~/staff/list-export/export.he'
import { auditText as text } from './audit.he'
import { changesInWords } from './audit.rules'
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

describe('an export of the audit log', () => {
  it('opens what the address filters, and says in words what each line changed', async () => {
    const saved: Blob[] = []
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`,
        revokeObjectURL: () => undefined,
      }),
    )
    const changes = [{ field: 'title_he', before: null, after: 'חדש' }]
    const answers: Record<string, unknown> = {
      list_audit_lines: { rows: [line], total: 1, size: 50 },
      open_audit_export: { id: 'e', total: 1, more: false },
      read_audit_export: { rows: [{ ...line, changes }], size: 500 },
    }
    rpc.mockImplementation((name: string) => ({ abortSignal: async () => ({ data: answers[name], error: null }) }))
    screenAt('/admin/audit', <AuditScreen />, '/admin/audit?entity=courses&direction=asc')
    await screen.findByRole('table')
    fireEvent.keyDown(screen.getByRole('button', { name: listExportText.start }), { key: 'Enter' })
    fireEvent.click(await screen.findByRole('menuitem', { name: listExportText.csv }))
    await waitFor(() => expect(saved).toHaveLength(1))
    const opened = rpc.mock.calls.find(([name]) => name === 'open_audit_export')?.[1] as { query: object }
    expect(opened).toMatchObject({ format: 'csv', query: { entity: 'courses', direction: 'asc' } })
    const file = (await saved[0]?.text()) ?? ''
    expect(file).toContain(`כותרת: ${text.nothing} ← חדש`)
    expect(file).toContain('נועה כהן')
  })

  it('a cell holds no more than a sheet takes', () => {
    const long = { field: 'body', before: 'א'.repeat(2_000), after: 'ב'.repeat(2_000) }
    expect(changesInWords(Array.from({ length: 100 }, () => long)).length).toBe(30_000)
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
