import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '~/shared/errors/errors'
import { screenAt } from '~/shared/testing/screen-at'
import { lessonImportText as text } from './lesson-import.he'
import { LessonImportButton } from './lesson-import-button'

const { calls, toast } = vi.hoisted(() => ({
  calls: { readFolder: vi.fn(), importLessons: vi.fn() },
  toast: { success: vi.fn(), error: vi.fn() },
}))
vi.mock('./lesson-import.calls', () => calls)
vi.mock('~/shared/ui/toast', () => ({ toast }))

beforeEach(() => {
  for (const call of Object.values(calls)) call.mockReset()
  calls.importLessons.mockResolvedValue({ made: 2, known: 1 })
})

async function open() {
  const user = userEvent.setup()
  screenAt('/admin', <LessonImportButton course="c1" />)
  await user.click(screen.getByRole('button', { name: text.open }))
  return { user, dialog: within(screen.getByRole('dialog')) }
}

it('a pasted list becomes drafts, and says how many were there', async () => {
  const { user, dialog } = await open()
  await user.type(dialog.getByLabelText(text.pasted), 'https://vimeo.com/76979871 ריבית{Enter}76979872')
  await user.click(dialog.getByRole('button', { name: text.make }))
  await waitFor(() => expect(toast.success).toHaveBeenCalledWith(`${text.made.two}, ${text.known.one}.`))
  expect(calls.importLessons).toHaveBeenCalledExactlyOnceWith('c1', [
    { id: '76979871', title: 'ריבית', durationSeconds: 0 },
    { id: '76979872', title: '', durationSeconds: 0 },
  ])
})

it('a line that is no video is named, and nothing is made', async () => {
  const { user, dialog } = await open()
  await user.click(dialog.getByRole('button', { name: text.make }))
  expect(dialog.getByText(text.nothing)).toBeTruthy()
  await user.type(dialog.getByLabelText(text.pasted), '76979871{Enter}https://youtube.com/x')
  await user.click(dialog.getByRole('button', { name: text.make }))
  expect(dialog.getByText(`${text.wrong(2)} https://youtube.com/x`)).toBeTruthy()
  expect(calls.importLessons).not.toHaveBeenCalled()
})

it('the folder of the course is offered, video by video; why it cannot be read is said', async () => {
  const { user, dialog } = await open()
  const refusal = text.refusals.VIMEO_NO_TOKEN ?? ''
  calls.readFolder.mockRejectedValueOnce(new AppError('OPERATION_FAILED', refusal))
  await user.click(dialog.getByRole('button', { name: text.folder }))
  expect((await dialog.findByRole('alert')).textContent).toBe(refusal)
  calls.readFolder.mockResolvedValue([
    { id: '11111', title: 'ריבית', durationSeconds: 62 },
    { id: '22222', title: '', durationSeconds: 0 },
  ])
  await user.click(dialog.getByRole('button', { name: text.folder }))
  expect(await dialog.findByText(text.folderFound.two)).toBeTruthy()
  await user.click(dialog.getByRole('checkbox', { name: /22222/ }))
  await user.click(dialog.getByRole('button', { name: text.make }))
  await waitFor(() => expect(calls.importLessons).toHaveBeenCalled())
  expect(calls.importLessons.mock.calls[0]?.[1]).toEqual([{ id: '11111', title: 'ריבית', durationSeconds: 62 }])
})
