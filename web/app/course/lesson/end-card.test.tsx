import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { resetPagePreferences } from '~/shared/storage/preferences'
import { pass, screenAt } from '~/shared/testing/screen-at'
import { EndCard } from './end-card'
import type { Lesson } from './lesson.rules'
import { nextText as text } from './lesson-next.he'

const lesson = (id: string): Lesson => ({
  id,
  courseId: 'c1',
  titleHe: `שיעור ${id}`,
  descriptionHe: '',
  durationSeconds: 300,
})
const onAgain = vi.fn()

beforeEach(() => {
  resetPagePreferences()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

function open(changes: Partial<Parameters<typeof EndCard>[0]> = {}) {
  const card = {
    courseId: 'c1',
    next: lesson('l2'),
    open: null,
    completed: true,
    completedAt: undefined,
    newLessons: 0,
    onAgain,
  }
  return screenAt('/courses/c1/lessons/l1', <EndCard {...card} {...changes} />)
}
const hide = (state: 'hidden' | 'visible') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}
const NEXT = '/courses/c1/lessons/l2'

describe('the next lesson', () => {
  it('follows by itself after ten seconds, said once and politely, and plays at once', async () => {
    const { at, router } = open()
    expect(screen.getByRole('status').textContent).toBe(text.announced('שיעור l2', 10))
    await pass(9_900)
    expect(screen.getByRole('status').textContent).toBe(text.announced('שיעור l2', 10))
    expect(at()).not.toBe(NEXT)
    await pass(200)
    expect(at()).toBe(NEXT)
    expect(router.state.location.state).toEqual({ autoplay: true })
  })

  it.each([
    ['the button', () => fireEvent.click(screen.getByRole('button', { name: text.cancel }))],
    ['Escape', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
  ])('stays away when it is called off by %s', async (_, callOff) => {
    const { at } = open()
    await pass(3_000)
    callOff()
    await pass(60_000)
    expect(at()).not.toBe(NEXT)
    expect(screen.getByRole('status').textContent).toBe(text.cancelled)
    expect(screen.getByRole('link', { name: text.next }).getAttribute('href')).toBe(NEXT)
  })

  it('does not follow when the person switched that off, now and next time', async () => {
    const { at, unmount } = open()
    fireEvent.click(screen.getByRole('checkbox', { name: text.autoplay }))
    await pass(60_000)
    expect(at()).not.toBe(NEXT)
    unmount()
    const later = open()
    expect(screen.getByRole('checkbox')).toHaveProperty('checked', false)
    await pass(60_000)
    expect(later.at()).not.toBe(NEXT)
  })

  it('never begins while something is being written, nor while a window is open', async () => {
    const field = document.body.appendChild(document.createElement('textarea'))
    field.focus()
    const { at, unmount } = open()
    await pass(60_000)
    expect(at()).not.toBe(NEXT)
    unmount()
    field.remove()
    const dialog = document.body.appendChild(document.createElement('div'))
    dialog.setAttribute('role', 'dialog')
    const other = open()
    await pass(60_000)
    expect(other.at()).not.toBe(NEXT)
  })

  it('is called off when the person begins to write; the timeline of the player is no writing', async () => {
    const slider = document.body.appendChild(document.createElement('input'))
    slider.type = 'range'
    slider.focus()
    const { at } = open()
    await pass(5_000)
    document.body.appendChild(document.createElement('textarea')).focus()
    await pass(60_000)
    expect(at()).not.toBe(NEXT)
  })

  it('waits while the page is hidden, and counts from the start when it is seen', async () => {
    const { at } = open()
    await pass(8_000)
    hide('hidden')
    await pass(60_000)
    expect(at()).not.toBe(NEXT)
    hide('visible')
    await pass(9_000)
    expect(at()).not.toBe(NEXT)
    await pass(1_100)
    expect(at()).toBe(NEXT)
  })
})

describe('the end of the course', () => {
  it('names the day of the completion and leads on; nothing counts down', async () => {
    const { at } = open({ next: undefined, completedAt: '2026-11-03T10:00:00Z' })
    expect(screen.getByText(text.courseDone)).toBeTruthy()
    expect(screen.getByText(/3 בנובמבר 2026/)).toBeTruthy()
    expect(screen.getByRole('link', { name: text.toDashboard })).toBeTruthy()
    await pass(60_000)
    expect(at()).toBe('/courses/c1/lessons/l1')
  })

  it('[4-49] calls no course done whose last lesson was jumped through', () => {
    open({ next: undefined, completed: false })
    expect(screen.queryByText(text.courseDone)).toBeNull()
    expect(screen.getByText(text.thisLessonText)).toBeTruthy()
    expect(screen.getByRole('button', { name: text.again })).toBeTruthy()
  })

  it('leads to a lesson that was left out', () => {
    open({ next: undefined, open: lesson('l5') })
    expect(screen.getByRole('link', { name: text.toOpenLesson }).getAttribute('href')).toBe('/courses/c1/lessons/l5')
  })

  it('[4-51] says that lessons were added since the course was completed', () => {
    open({ next: undefined, open: lesson('l5'), completedAt: '2026-11-03T10:00:00Z', newLessons: 2 })
    expect(screen.getByText('נוספו שני שיעורים מאז שסיימתם')).toBeTruthy()
  })
})
