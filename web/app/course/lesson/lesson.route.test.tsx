import { expect, it, vi } from 'vitest'
import { loader } from './lesson.route'

const calls = vi.hoisted(() => ({ fetchCourseOutline: vi.fn(), fetchCourseOfLesson: vi.fn() }))
vi.mock('./lessons.calls', () => calls)

const load = () =>
  loader({
    context: { siteUrl: 'https://academy.test', supabase: {} },
    params: { courseId: 'former', lessonId: 'l1' },
  } as unknown as Parameters<typeof loader>[0]).catch((thrown: unknown) => thrown)

it.each([
  [
    'leads on from its former address, not for good, because it may move back',
    'present',
    302,
    '/courses/present/lessons/l1',
  ],
  ['is not found where it never was', null, 404, undefined],
])('a lesson that is not in the course %s', async (_, course, status, location) => {
  calls.fetchCourseOutline.mockResolvedValue({ lessons: [{ id: 'l2' }] })
  calls.fetchCourseOfLesson.mockResolvedValue(course)
  const answer = await load()
  if (answer instanceof Response) expect([answer.status, answer.headers.get('location')]).toEqual([status, location])
  else expect(answer).toMatchObject({ init: { status } })
})
