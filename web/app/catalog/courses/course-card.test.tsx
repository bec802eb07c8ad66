import { cleanup, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderInRouter } from '~/shared/testing/test-router'
import type { Course } from './catalog.rules'
import { CourseCard } from './course-card'
import { sampleCourse } from './sample-course'

const course = sampleCourse({
  descriptionHe: 'מילה '.repeat(30),
  author: { id: 'a1', nameHe: 'נועה ברק', imageUrl: '/a.webp', expertiseAreas: [] },
  thumbnailUrl: '/t.webp',
  lessonCount: 6,
})

const show = (changes: Partial<Course> = {}) =>
  renderInRouter(<CourseCard course={{ ...course, ...changes }} bookmark={<button type="button">שמירה</button>} />)
    .container

it('[2.2-17] [2.2-18] [2.2-20] shows picture, category and title', () => {
  const card = show()
  expect(card.querySelector('img')?.getAttribute('src')).toBe('/t.webp')
  expect(screen.getByText('יסודות הפיננסים')).toBeTruthy()
  expect(screen.getByRole('heading').textContent).toBe('ריבית דריבית')
})

it("[2.2-17] [2.2-18] falls back to the default picture and 'כללי'", () => {
  const card = show({ thumbnailUrl: null, category: null })
  expect(card.querySelector('[data-default-image]')).not.toBeNull()
  expect(screen.getByText('כללי')).toBeTruthy()
})

it('[2.2-19] carries the bookmark toggle', () => {
  show()
  expect(screen.getByRole('button', { name: 'שמירה' })).toBeTruthy()
})

it('[2.2-21] cuts the description to 80 characters', () => {
  const shown = show().querySelector('article p')?.textContent ?? ''
  expect(shown.endsWith('…')).toBe(true)
  expect(shown.length).toBeLessThanOrEqual(80)
})

it('[2.2-22] [2.2-23] [2.2-24] names lecturer, lessons and duration', () => {
  const card = show()
  expect(card.textContent).toContain('נועה ברק')
  expect(card.textContent).toContain('6 שיעורים')
  expect(screen.getByText('1h 5m')).toBeTruthy()
})

it('[2.2-25] leads to the course', () => {
  show()
  expect(screen.getByRole('link', { name: 'לצפייה בקורס: ריבית דריבית' }).getAttribute('href')).toBe('/courses/k1')
})

it('says nothing of the duration of a course of no minutes', () => {
  const lessons = (minutes: number) =>
    [...show({ durationMinutes: minutes }).querySelectorAll('p')].find((p) => p.textContent?.startsWith('6 שיעורים'))
  expect(lessons(65)?.textContent).toContain(' · 1h 5m')
  cleanup()
  expect(lessons(0)?.textContent).toBe('6 שיעורים')
})
