import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { browserQueue } from '~/course/progress/browser-queue'
import { waitingProgress } from '~/course/progress/test-queue'
import { inRouter } from '~/shared/testing/test-router'
import Start from './start.route'

const saved = vi.hoisted(() => ({ rows: [] as unknown[] }))
vi.mock('~/session/student/session-store', () => ({ useSession: () => ({ status: 'student', userId: 'u' }) }))
vi.mock('~/course/progress/user-progress.calls', () => ({
  courseProgressQuery: () => ({ queryKey: ['rows'] }),
  fetchCourseProgress: async () => saved.rows,
}))

const lessons = ['a', 'b', 'c'].map((id) => ({
  id,
  courseId: 'c',
  titleHe: id,
  descriptionHe: '',
  durationSeconds: 100,
}))

function startCourse() {
  const props = { loaderData: { outline: { titleHe: 'c', lessons }, failed: false }, params: { courseId: 'c' } }
  const start = <Start {...(props as unknown as Parameters<typeof Start>[0])} />
  const pages = Object.fromEntries(lessons.map(({ id }) => [`/courses/c/lessons/${id}`, <p key={id}>lesson {id}</p>]))
  render(<QueryClientProvider client={new QueryClient()}>{inRouter(start, pages)}</QueryClientProvider>)
}

beforeEach(() => {
  saved.rows = [{ lessonId: 'b', completed: false, lastWatched: '1970-01-01T00:00:00Z' }]
})

it('[2.1-13] goes on with the lesson that was watched last', async () => {
  startCourse()
  expect(await screen.findByText('lesson b')).toBeTruthy()
})

it('[2.1-13] goes on with a lesson whose save is still on its way when the server is asked', async () => {
  browserQueue().note(waitingProgress('c', 10))
  startCourse()
  expect(await screen.findByText('lesson c')).toBeTruthy()
})
