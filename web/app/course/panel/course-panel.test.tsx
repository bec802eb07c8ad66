import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { sampleCourse } from '~/catalog/courses/sample-course'
import { inRouter, renderInRouter } from '~/shared/testing/test-router'
import type { CoursePanelState } from './course-details'
import { CoursePanel } from './course-panel'

const course = sampleCourse({
  author: { id: 'a1', nameHe: 'נועה ברק', imageUrl: null, expertiseAreas: ['חשבון', 'חיסכון', 'הוראה'] },
})
const lessons = [
  { id: 'l1', titleHe: 'מהי ריבית', durationSeconds: 480, orderIndex: 1 },
  { id: 'l2', titleHe: 'כוחו של הזמן', durationSeconds: 3660, orderIndex: 2 },
]
const ready: CoursePanelState = { status: 'ready', course, lessons, quizzes: [] }

const panelOf = (state: CoursePanelState, completed: string[] = [], onClose = () => undefined) => (
  <CoursePanel
    courseId="k1"
    state={state}
    completedLessonIds={new Set(completed)}
    bookmark={<button type="button">שמירה</button>}
    onClose={onClose}
  />
)

function show(...args: Parameters<typeof panelOf>) {
  renderInRouter(panelOf(...args), { '/courses/:courseId/lessons/:lessonId': <p>lesson page</p> })
  return within(screen.getByRole('dialog'))
}

it('is rendered by the server, without a portal', () => {
  expect(renderToString(inRouter(panelOf(ready)))).toContain('role="dialog"')
})

it('[2.4-02] [2.4-04] [2.4-05] [2.4-06] [2.4-07] tells title, category, lessons and duration', () => {
  const panel = show(ready)
  expect(panel.getByRole('heading', { name: 'ריבית דריבית' })).toBeTruthy()
  for (const text of ['יסודות הפיננסים', '2 שיעורים', '1h 5m', 'שעה ו־5 דקות'])
    expect(panel.getByText(text)).toBeTruthy()
})

it('[2.4-03] [2.4-08] falls back to the default picture and text', () => {
  const panel = show(ready)
  expect(screen.getByRole('dialog').querySelector('[data-default-image]')).not.toBeNull()
  expect(panel.getByText('תיאור הקורס יתווסף בקרוב')).toBeTruthy()
})

it('[2.4-09] names the lecturer with two fields joined by a bullet', () => {
  expect(show(ready).getByText('חשבון • חיסכון')).toBeTruthy()
})

it('[2.4-09] falls back where the lecturer is not known', () => {
  const panel = show({ status: 'ready', course: { ...course, author: null }, lessons, quizzes: [] })
  expect(panel.getByText('מרצה הקורס')).toBeTruthy()
  expect(panel.getByText('מרצה')).toBeTruthy()
})

it('[2.4-10] [9-31] lists lessons with number, title and duration', () => {
  const [first, second] = show(ready).getAllByRole('listitem')
  expect(first?.textContent).toMatch(/1.*מהי ריבית.*8 דק׳/)
  expect(second?.textContent).toMatch(/2.*כוחו של הזמן.*1:01/)
})

it('[2.4-11] shows completed lessons in green', () => {
  const [first, second] = show(ready, ['l1']).getAllByRole('listitem')
  expect(first?.querySelector('a')?.className).toContain('text-green')
  expect(second?.querySelector('a')?.className).not.toContain('text-green')
})

it('[2.4-12] says when there are no lessons', () => {
  expect(
    show({ status: 'ready', course, lessons: [], quizzes: [] }).getByText('עדיין לא נוספו שיעורים לקורס הזה'),
  ).toBeTruthy()
})

it('[2.4-13] shows 3 skeleton rows while loading', () => {
  show({ status: 'loading', course })
  expect(document.querySelectorAll('[data-skeleton-row]')).toHaveLength(3)
})

it('[2.4-14] starts learning, or continues once a lesson is completed, with the bookmark beside it', () => {
  const panel = show(ready)
  expect(panel.getByRole('link', { name: 'להתחיל ללמוד' }).getAttribute('href')).toBe('/courses/k1/start')
  expect(panel.getByRole('button', { name: 'שמירה' })).toBeTruthy()
  cleanup()
  expect(show(ready, ['l2']).getByRole('link', { name: 'להמשיך לצפות' })).toBeTruthy()
})

it('[2.4-15] opens a lesson and is gone', async () => {
  await userEvent.click(show(ready).getByRole('link', { name: /מהי ריבית/ }))
  expect(await screen.findByText('lesson page')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('offers to try again when the course did not load', async () => {
  const onRetry = vi.fn()
  await userEvent.click(show({ status: 'failed', onRetry }).getByRole('button', { name: 'לנסות שוב' }))
  expect(onRetry).toHaveBeenCalledOnce()
})

it('closes on Escape', async () => {
  const onClose = vi.fn()
  show(ready, [], onClose)
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})
