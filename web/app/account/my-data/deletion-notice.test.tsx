import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { dana } from '~/session/student/test-students'
import { AppError } from '~/shared/errors/errors'
import { screenAt } from '~/shared/testing/screen-at'
import { DeletionNotice } from './deletion-notice'
import { deletionText } from './my-data.he'

const mocks = vi.hoisted(() => ({ cancelAccountDeletion: vi.fn(), toast: { success: vi.fn() } }))
vi.mock('./my-data.calls', () => mocks)
vi.mock('~/shared/ui/toast', () => mocks)

const DUE = '2026-12-05T10:00:00Z'
const leaving = { ...dana, deletionDueAt: DUE }
beforeEach(() => mocks.cancelAccountDeletion.mockReset().mockResolvedValue(undefined))

function open() {
  const onKept = vi.fn()
  screenAt('/dashboard', <DeletionNotice profile={leaving} dueAt={DUE} onKept={onKept} />)
  return onKept
}

it('names the day and keeps the account with one press', async () => {
  const onKept = open()
  expect(screen.getByRole('heading').textContent).toBe('החשבון יימחק ב־5 בדצמבר 2026')
  await userEvent.click(screen.getByRole('button', { name: deletionText.keep }))
  expect(onKept).toHaveBeenCalledExactlyOnceWith(dana)
  expect(mocks.toast.success).toHaveBeenCalledWith(deletionText.kept)
})

it('says when the account could not be kept, and lets it be tried again', async () => {
  mocks.cancelAccountDeletion.mockRejectedValueOnce(new AppError('NETWORK_ERROR'))
  const onKept = open()
  await userEvent.click(screen.getByRole('button', { name: deletionText.keep }))
  expect((await screen.findByRole('alert')).textContent).toBe(deletionText.keepFailed)
  await userEvent.click(screen.getByRole('button', { name: deletionText.keep }))
  expect(onKept).toHaveBeenCalledOnce()
})
