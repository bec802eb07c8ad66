import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '~/shared/errors/errors'
import { recoveryCodesText as text } from './recovery-codes.he'
import { RecoveryCodesPart } from './recovery-codes-part'

const mocks = vi.hoisted(() => ({ fetchCodesLeft: vi.fn(), makeRecoveryCodes: vi.fn(), saveFile: vi.fn() }))
vi.mock('./recovery-codes.calls', () => mocks)
vi.mock('~/shared/browser/save-file', () => mocks)

const madeAt = '2026-11-20T10:00:00Z'
const CODES = ['K7M2Q9XR4TBDW3NH', 'AAAABBBBCCCCDDDD']

function Part() {
  const [fresh, setFresh] = useState<string[]>()
  return <RecoveryCodesPart userId="u" run={(action) => action()} fresh={fresh} onFresh={setFresh} />
}
const open = () =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Part />
    </QueryClientProvider>,
  )
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

beforeEach(() => {
  for (const mock of Object.values(mocks)) mock.mockReset()
  mocks.fetchCodesLeft.mockResolvedValue({ madeAt, left: 10 })
  mocks.makeRecoveryCodes.mockResolvedValue(CODES)
})

describe('the recovery codes', () => {
  it.each([
    [{ madeAt, left: 3 }, text.left(3, '20 בנובמבר 2026'), false],
    [{ madeAt, left: 2 }, text.fewLeft, true],
    [{ madeAt, left: 0 }, text.noneLeft, true],
    [{ madeAt: null, left: 0 }, text.never, true],
  ])('%j: says so, and warns where there is reason', async (left, words, warned) => {
    mocks.fetchCodesLeft.mockResolvedValue(left)
    open()
    const message = await screen.findByText(words, { exact: false })
    expect(message.closest('[role=status]') !== null).toBe(warned)
  })

  it('are made anew after a question, shown once, and gone when they are kept', async () => {
    open()
    await press(text.remake)
    expect(mocks.makeRecoveryCodes).not.toHaveBeenCalled()
    expect(screen.getByText(text.remakeLead)).toBeTruthy()
    await press(text.remake)
    expect(await screen.findByText('K7M2-Q9XR-4TBD-W3NH')).toBeTruthy()
    await press(text.kept)
    await waitFor(() => expect(screen.queryByText('K7M2-Q9XR-4TBD-W3NH')).toBeNull())
  })

  it('are copied, saved and printed', async () => {
    const user = userEvent.setup()
    const print = vi.spyOn(window, 'print').mockReturnValue(undefined)
    mocks.fetchCodesLeft.mockResolvedValue({ madeAt: null, left: 0 })
    open()
    await user.click(await screen.findByRole('button', { name: text.make }))
    await user.click(await screen.findByRole('button', { name: text.copy }))
    expect(await screen.findByText(text.copied)).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe('K7M2-Q9XR-4TBD-W3NH\nAAAA-BBBB-CCCC-DDDD')
    await user.click(screen.getByRole('button', { name: text.download }))
    expect(mocks.saveFile).toHaveBeenCalledExactlyOnceWith(
      `${text.fileName}.txt`,
      'text/plain',
      expect.stringContaining('AAAA-BBBB-CCCC-DDDD\r\n'),
    )
    await user.click(screen.getByRole('button', { name: text.print }))
    expect(print).toHaveBeenCalledOnce()
  })

  it('say why none could be made, and ask again when they could not be counted', async () => {
    mocks.fetchCodesLeft
      .mockRejectedValueOnce(new AppError('SERVER_ERROR'))
      .mockResolvedValue({ madeAt: null, left: 0 })
    open()
    expect(await screen.findByText(text.failed)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'לנסות שוב' }))
    mocks.makeRecoveryCodes.mockRejectedValue(new AppError('TOO_MANY_REQUESTS'))
    await press(text.make)
    expect(await screen.findByText(/היו יותר מדי ניסיונות/)).toBeTruthy()
  })
})
