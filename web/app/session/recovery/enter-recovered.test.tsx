import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { EnterRecovered } from './enter-recovered'
import { noteRecovered } from './recovered-account.calls'
import { recoveryText } from './recovery.he'

const functions = vi.hoisted(() => ({ invoke: vi.fn() }))
const auth = vi.hoisted(() => ({ redeemLink: vi.fn() }))
vi.mock('~/shared/client/functions-browser', () => ({ browserFunctions: () => functions }))
vi.mock('~/session/sign-in/auth.calls', () => auth)

const DANA = { email: 'dana@example.com', token: 'abc', phone: '+972501234567' }
const button = () => screen.queryByRole('button', { name: recoveryText.enter })

beforeEach(() => {
  functions.invoke.mockReset().mockResolvedValue({ data: { token_hash: 'hash' }, error: null })
  auth.redeemLink.mockReset().mockResolvedValue({})
})
afterEach(() => {
  cleanup()
  noteRecovered(null)
})

it('is offered only for the account that was recovered on this page', () => {
  const { unmount } = render(<EnterRecovered email="" />)
  expect(button()).toBeNull()
  unmount()
  noteRecovered(DANA)
  render(<EnterRecovered email="other@example.com" />)
  expect(button()).toBeNull()
})

it('[2.9-03] opens the session of the recovered account with one press and no other mail', async () => {
  noteRecovered(DANA)
  render(<EnterRecovered email={DANA.email} />)
  await userEvent.click(button() as HTMLElement)
  expect(functions.invoke).toHaveBeenCalledExactlyOnceWith('account-recovery', {
    body: { phone_number: DANA.phone, token: DANA.token },
  })
  expect(auth.redeemLink).toHaveBeenCalledExactlyOnceWith('hash', 'magiclink')
})

it.each([
  ['no way in is given', () => functions.invoke.mockResolvedValue({ data: null, error: new Error('x') })],
  ['the way in is refused', () => auth.redeemLink.mockRejectedValue(new Error('x'))],
])('leaves the link by mail when %s', async (_, prepare) => {
  prepare()
  noteRecovered(DANA)
  render(<EnterRecovered email={DANA.email} />)
  await userEvent.click(button() as HTMLElement)
  expect(await screen.findByText(recoveryText.enterFailed)).toBeTruthy()
  expect(button()).toBeNull()
})
