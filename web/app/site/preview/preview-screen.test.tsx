import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { screenAt } from '~/shared/testing/screen-at'
import { previewText as text } from './preview.he'
import { PreviewScreen } from './preview-screen'

const { rpc } = vi.hoisted(() => ({ rpc: vi.fn() }))
vi.mock('~/shared/client/supabase-browser', () => ({ browserSupabase: () => ({ rpc }) }))
vi.mock('~/catalog/bookmarks/course-bookmark', () => ({ bookmarkOf: () => null }))
vi.mock('~/shared/browser/use-wide', () => ({ useWide: () => true }))
vi.mock('~/course/player/lesson-player', () => ({
  LessonPlayer: ({ title }: { title: string }) => <figure aria-label={title} />,
}))

const ID = '6f9619ff-8b86-4011-b42d-00c04fc964ff'
const AUTHOR = { id: ID, name_he: 'נועה לוי', image_url: null, expertise_areas: ['פנסיה'], bio_he: 'מלמדת שנים' }
const LESSON = {
  id: ID,
  course_id: 'c1',
  title_he: 'ריבית',
  description_he: null,
  duration_seconds: 90,
  order_index: 1,
}
const ARTICLE = { id: ID, kind: 'news', slug: 'x', title_he: 'שינוי בריבית', excerpt_he: 'בקצרה', cover_url: null }
let answer: unknown
beforeEach(() => {
  rpc.mockReset().mockImplementation(() => ({
    abortSignal: async () =>
      answer instanceof Error
        ? { data: null, error: { message: 'Failed to fetch', code: '', details: '' }, status: 0 }
        : { data: answer, error: null, status: 200 },
  }))
})
const open = (kind: string, row: object) => {
  answer = { kind, expires_at: '2099-07-01T07:00:00Z', row }
  screenAt('/preview', <PreviewScreen />, '/preview#a1b2')
}

it('asks by what stands behind the #, and says that it is a draft and until when', async () => {
  open('author', AUTHOR)
  expect(await screen.findByText(text.bar)).toBeTruthy()
  expect(screen.getByText(text.until('1 ביולי 2099, 10:00'))).toBeTruthy()
  expect(rpc.mock.calls).toEqual([['read_content_preview', { token: 'a1b2' }]])
  expect(screen.getByText('מלמדת שנים')).toBeTruthy()
})

it('shows an article as its page does', async () => {
  const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'גוף הכתבה' }] }] }
  const rest = {
    published_at: '2026-11-01T00:00:00Z',
    checked_on: null,
    reading_minutes: 2,
    author: AUTHOR,
    categories: [],
    related: [],
    tags: [],
  }
  open('news', { ...ARTICLE, ...rest, body })
  expect(await screen.findByRole('heading', { name: 'שינוי בריבית', level: 1 })).toBeTruthy()
  expect(screen.getByText('גוף הכתבה')).toBeTruthy()
})

it('shows a lesson with its video and texts, beside the others of its course', async () => {
  const other = { ...LESSON, id: 'l2', title_he: 'אינפלציה', course: { title_he: 'כסף' } }
  const texts = { captions: [], transcript: [], chapters: [], attachments: [], summary_he: 'מה למדנו' }
  const video = { provider: 'file', video_ref: 'a.mp4', poster_url: null, previews_url: null }
  const course_lessons = [{ ...LESSON, course: { title_he: 'כסף' } }, other]
  open('lesson', { ...LESSON, ...texts, ...video, course_lessons })
  expect(await screen.findByLabelText('ריבית')).toBeTruthy()
  expect(screen.getByText('מה למדנו')).toBeTruthy()
  expect(screen.getByRole('link', { name: /אינפלציה/ })).toBeTruthy()
})

it('shows the card of a course, and its panel over it', async () => {
  const user = userEvent.setup()
  const row = { id: 'c1', title_he: 'כסף', description_he: 'על כסף', category_id: null, duration_minutes: 30 }
  open('course', {
    ...row,
    author: null,
    category: null,
    order_index: 1,
    lessons: [LESSON],
    opened: [LESSON],
    quizzes: [],
  })
  expect(await screen.findByRole('dialog')).toBeTruthy()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(screen.getByRole('button', { name: text.openPanel }))
  expect(screen.getByRole('dialog').textContent).toContain('ריבית')
})

it('shows a test by its rules, and says that nothing of it is kept', async () => {
  const rules = {
    ...{ title_he: 'ריבית ומס', intro_he: '', pass_percent: 70, attempts_allowed: null, wait_minutes: 0 },
    ...{ time_limit_minutes: null, question_count: 3, review: 'never' },
  }
  open('quiz', { id: ID, course_id: 'c1', lesson_id: null, purpose: 'test', course: null, lesson: null, rules })
  expect(await screen.findByRole('heading', { name: 'ריבית ומס', level: 1 })).toBeTruthy()
  expect(screen.getByText(text.notKept)).toBeTruthy()
})

it('says when the link is over', async () => {
  answer = null
  screenAt('/preview', <PreviewScreen />, '/preview#a1b2')
  expect(await screen.findByRole('heading', { name: text.over })).toBeTruthy()
  expect(screen.getByText(text.overCut)).toBeTruthy()
  expect(screen.getByRole('link', { name: text.home })).toBeTruthy()
})

it('shows nothing any more when the link ends under the eyes of its reader', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2099-07-01T06:50:00Z') })
  open('author', AUTHOR)
  expect(await screen.findByText('מלמדת שנים')).toBeTruthy()
  answer = null
  await vi.advanceTimersByTimeAsync(11 * 60_000)
  expect(await screen.findByRole('heading', { name: text.over })).toBeTruthy()
  expect(screen.queryByText('מלמדת שנים')).toBeNull()
  vi.useRealTimers()
})

it('asks again when there was no answer', async () => {
  answer = new Error()
  screenAt('/preview', <PreviewScreen />, '/preview#a1b2')
  expect(await screen.findByText(text.failed)).toBeTruthy()
})
