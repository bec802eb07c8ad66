import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { analyticsText as text } from './analytics.he'
import { OverviewScreen } from './overview-screen'

const { rpc, member } = vi.hoisted(() => ({
  rpc: vi.fn(),
  member: { role: { name: 'analyst', level: 3, permissions: ['analytics.view'] } },
}))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => ({ rpc }) }))
vi.mock('~/staff/shared/use-member', () => ({ useMember: () => member }))

const totals = (views: number, registrations: number) => ({
  ...{ views, visitors: 4, registrations, active_students: 14 },
  ...{ completed_lessons: 3, completed_courses: 0 },
})
const DAYS = ['2026-11-01', '2026-11-02'].map((day, i) => ({ day, ...totals(100 + i, 20 + i) }))
const FUNNEL = {
  ...{ views: 201, registration_views: 60, registered: 41 },
  ...{ verified: 25, began: 10, completed_lesson: null, completed_course: null },
}
const ANSWER = {
  counted_at: '2026-11-03T10:00:00Z',
  days: DAYS,
  totals: totals(201, 41),
  before: totals(402, 0),
  funnel: FUNNEL,
  funnel_before: FUNNEL,
  retention: [
    { cohort: '2026-11-01', registered: 41, weeks: [20] },
    { cohort: '2026-10-25', registered: 8, weeks: [null, null] },
  ],
  pages: [{ pattern: '/courses/:courseId', views: 201, before: 402 }],
}
let answer: unknown
beforeEach(() => {
  answer = ANSWER
  member.role = { name: 'analyst', level: 3, permissions: ['analytics.view'] }
  rpc.mockReset().mockImplementation(() => ({
    abortSignal: async () =>
      answer instanceof Error
        ? { data: null, error: { message: 'x', code: '42501', details: '' }, status: 403 }
        : { data: answer, error: null, status: 200 },
  }))
})
const open = (address = '/admin/analytics?from=2026-11-01&to=2026-11-02') =>
  screenAt('/admin/analytics', <OverviewScreen />, address)
const rowsOf = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => row.textContent)

describe('[2.12-08] analytics at a glance', () => {
  it('asks for the days of its address, and tells sums beside those before', async () => {
    open()
    const registrations = await screen.findByRole('button', { name: new RegExp(text.figures.registrations) })
    expect(rpc).toHaveBeenCalledWith('analytics_overview', { first: '2026-11-01', last: '2026-11-02' })
    expect(registrations.textContent).toContain(`41${text.noneBefore}`)
    expect(screen.getByRole('button', { name: new RegExp(text.figures.views) }).textContent).toContain(text.less(50))
    // Active students are an average of days.
    expect(screen.getByRole('button', { name: new RegExp(text.figures.activeStudents) }).textContent).toContain('7')
    expect(screen.getByText(text.comparedTo('30 באוקטובר 2026', '31 באוקטובר 2026'))).toBeTruthy()
  })

  it('draws the chosen figure, and gives the numbers of every day in a table', async () => {
    const { container } = open()
    fireEvent.click(await screen.findByRole('button', { name: new RegExp(text.figures.views) }))
    expect(screen.getByRole('figure', { name: `${text.columns.views}, ${text.byDay}` })).toBeTruthy()
    expect(container.querySelectorAll('figure rect')).toHaveLength(2)
    const table = within(screen.getByText(text.table).closest('details') as HTMLElement)
    expect(table.getAllByRole('row', { hidden: true }).map((row) => row.textContent)).toEqual([
      expect.stringContaining(text.day),
      expect.stringMatching(/^2 בנובמבר 2026101/),
      expect.stringMatching(/^1 בנובמבר 2026100/),
    ])
  })

  it('tells the funnel in shares, and says where there are fewer than ten', async () => {
    open()
    const rows = await rowsOf(text.funnel)
    expect(rows).toContain(`${text.stages.verified}2561%25`)
    expect(rows).toContain(`${text.stages.completedLesson}${text.fewerThanTen}${text.fewerThanTen}`)
  })

  it('tells who came back, and nothing of a small week', async () => {
    open()
    const rows = await rowsOf(text.retention)
    expect(rows[1]).toBe('1 בנובמבר 20264149%–')
    expect(rows[2]).toBe('25 באוקטובר 20268––')
  })

  it('leads to the list of students for whoever may read it', async () => {
    const { unmount } = open()
    await screen.findByRole('table', { name: text.pages })
    expect(screen.queryByRole('link', { name: text.toStudents })).toBeNull()
    unmount()
    member.role = { name: 'manager', level: 3, permissions: ['analytics.view', 'students.view'] }
    open()
    const link = await screen.findByRole('link', { name: text.toStudents })
    const range = '2026-\\d\\d-\\d\\d\\.\\.2026-\\d\\d-\\d\\d'
    const leadsTo = (one: HTMLElement, words: string) =>
      expect(one.getAttribute('href')).toMatch(new RegExp(`^/admin/students\\?${words}$`))
    leadsTo(link, `registered=${range}`)
    fireEvent.click(screen.getByRole('button', { name: new RegExp(text.figures.activeStudents) }))
    leadsTo(screen.getByRole('link', { name: text.toStudents }), `learned=${range}`)
    fireEvent.click(screen.getByRole('button', { name: new RegExp(text.figures.views) }))
    expect(screen.queryByRole('link', { name: text.toStudents })).toBeNull()
    const funnel = within(screen.getByRole('table', { name: text.funnel }))
    leadsTo(funnel.getByRole('link', { name: text.stages.verified }), `registered=${range}&stage=verified`)
    // What is not told leads nowhere.
    expect(funnel.queryByRole('link', { name: text.stages.completedLesson })).toBeNull()
  })

  it('goes to other days, and refuses a range that can not be told', async () => {
    const { at } = open()
    fireEvent.change(await screen.findByLabelText(text.from), { target: { value: '2026-11-05' } })
    fireEvent.click(screen.getByRole('button', { name: text.show }))
    expect(screen.getByRole('alert').textContent).toBe(text.badRange)
    fireEvent.change(screen.getByLabelText(text.to), { target: { value: '2026-11-06' } })
    screen.getByRole('button', { name: text.show }).focus()
    fireEvent.click(screen.getByRole('button', { name: text.show }))
    expect(at()).toBe('/admin/analytics?from=2026-11-05&to=2026-11-06')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: text.show }))
    fireEvent.click(screen.getByRole('button', { name: text.presets[7] ?? '' }))
    await waitFor(() => expect(screen.getByLabelText(text.from)).not.toHaveProperty('value', '2026-11-05'))
  })

  it('says when the figures do not come', async () => {
    answer = new Error()
    open()
    expect(await screen.findByText(text.failed)).toBeTruthy()
  })
})
