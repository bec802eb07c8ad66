import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderInRouter } from '~/shared/testing/test-router'
import { LessonList } from './lesson-list'

it('each lesson says how far the person is, and which one is open', () => {
  const lessons = ['א', 'ב', 'ג', 'ד'].map((titleHe, i) => ({
    id: `l${i}`,
    courseId: 'c1',
    titleHe,
    descriptionHe: '',
    durationSeconds: 300,
  }))
  const states = new Map([
    ['l0', { status: 'done' } as const],
    ['l1', { status: 'begun', percent: 34 } as const],
  ])
  renderInRouter(<LessonList lessons={lessons} currentId="l2" states={states} />)
  const names = screen.getAllByRole('link').map((link) => link.textContent)
  expect(names).toEqual([
    expect.stringContaining('הושלם'),
    expect.stringContaining('נצפו 34%'),
    expect.stringContaining('השיעור הנוכחי'),
    expect.not.stringMatching(/הושלם|נצפו|הנוכחי/),
  ])
  expect(screen.getByRole('link', { current: 'page' }).textContent).toContain('ג')
})

it('says nothing of the length of a lesson that nobody measured yet', () => {
  const lesson = { id: 'l', courseId: 'c1', titleHe: 'א', descriptionHe: '', durationSeconds: 0 }
  renderInRouter(<LessonList lessons={[lesson]} currentId="l" states={new Map()} />)
  expect(document.querySelector('time')).toBeNull()
  expect(screen.getByRole('link').textContent).not.toContain('דק׳')
})
