import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { todayText as text } from './today.he'
import { TodayBlocks } from './today-blocks'

const { rpc } = vi.hoisted(() => ({ rpc: vi.fn() }))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => ({ rpc }) }))

const DAYS = Array.from({ length: 57 }, (_, i) => ({
  day: new Date(Date.UTC(2026, 8, 1 + i)).toISOString().slice(0, 10),
  registrations: i < 28 ? 2 : i < 49 ? 3 : 6,
  active_students: i < 56 ? 7 : 5,
  completed_lessons: 0,
  completed_courses: i < 28 ? 2 : 1,
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
  staff_figures: { days: DAYS, counted_at: '2026-10-27T12:30:00Z' },
  list_audit_lines: { rows: [LINE], total: null, size: 8 },
  staff_health: {
    queued_mails: 3,
    oldest_due_at: null,
    abandoned_mails: 0,
    stored_bytes: 2_500_000,
    database_bytes: 30_000_000,
    audit_lines: 12,
    report: {
      jobs: {
        'sum up visits': { next_at: '2026-11-01T10:37:00Z' },
        'sum up days': { ran_at: '2026-11-01T10:00:30Z', failure: null, next_at: '2026-11-01T10:01:30Z' },
        'forget old rows': {
          ran_at: '2026-11-01T09:47:00Z',
          failure: '503 TRY_AGAIN',
          next_at: '2026-11-01T10:47:00Z',
        },
      },
      disk: { free_bytes: 3e9, total_bytes: 50e9 },
      backups: { newest_at: null },
      reported_at: '2026-11-01T10:00:00Z',
      is_old: true,
    },
  },
}
const refusal = { message: 'x', code: '42501', details: '' }
const answer = (failing?: string, changed: Record<string, unknown> = {}) =>
  rpc.mockImplementation((name: string) => ({
    abortSignal: async () =>
      name === failing
        ? { data: null, error: refusal, status: 403 }
        : { data: { ...ANSWERS, ...changed }[name], error: null, status: 200 },
  }))
const open = (name: string, permissions: string[]) =>
  screenAt('/admin', <TodayBlocks role={{ name, level: 2, permissions }} />)
const block = async (name: string) => within(await screen.findByRole('region', { name }))

beforeEach(() => {
  rpc.mockReset()
  answer()
})

describe('[2.12-04] [6-24] the first page of the staff', () => {
  it('says what waits, with the way there where there is a page', async () => {
    open('admin', ['students.view'])
    const needs = await block(text.needs)
    expect((await needs.findAllByRole('listitem')).map((line) => line.textContent)).toEqual([
      text.waiting.tickets.two,
      text.waiting.access_requests.one,
    ])
    expect(needs.getByRole('link', { name: text.waiting.access_requests.one }).getAttribute('href')).toBe(
      '/admin/students',
    )
  })

  it('compares figures of whole days with those before, for four weeks or one', async () => {
    open('analyst', ['analytics.view'])
    const figures = await block(text.figures)
    expect(await figures.findByText('105')).toBeTruthy()
    expect(figures.getByText(text.more(88, 28))).toBeTruthy()
    expect(figures.getByText(text.less(50, 28))).toBeTruthy()
    expect(figures.getByText(text.noneBefore(28))).toBeTruthy()
    expect(figures.getByText(text.today('5'))).toBeTruthy()
    expect(figures.getAllByText('7')[0]?.tagName).toBe('P')
    fireEvent.click(figures.getByRole('button', { name: text.periods[7] }))
    expect(figures.getByText('42')).toBeTruthy()
    expect(figures.getByText(text.more(100, 7))).toBeTruthy()
    expect(figures.getAllByText(text.noChange(7))).toHaveLength(2)
    expect(within(figures.getByRole('table', { hidden: true })).getAllByRole('row', { hidden: true })).toHaveLength(8)
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
    expect(health.getByText(text.diskFree('3', '50')).closest('dd')?.className).toContain('text-red')
    expect(health.getByText(text.noBackup)).toBeTruthy()
    expect(health.getByText(/השרת לא דיווח/)).toBeTruthy()
    expect(await block(text.actionsTeam)).toBeTruthy()
    const jobs = within((await block(text.jobs)).getByRole('table'))
      .getAllByRole('row')
      .slice(1)
    expect(jobs.map((job) => within(job).getByRole('rowheader').textContent)).toEqual([
      `${text.jobNames['forget old rows']}503 TRY_AGAIN`,
      text.jobNames['sum up visits'],
      text.jobNames['sum up days'],
    ])
    expect(jobs[0]?.textContent).toContain(text.jobFailed)
    expect(jobs[1]?.textContent).toContain(text.notRun)
  })

  it('says what is not known where no process reports', async () => {
    answer(undefined, { staff_health: { ...(ANSWERS.staff_health as object), report: null } })
    open('super_admin', [])
    expect(await (await block(text.health)).findAllByText(text.unknown)).toHaveLength(2)
    expect((await block(text.jobs)).getByText(text.jobsUnknown)).toBeTruthy()
  })

  it('a part that fails leaves the others', async () => {
    answer('staff_figures')
    open('super_admin', [])
    expect(await (await block(text.figures)).findByText(text.figuresFailed)).toBeTruthy()
    expect(await (await block(text.needs)).findAllByRole('listitem')).toHaveLength(2)
  })
})
