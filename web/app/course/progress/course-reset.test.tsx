import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CourseReset } from './course-reset'
import { resetText as text } from './course-reset.he'

const reset = vi.hoisted(() => ({ resetCourse: vi.fn(), undoReset: vi.fn() }))
vi.mock('./course-reset.calls', () => reset)

const beforeChange = vi.fn(async () => undefined)
const onChanged = vi.fn(async () => undefined)

beforeEach(() => {
  reset.resetCourse.mockResolvedValue(2)
  reset.undoReset.mockResolvedValue(undefined)
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

async function confirm() {
  render(<CourseReset courseId="c1" lessonCount={6} begun beforeChange={beforeChange} onChanged={onChanged} />)
  await userEvent.click(screen.getByRole('button', { name: text.open }))
  await userEvent.click(await screen.findByRole('button', { name: text.confirm }))
}

it('[4-51] a course is started anew after a question, and what it held is brought back', async () => {
  await confirm()
  expect(beforeChange.mock.invocationCallOrder[0]).toBeLessThan(reset.resetCourse.mock.invocationCallOrder[0] ?? 0)
  expect(screen.getByRole('status').textContent).toContain(text.done)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: text.open }))
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(reset.undoReset).toHaveBeenCalledWith('c1')
  expect(screen.getByRole('status').textContent).toBe(text.undone)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: text.open }))
  expect(onChanged).toHaveBeenCalledTimes(2)
})

it('says when it could not, and nothing is gone', async () => {
  reset.resetCourse.mockRejectedValueOnce(new Error('offline'))
  await confirm()
  expect(screen.getByRole('alert').textContent).toBe(text.failed)
  expect(onChanged).not.toHaveBeenCalled()
})

it('what could not be brought back can be tried again', async () => {
  await confirm()
  reset.undoReset.mockRejectedValueOnce(new Error('offline'))
  await userEvent.click(screen.getByRole('button', { name: text.undo }))
  expect(screen.getByRole('alert').textContent).toBe(text.undoFailed)
  expect(screen.getByRole('button', { name: text.undo })).toBeTruthy()
})

it('there is nothing to start anew from in a course that was not begun', () => {
  const { container } = render(
    <CourseReset courseId="c1" lessonCount={6} begun={false} beforeChange={beforeChange} onChanged={onChanged} />,
  )
  expect(container.textContent).toBe('')
})

it('what was done is not called failed when only the reading afterwards fails', async () => {
  onChanged.mockRejectedValue(new Error('offline'))
  await confirm()
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: text.undo }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole('status').textContent).toBe(text.undone)
})
