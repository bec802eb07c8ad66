import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '~/shared/errors/errors'
import { codeText, freshSignInText } from './account.he'
import { useFreshSignIn } from './fresh-sign-in'

const mocks = vi.hoisted(() => ({
  reauthenticationMethod: vi.fn(),
  mailFreshCode: vi.fn(),
  submitReauthentication: vi.fn(),
}))
vi.mock('./fresh-sign-in.calls', () => mocks)

const action = vi.fn()

function Screen() {
  const { run, dialog } = useFreshSignIn()
  const [outcome, setOutcome] = useState('')
  const act = () =>
    run(action).then(
      (result) => setOutcome(`result: ${result}`),
      (cause: Error) => setOutcome(`error: ${cause.message}`),
    )
  return (
    <>
      {dialog}
      <button type="button" onClick={() => void act()}>
        act
      </button>
      <output>{outcome}</output>
    </>
  )
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const type = async (code: string, label: string = codeText.mailLabel) => {
  await userEvent.type(await screen.findByLabelText(label), code)
}
const outcome = () => screen.getByRole('status').textContent

beforeEach(() => {
  for (const mock of [...Object.values(mocks), action]) mock.mockReset()
  mocks.reauthenticationMethod.mockResolvedValue({ kind: 'mail', email: 'dana@example.com' })
  mocks.mailFreshCode.mockResolvedValue(undefined)
  mocks.submitReauthentication.mockResolvedValue(undefined)
  action.mockRejectedValueOnce(new AppError('REAUTHENTICATION_NEEDED')).mockResolvedValue('done')
  render(<Screen />)
})
describe('a fresh sign-in', () => {
  it('is not asked for where the action is let through', async () => {
    action.mockReset().mockResolvedValue('done')
    await press('act')
    await waitFor(() => expect(outcome()).toBe('result: done'))
    expect(mocks.reauthenticationMethod).not.toHaveBeenCalled()
  })

  it('other refusals are the caller’s', async () => {
    action.mockReset().mockRejectedValue(new AppError('SERVER_ERROR', 'down'))
    await press('act')
    await waitFor(() => expect(outcome()).toBe('error: down'))
  })

  it('mails a code once, takes it in place and does the action again', async () => {
    await press('act')
    await type('123456')
    await waitFor(() =>
      expect(mocks.submitReauthentication).toHaveBeenCalledExactlyOnceWith(expect.anything(), '123456'),
    )
    expect(mocks.mailFreshCode).toHaveBeenCalledExactlyOnceWith('dana@example.com')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(action).toHaveBeenCalledTimes(2)
  })

  it('takes the code out of a sentence that is pasted', async () => {
    await press('act')
    await userEvent.click(await screen.findByLabelText(codeText.mailLabel))
    await userEvent.paste('123456 654321')
    expect(screen.getByLabelText(codeText.mailLabel)).toHaveProperty('value', '')
    await userEvent.paste('\u200fהקוד שלך: 123456')
    await waitFor(() =>
      expect(mocks.submitReauthentication).toHaveBeenCalledExactlyOnceWith(expect.anything(), '123456'),
    )
  })

  it('says that a code is wrong and waits for another', async () => {
    mocks.submitReauthentication.mockRejectedValueOnce(new AppError('INVALID_CREDENTIALS'))
    await press('act')
    await type('111111')
    expect(await screen.findByText(codeText.mailWrong)).toBeTruthy()
    expect(action).toHaveBeenCalledTimes(1)
  })

  it('a code that was mailed a moment ago still counts', async () => {
    mocks.mailFreshCode.mockRejectedValue(new AppError('EMAIL_RATE_LIMIT_EXCEEDED', 'later', 40))
    await press('act')
    expect(await screen.findByText(new RegExp(freshSignInText.mailSent))).toBeTruthy()
    expect(screen.getByRole('button', { name: 'אפשר לשלוח שוב בעוד 40 שנ׳' })).toHaveProperty('disabled', true)
  })

  it('a wait of the better part of an hour is told in minutes', async () => {
    mocks.mailFreshCode.mockRejectedValue(new AppError('EMAIL_RATE_LIMIT_EXCEEDED', 'later', 2500))
    await press('act')
    expect(await screen.findByRole('button', { name: 'אפשר לשלוח שוב בעוד 42 דקות' })).toHaveProperty('disabled', true)
  })

  it('a mail that could not be asked for can be asked for again', async () => {
    mocks.mailFreshCode.mockRejectedValueOnce(new AppError('NETWORK_ERROR'))
    await press('act')
    expect(await screen.findByText(/לא הצלחנו לשלוח את הקוד/)).toBeTruthy()
    await press(codeText.resend)
    expect(await screen.findByText(new RegExp(freshSignInText.mailSent))).toBeTruthy()
  })

  it('[3-07] asks for the code of the app where there is one, and mails nothing', async () => {
    mocks.reauthenticationMethod.mockResolvedValue({ kind: 'app', factorId: 'f' })
    await press('act')
    await type('654321', codeText.appLabel)
    await waitFor(() => expect(action).toHaveBeenCalledTimes(2))
    expect(mocks.mailFreshCode).not.toHaveBeenCalled()
  })

  it('can be declined', async () => {
    await press('act')
    await screen.findByLabelText(codeText.mailLabel)
    await press(freshSignInText.cancel)
    await waitFor(() => expect(screen.getByText('result: cancelled')).toBeTruthy())
    expect(action).toHaveBeenCalledTimes(1)
  })
})
