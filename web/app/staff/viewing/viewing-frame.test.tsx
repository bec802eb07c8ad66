import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import ViewedCoursePage from './viewed-course.route'
import { ViewedDashboard } from './viewed-dashboard'
import ViewedLessonPage from './viewed-lesson.route'
import { viewingText as text } from './viewing.he'
import { ViewingFrame } from './viewing-frame'

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
  bookmarks: [{ id: 'b1', course_id: 'c2', title_he: 'פנסיה', thumbnail_url: null, category_name: null }],
}
const course = {
  title_he: 'ריבית דריבית',
  category_name: 'יסודות',
  completed_at: null,
  lessons: [
    { id: 'l1', title_he: 'מהי ריבית', duration_seconds: 100, completed: true, watch_progress: 100, begun: true },
    { id: 'l2', title_he: 'אינפלציה', duration_seconds: 100, completed: false, watch_progress: 40.4, begun: true },
    { id: 'l3', title_he: 'מדדים', duration_seconds: 100, completed: false, watch_progress: null, begun: false },
  ],
}
const lesson = {
  title_he: 'אינפלציה',
  duration_seconds: 300,
  course_id: 'c1',
  course_title: 'ריבית דריבית',
  number: 2,
  lesson_count: 3,
  begun_at: '2026-11-19T10:00:00Z',
  last_watched: '2026-11-20T10:00:00Z',
  completed: false,
  watch_progress: 40.4,
  position_seconds: 192,
  watched: [
    [0, 65],
    [120, 176],
  ],
}
const done = (data: unknown) => ({ data, error: null, status: 200 })
const refused = (code: string) => ({ data: null, error: { code, message: code }, status: 403 })
let answers: Record<string, object>

beforeEach(() => {
  answers = {
    read_student_viewing: done(viewing),
    open_viewed_page: done(null),
    read_viewed_course: done(course),
    read_viewed_lesson: done(lesson),
    end_student_viewing: done(true),
  }
  rpc.mockReset().mockImplementation((name: string) => ({ abortSignal: async () => answers[name] }))
})
afterEach(() => vi.useRealTimers())

function open(path = '') {
  const router = createMemoryRouter(
    [
      {
        path: '/admin/viewing',
        element: <ViewingFrame />,
        children: [
          { index: true, element: <ViewedDashboard /> },
          { path: 'courses/:courseId', element: <ViewedCoursePage /> },
          { path: 'courses/:courseId/lessons/:lessonId', element: <ViewedLessonPage /> },
        ],
      },
      { path: '*', element: null },
    ],
    { initialEntries: [`/admin/viewing${path}`] },
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { at: () => router.state.location.pathname }
}

describe('the academy as a student sees it', () => {
  it('[2.12-05] shows courses and saved courses, and every link stays inside', async () => {
    open()
    expect(await screen.findByRole('heading', { level: 1, name: text.dashboardOf('דנה') })).toBeTruthy()
    const links = within(screen.getByRole('main')).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/admin/viewing/courses/c1',
      '/admin/viewing/courses/c2',
    ])
  })

  it('[2.12-05] the page of a course says how far each lesson is, and leads into it', async () => {
    const { at } = open('/courses/c1')
    const lines = within(await screen.findByRole('list', { name: text.lessons })).getAllByRole('link')
    expect(lines.map((line) => line.textContent)).toEqual([
      expect.stringContaining(text.done),
      expect.stringContaining(text.watched(40)),
      expect.stringContaining(text.notBegun),
    ])
    act(() => lines[1]?.click())
    expect(await screen.findByText('3:12')).toBeTruthy()
    expect(at()).toBe('/admin/viewing/courses/c1/lessons/l2')
    // What is opened is noted before it is read.
    expect(rpc.mock.calls.slice(-2)).toEqual([
      ['open_viewed_page', { kind: 'lesson', page_id: 'l2' }],
      ['read_viewed_lesson', { lesson_id: 'l2' }],
    ])
  })

  it('[2.12-05] the page of a lesson says where it stopped and what was watched, and plays nothing', async () => {
    open('/courses/c1/lessons/l2')
    const parts = await screen.findByRole('list', { name: text.parts })
    expect(parts.textContent).toBe('0:00–1:052:00–2:56')
    expect(screen.getByText(text.watched(40))).toBeTruthy()
    expect(document.querySelector('video, iframe')).toBeNull()
    expect(screen.getByRole('region', { name: text.bar })).toBeTruthy()
  })

  it('a lesson that is not begun, and one that is not there, say so', async () => {
    const { watched: _, ...rest } = lesson
    answers.read_viewed_lesson = done({
      ...rest,
      ...{ watched: [], begun_at: null, last_watched: null, position_seconds: null, watch_progress: null },
    })
    open('/courses/c1/lessons/l3')
    expect(await screen.findByText(text.nothingWatched)).toBeTruthy()
    answers.read_viewed_course = refused('COURSE_NOT_FOUND')
    open('/courses/c9')
    expect(await screen.findByText(text.missing)).toBeTruthy()
  })

  it('a viewing that ended is said by every page', async () => {
    open('/courses/c1')
    await screen.findByRole('list', { name: text.lessons })
    for (const name of Object.keys(answers)) answers[name] = refused('VIEWING_OVER')
    act(() => screen.getByRole('link', { name: /אינפלציה/ }).click())
    expect(await screen.findByRole('heading', { name: text.overTitle })).toBeTruthy()
  })
})

describe('the bar', () => {
  it('says as whom and how long still, and asks the server when the time is over', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    open()
    const bar = within(await screen.findByRole('region', { name: text.bar }))
    expect(bar.getByRole('timer').textContent).toMatch(/^1:(30|29)$/)
    answers.read_student_viewing = refused('VIEWING_OVER')
    await act(() => vi.advanceTimersByTimeAsync(91_000))
    expect(await screen.findByRole('heading', { name: text.overTitle })).toBeTruthy()
    expect(screen.getByRole('link', { name: text.back }).getAttribute('href')).toBe('/admin/students/s1')
  })

  it('without a viewing it leads back to the students', async () => {
    answers.read_student_viewing = refused('VIEWING_OVER')
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
