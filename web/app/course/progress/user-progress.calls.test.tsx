import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setSession } from '~/session/student/session-store'
import { createSupabase } from '~/shared/client/supabase'
import { type PendingProgress, toProgressUpdate } from './pending-progress.rules'
import { saveProgress } from './progress-saves.calls'
import { fetchLessonProgress, useCompletedLessons, useCourseProgress, useMyCourses } from './user-progress.calls'

const server = vi.hoisted(() => ({ fetch: vi.fn<typeof fetch>() }))
vi.mock('~/shared/client/supabase-browser', async () => ({
  browserSupabase: () => createSupabase({ supabaseUrl: 'http://academy.test', anonKey: 'anon', fetch: server.fetch }),
}))
vi.mock('~/shared/client/access-token', () => ({
  currentAccessToken: async () => 'token',
  reportRefusedToken: vi.fn(),
}))

const USER = 'user-1'
const ROW = {
  lesson_id: 'l1',
  course_id: 'c1',
  progress_seconds: 42.5,
  watched_until: 90,
  watched_ranges: '{[0,50)}',
  watched_seconds: 50,
  completed: false,
  last_watched: '2026-01-02T10:00:00+00:00',
}

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const asked = () =>
  server.fetch.mock.calls.map(([input]) =>
    decodeURIComponent(String(input)).replace('http://academy.test/rest/v1/', ''),
  )

const freshClient = () => new QueryClient({ defaultOptions: { queries: { retry: false } } })

function run<Result>(hook: () => Result, client = freshClient()) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return renderHook(hook, { wrapper }).result
}
const settle = (milliseconds = 50) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

beforeEach(() => {
  vi.useFakeTimers()
  server.fetch.mockReset()
  setSession({
    status: 'student',
    userId: USER,
    email: 'dana@example.org',
    emailVerified: true,
    isActive: true,
    phoneUpdateRequired: false,
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('reading progress', () => {
  it('[7-16] [3-18] asks once for the started courses with their lessons, progress and completion', async () => {
    server.fetch.mockImplementation(async () =>
      json([
        {
          course_id: 'c1',
          title_he: 'ריבית',
          thumbnail_url: '/t.webp',
          category_name: 'יסודות',
          lesson_count: 2,
          published_seconds: 200,
          completed_lessons: 0,
          watched_seconds: 50,
          last_watched: ROW.last_watched,
          last_lesson_id: 'l1',
          last_lesson_title: 'מהי ריבית',
          position_seconds: 42.5,
          completed_at: null,
          new_lessons: 0,
        },
      ]),
    )
    const result = run(useMyCourses)
    expect(result.current).toMatchObject({ data: [], isLoading: true, error: null })
    await settle()
    expect(asked()).toEqual(['rpc/my_courses'])
    expect(result.current).toMatchObject({ isLoading: false, error: null })
    expect(result.current.data).toEqual([
      {
        courseId: 'c1',
        titleHe: 'ריבית',
        categoryName: 'יסודות',
        thumbnailUrl: '/t.webp',
        lessonCount: 2,
        completedLessons: 0,
        percent: 25,
        lastWatched: ROW.last_watched,
        isStarted: true,
        isCompleted: false,
        completedAt: null,
        newLessons: 0,
      },
    ])
  })

  it('[7-16] reads one lesson by user and lesson', async () => {
    server.fetch.mockImplementation(async () => json([ROW]))
    const row = await fetchLessonProgress(USER, 'l1')
    expect(asked()[0]).toContain(`user_progress?select=*&user_id=eq.${USER}&lesson_id=eq.l1`)
    expect(row).toMatchObject({ positionSeconds: 42.5, watchedRanges: [[0, 50]], completed: false })
    server.fetch.mockImplementation(async () => json({ code: 'X', message: '', details: null, hint: null }, 400))
    await expect(fetchLessonProgress(USER, 'l1')).rejects.toThrow('Error fetching lesson progress')
  })

  it('[7-16] a lesson reads the rows of its course once, and what was read long ago does not count', async () => {
    server.fetch.mockImplementation(async () => json([ROW]))
    const client = freshClient()
    const first = run(() => useCourseProgress('c1'), client)
    await settle()
    expect(first.current).toMatchObject({ isLoading: false, data: [{ lessonId: 'l1', positionSeconds: 42.5 }] })
    expect(run(() => useCourseProgress('c1'), client).current.isLoading).toBe(false)
    expect(server.fetch).toHaveBeenCalledTimes(1)
    await settle(5_000)
    const later = run(() => useCourseProgress('c1'), client)
    expect(later.current.isLoading).toBe(true)
    await settle()
    expect(later.current.isLoading).toBe(false)
    expect(server.fetch).toHaveBeenCalledTimes(2)
  })

  it('[7-16] reads the completed lessons of a course by user and course', async () => {
    server.fetch.mockImplementation(async () =>
      json([
        { lesson_id: 'l1', completed: true },
        { lesson_id: 'l2', completed: false },
      ]),
    )
    const result = run(() => useCompletedLessons('c1'))
    await settle()
    expect(asked()).toEqual([`user_progress?select=lesson_id,completed&user_id=eq.${USER}&course_id=eq.c1`])
    expect([...result.current]).toEqual(['l1'])
  })

  it('[6-04] asks for nothing without a user', async () => {
    setSession({ status: 'anonymous' })
    const result = run(useMyCourses)
    await settle()
    expect(server.fetch).not.toHaveBeenCalled()
    expect(result.current.data).toEqual([])
  })
})

describe('when progress does not come', () => {
  it('[4-47] [9-26] stops loading after 10 s with an error of its own, and still takes a late answer', async () => {
    let answer: (response: Response) => void = () => undefined
    server.fetch.mockImplementation(() => new Promise((resolve) => (answer = resolve)))
    const result = run(() => useCourseProgress('c1'))
    await settle(9_900)
    expect(result.current).toMatchObject({ isLoading: true, error: null })
    await settle(200)
    expect(result.current).toMatchObject({ isLoading: false, error: 'loading completed with timeout', data: [] })
    answer(json([ROW]))
    await settle()
    expect(result.current).toMatchObject({ isLoading: false, error: null, data: [{ positionSeconds: 42.5 }] })
  })

  it('[4-47] trying again lets go of a request that hangs, and waits another 10 s', async () => {
    server.fetch.mockImplementation(() => new Promise(() => undefined))
    const result = run(() => useCourseProgress('c1'))
    await settle(10_100)
    expect(result.current.error).toBe('loading completed with timeout')
    act(() => result.current.refetch())
    await settle()
    expect(result.current).toMatchObject({ isLoading: true, error: null })
    await settle(10_100)
    expect(result.current.error).toBe('loading completed with timeout')
    server.fetch.mockImplementation(async () => json([ROW]))
    act(() => result.current.refetch())
    await settle()
    expect(result.current).toMatchObject({ isLoading: false, error: null, data: [{ positionSeconds: 42.5 }] })
  })

  it.each([
    ['Error fetching user progress', useMyCourses, []],
    ['Error fetching user progress', () => useCourseProgress('c1'), []],
  ] as const)('[8-37] empties the list and says "%s" when the server gives no reason', async (text, hook, empty) => {
    server.fetch.mockImplementation(async () => json({ code: 'X', message: '', details: null, hint: null }, 400))
    const result = run<{ data: unknown }>(hook)
    await settle()
    expect(result.current).toMatchObject({ data: empty, isLoading: false, error: text })
  })
})

describe('saving progress', () => {
  const pending: PendingProgress = {
    userId: USER,
    lessonId: 'l1',
    courseId: 'c1',
    durationSeconds: 100,
    state: { ranges: [[0, 50]], watchedUntil: 50, completed: false, position: 50, lastWatched: 1_000 },
  }

  it('[7-17] upserts on the conflict of user and lesson, with every field of the row', async () => {
    server.fetch.mockImplementation(async () => new Response(null, { status: 201 }))
    expect(await saveProgress([toProgressUpdate(pending, 2_000)], new AbortController().signal)).toBe('saved')
    const [url, init] = server.fetch.mock.calls[0] ?? []
    expect(decodeURIComponent(String(url))).toContain('user_progress?on_conflict=user_id,lesson_id')
    expect(new Headers(init?.headers).get('prefer')).toContain('resolution=merge-duplicates')
    expect(JSON.parse(String(init?.body))).toEqual([
      {
        user_id: USER,
        lesson_id: 'l1',
        course_id: 'c1',
        progress_seconds: 50,
        watched_until: 50,
        watch_progress: 50,
        completed: false,
        last_watched: '1970-01-01T00:00:01.000Z',
        updated_at: '1970-01-01T00:00:02.000Z',
        watched_ranges: '{[0,50)}',
      },
    ])
  })

  it.each([
    [503, 'later'],
    [401, 'later'],
    [429, 'later'],
    [400, { refused: 'X' }],
    [403, { refused: 'X' }],
  ])('[8-38] takes an answer of %d for %o', async (status, outcome) => {
    server.fetch.mockImplementation(async () => json({ code: 'X', message: 'no', details: null, hint: null }, status))
    expect(await saveProgress([toProgressUpdate(pending, 2_000)], new AbortController().signal)).toEqual(outcome)
  })

  it('takes a broken connection for later', async () => {
    server.fetch.mockRejectedValue(new TypeError('Failed to fetch'))
    expect(await saveProgress([toProgressUpdate(pending, 2_000)], new AbortController().signal)).toBe('later')
  })
})
