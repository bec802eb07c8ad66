import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { todayText as text } from './today.he'
import { TodayBlocks } from './today-blocks'

const { rpc } = vi.hoisted(() => ({ rpc: vi.fn() }))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => ({ rpc }) }))

const DAYS = Array.from({ length: 56 }, (_, i) => ({
  day: `2026-10-${String((i % 30) + 1).padStart(2, '0')}`,
  registrations: i < 28 ? 2 : 3,
  completions: 0,
}))
const LINE = {
  id: '7',
  sort_value: 'x',
  occurred_at: '2026-11-01T10:00:00Z',
  action: 'update',
  entity: 'courses',
  entity_id: 'c',
  actor: 'a',
  actor_name: 'נועה',
  address: null,
  fields: [],
}
const ANSWERS: Record<string, unknown> = {
  staff_waiting: { tickets: 2, access_requests: 1, courses: 0 },
  staff_figures: { days: DAYS },
  list_audit_lines: { rows: [LINE], total: null, size: 8 },
  staff_health: {
    queued_mails: 3,
    oldest_due_at: null,
    abandoned_mails: 0,
    stored_bytes: 2_500_000,
    database_bytes: 30_000_000,
    audit_lines: 12,
  },
}
const refusal = { message: 'x', code: '42501', details: '' }
const answer = (failing?: string) =>
  rpc.mockImplementation((name: string) => ({
    abortSignal: async () =>
      name === failing
        ? { data: null, error: refusal, status: 403 }
        : { data: ANSWERS[name], error: null, status: 200 },
  }))
const open = (name: string, permissions: string[]) =>
  screenAt('/admin', <TodayBlocks role={{ name, level: 2, permissions }} />)
const block = async (name: string) => within(await screen.findByRole('region', { name }))

beforeEach(() => {
  rpc.mockReset()
  answer()
})

describe('[2.12-04] [6-24] the first page of the staff', () => {
  it('says what waits, with the way there where there is a page, and how figures changed', async () => {
    open('admin', ['students.view'])
    const needs = await block(text.needs)
    expect((await needs.findAllByRole('listitem')).map((line) => line.textContent)).toEqual([
      text.waiting.tickets.two,
      text.waiting.access_requests.one,
    ])
    expect(needs.getByRole('link', { name: text.waiting.access_requests.one }).getAttribute('href')).toBe(
      '/admin/students',
    )
    const figures = await block(text.figures)
    expect(await figures.findByText('84')).toBeTruthy()
    expect(figures.getByText(text.more(50))).toBeTruthy()
    expect(figures.getByText(text.noneBefore)).toBeTruthy()
    expect(figures.getAllByRole('table', { hidden: true })).toHaveLength(2)
  })

  it('asks for nothing that the role may not see', async () => {
    open('marketing', ['news.manage'])
    await (await block(text.actionsOwn)).findByRole('listitem')
    expect(new Set(rpc.mock.calls.map(([name]) => name))).toEqual(new Set(['staff_waiting', 'list_audit_lines']))
  })

  it('shows a super_admin how the system is', async () => {
    open('super_admin', [])
    const health = await block(text.health)
    expect(await health.findByText('2.5 MB')).toBeTruthy()
    expect(await block(text.actionsTeam)).toBeTruthy()
  })

  it('a part that fails leaves the others', async () => {
    answer('staff_figures')
    open('super_admin', [])
    expect(await (await block(text.figures)).findByText(text.figuresFailed)).toBeTruthy()
    expect(await (await block(text.needs)).findAllByRole('listitem')).toHaveLength(2)
  })
})
