import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { viewingText as text } from './viewing.he'
import { ViewingScreen } from './viewing-screen'

const { rpc } = vi.hoisted(() => ({ rpc: vi.fn() }))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => ({ rpc }) }))

const viewing = {
  student_id: 's1',
  first_name: 'דנה',
  seconds_left: 90,
  courses: [
    {
      course_id: 'c1',
      title_he: 'ריבית דריבית',
      thumbnail_url: null,
      category_name: 'יסודות',
      lesson_count: 2,
      published_seconds: 200,
      completed_lessons: 1,
      watched_seconds: 100,
      last_watched: '2026-11-20T10:00:00Z',
      completed_at: null,
      new_lessons: 0,
    },
  ],
  lessons: [
    { id: 'l1', course_id: 'c1', title_he: 'מהי ריבית', completed: true, watch_progress: 100 },
    { id: 'l2', course_id: 'c1', title_he: 'אינפלציה', completed: false, watch_progress: 40.4 },
  ],
  bookmarks: [{ id: 'b1', course_id: 'c2', title_he: 'פנסיה', thumbnail_url: null, category_name: null }],
}
const over = { data: null, error: { code: 'VIEWING_OVER', message: 'No viewing is open' }, status: 403 }
const answer = (read: object) =>
  rpc.mockImplementation((name: string) => ({
    abortSignal: () =>
      Promise.resolve(name === 'read_student_viewing' ? read : { data: true, error: null, status: 200 }),
  }))
const open = () => screenAt('/admin/viewing', <ViewingScreen />)

beforeEach(() => {
  rpc.mockReset()
  answer({ data: viewing, error: null, status: 200 })
})
afterEach(() => vi.useRealTimers())

describe('the academy as a student sees it', () => {
  it('[2.12-05] shows courses, lessons and saved courses, and leads nowhere', async () => {
    open()
    expect(await screen.findByRole('heading', { level: 1, name: text.dashboardOf('דנה') })).toBeTruthy()
    expect(screen.getByText('מהי ריבית')).toBeTruthy()
    expect(screen.getByText('40%')).toBeTruthy()
    expect(screen.getByText('פנסיה')).toBeTruthy()
    for (const link of document.querySelectorAll('main a')) expect(link.closest('[inert]')).not.toBeNull()
  })

  it('says as whom and how long still, and asks the server when the time is over', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    open()
    const bar = within(await screen.findByRole('region', { name: text.bar }))
    expect(bar.getByRole('timer').textContent).toMatch(/^1:(30|29)$/)
    answer(over)
    await act(() => vi.advanceTimersByTimeAsync(91_000))
    expect(await screen.findByRole('heading', { name: text.overTitle })).toBeTruthy()
    expect(screen.getByRole('link', { name: text.back }).getAttribute('href')).toBe('/admin/students/s1')
  })

  it('without a viewing it leads back to the students', async () => {
    answer(over)
    open()
    expect((await screen.findByRole('link', { name: text.toStudents })).getAttribute('href')).toBe('/admin/students')
  })

  it('ends when it is asked to', async () => {
    const { at } = open()
    const bar = within(await screen.findByRole('region', { name: text.bar }))
    await act(async () => bar.getByRole('button', { name: text.end }).click())
    expect(rpc.mock.calls.map(([name]) => name)).toContain('end_student_viewing')
    expect(at()).toBe('/admin/students/s1')
  })
})
