import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { lessonText } from '~/course/lesson/lesson.he'
import { CompletionToggle } from './completion-toggle'

const calls = vi.hoisted(() => ({ setLessonCompleted: vi.fn() }))
vi.mock('./user-progress.calls', () => calls)

const beforeChange = vi.fn(async () => undefined)
const onChanged = vi.fn(async () => undefined)

beforeEach(() => {
  vi.clearAllMocks()
  calls.setLessonCompleted.mockResolvedValue(undefined)
})

async function press(isCompleted: boolean) {
  render(<CompletionToggle lessonId="l1" {...{ isCompleted, beforeChange, onChanged }} />)
  await userEvent.click(screen.getByRole('button'))
  return screen.getByRole('status').textContent
}

describe.each([
  [false, lessonText.marked],
  [true, lessonText.unmarked],
])('[4-49] the mark of a lesson, when it is %s before', (isCompleted, done) => {
  it('is changed after what was watched is saved', async () => {
    expect(await press(isCompleted)).toBe(done)
    expect(calls.setLessonCompleted).toHaveBeenCalledExactlyOnceWith('l1', !isCompleted)
    const [saved = Number.NaN] = beforeChange.mock.invocationCallOrder
    expect(saved).toBeLessThan(calls.setLessonCompleted.mock.invocationCallOrder[0] ?? 0)
    expect(onChanged).toHaveBeenCalledOnce()
  })

  it('stays changed when only the reading afterwards fails', async () => {
    onChanged.mockRejectedValueOnce(new Error('offline'))
    expect(await press(isCompleted)).toBe(done)
  })

  it('that could not be changed is said', async () => {
    calls.setLessonCompleted.mockRejectedValue(new Error('offline'))
    expect(await press(isCompleted)).toBe(lessonText.markFailed)
    expect(onChanged).not.toHaveBeenCalled()
  })
})
