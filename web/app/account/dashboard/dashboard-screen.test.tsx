import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { MyCourse } from '~/course/progress/my-courses.rules'
import { setSession } from '~/session/student/session-store'
import { danaSession } from '~/session/student/test-students'
import { screenAt } from '~/shared/testing/screen-at'
import { common } from '~/shared/ui/common.he'
import { dashboardText } from './dashboard.he'
import { DashboardScreen } from './dashboard-screen'

const mocks = vi.hoisted(() => ({ useMyCourses: vi.fn() }))
vi.mock('~/course/progress/user-progress.calls', () => mocks)
const following = vi.hoisted(() => ({ useNextLessons: vi.fn() }))
vi.mock('~/course/progress/next-lessons.calls', () => following)

const course: MyCourse = {
  courseId: 'c1',
  titleHe: 'ריבית דריבית, מהיסוד',
  categoryName: 'יסודות הפיננסים',
  thumbnailUrl: null,
  lessonCount: 6,
  completedLessons: 2,
  percent: 41,
  lastWatched: '2026-11-20T10:00:00Z',
  isStarted: true,
  isCompleted: false,
  completedAt: null,
  newLessons: 0,
}

function open(answer: { data?: MyCourse[]; isLoading?: boolean; error?: string | null }) {
  const refetch = vi.fn()
  mocks.useMyCourses.mockReturnValue({ data: [], isLoading: false, error: null, refetch, ...answer })
  screenAt('/dashboard', <DashboardScreen quizzes={null} bookmarks={null} />)
  return refetch
}

const stopped = { id: 'l3', titleHe: 'כוחו של הזמן', positionSeconds: 252.4 }
const goesOn = (next: { id: string; titleHe: string; positionSeconds: number } | null) =>
  following.useNextLessons.mockReturnValue({ data: new Map(next ? [['c1', next]] : []), isError: false })

beforeEach(() => {
  setSession(danaSession())
  goesOn(stopped)
})

describe('the dashboard', () => {
  it('[2.1-07] [3-18] goes on where each course stopped', () => {
    open({ data: [course] })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('שלום, דנה')
    const next = within(screen.getByRole('region', { name: dashboardText.continueTitle }))
    expect(next.getByText('4:12')).toBeTruthy()
    expect(next.getByRole('link', { name: /כוחו של הזמן/ }).getAttribute('href')).toBe('/courses/c1/lessons/l3')
  })

  it('[2.3-01] leads who pressed to begin learning on to the lesson where they stopped', async () => {
    mocks.useMyCourses.mockReturnValue({ data: [course], isLoading: false, error: null, refetch: vi.fn() })
    const { at } = screenAt('/dashboard', <DashboardScreen quizzes={null} bookmarks={null} />, {
      ...{ pathname: '/dashboard', state: { begins: true } },
    })
    await waitFor(() => expect(at()).toBe('/courses/c1/lessons/l3'))
  })

  it('[2.1-07] after a lesson that was completed it offers the one that follows, and says no second of it', () => {
    goesOn({ id: 'l4', titleHe: 'אינפלציה', positionSeconds: 0 })
    open({ data: [course] })
    const next = within(screen.getByRole('region', { name: dashboardText.continueTitle }))
    expect(next.getByRole('link', { name: /אינפלציה/ }).getAttribute('href')).toBe('/courses/c1/lessons/l4')
    expect(next.getByText(/השיעור הבא/)).toBeTruthy()
    expect(next.queryByText(/עצרתם/)).toBeNull()
  })

  it('[2.1-07] a course of which nothing is left is not gone on with', () => {
    goesOn(null)
    open({ data: [course] })
    expect(screen.queryByRole('region', { name: dashboardText.continueTitle })).toBeNull()
  })

  it('[2.1-07] where the next lesson is not known, the course itself finds it', () => {
    following.useNextLessons.mockReturnValue({ data: undefined, isError: true })
    open({ data: [course] })
    const link = screen.getByRole('link', { name: `${dashboardText.continueButton}: ${course.titleHe}` })
    expect(link.getAttribute('href')).toBe('/courses/c1/start')
  })

  it('[9-39] [4-51] shows the progress of each course', () => {
    open({ data: [course, { ...course, courseId: 'c2', titleHe: 'פנסיה', percent: 120, isCompleted: true }] })
    const list = within(screen.getByRole('region', { name: dashboardText.coursesTitle }))
    const bar = list.getByRole('progressbar', { name: dashboardText.progressOf(course.titleHe) })
    expect(bar.getAttribute('aria-valuenow')).toBe('41')
    expect(list.getByText('41%')).toBeTruthy()
    expect(list.getByText(/2 מתוך 6 שיעורים/)).toBeTruthy()
    expect(list.getByText('100%')).toBeTruthy()
    expect(list.getByText(/הושלם/)).toBeTruthy()
  })

  it('[4-51] a completed course stays completed, and names the lessons that were added since', () => {
    const completed = { completedLessons: 4, isCompleted: true, completedAt: '2026-11-03T10:00:00Z', newLessons: 2 }
    open({ data: [{ ...course, ...completed }] })
    const list = within(screen.getByRole('region', { name: dashboardText.coursesTitle }))
    expect(list.getByText(/סיימתם ב־3 בנובמבר 2026/)).toBeTruthy()
    expect(list.getByText('נוספו שני שיעורים מאז שסיימתם')).toBeTruthy()
  })

  it('[2.1-07] shows lines while loading', () => {
    open({ isLoading: true })
    expect(screen.getByRole('status').textContent).toBe('טוען...')
  })

  it('[2.1-07] an empty dashboard has a way on', () => {
    open({})
    expect(screen.getByText(dashboardText.coursesEmpty)).toBeTruthy()
    expect(screen.getByRole('link', { name: common.allCourses }).getAttribute('href')).toBe('/courses')
  })

  it('[4-47] [9-26] [8-37] says when loading took too long, and tries again', async () => {
    const refetch = open({ error: 'loading completed with timeout' })
    expect(screen.getByRole('alert').textContent).toContain(dashboardText.timedOut)
    expect(screen.queryByText(dashboardText.leadNew)).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: common.retry }))
    expect(refetch).toHaveBeenCalledOnce()
  })

  it('[2.2-04] greets by the address when there is no name', () => {
    setSession(danaSession({ firstName: '' }))
    open({})
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('שלום, dana')
  })
})
