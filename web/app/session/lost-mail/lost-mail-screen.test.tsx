import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { registerText } from '~/session/sign-in/sign-in.he'
import { AppError } from '~/shared/errors/errors'
import { screenAt } from '~/shared/testing/screen-at'
import { lostMailText as text } from './lost-mail.he'
import { LostMailScreen } from './lost-mail-screen'

const calls = vi.hoisted(() => ({ requestAccess: vi.fn() }))
vi.mock('./access-requests.calls', () => calls)

const submit = () => screen.getByRole('button', { name: text.submit })
const type = (label: string, value: string) => userEvent.type(screen.getByLabelText(label), value)

async function fill() {
  await type(registerText.firstName, 'דנה')
  await type(registerText.lastName, 'לוי')
  await userEvent.type(screen.getByRole('textbox', { name: registerText.phone }), '0541112233')
  await type(text.contactEmail, 'found@example.com')
  await type(text.message, 'התיבה של העבודה נסגרה.')
}

const open = () =>
  screenAt('/auth/lost-mail', <LostMailScreen />, {
    pathname: '/auth/lost-mail',
    state: { email: 'lost@example.com' },
  })

beforeEach(() => {
  calls.requestAccess.mockReset().mockResolvedValue(undefined)
})

describe('a lost mailbox', () => {
  it('takes over the address of sign-in, sends the request and says where the answer goes', async () => {
    open()
    expect(screen.getByLabelText(text.formerEmail)).toHaveProperty('value', 'lost@example.com')
    await fill()
    await userEvent.click(submit())
    expect(await screen.findByRole('heading', { name: text.sentTitle })).toBeTruthy()
    expect(screen.getByText('found@example.com')).toBeTruthy()
    expect(calls.requestAccess).toHaveBeenCalledExactlyOnceWith({
      firstName: 'דנה',
      lastName: 'לוי',
      formerEmail: 'lost@example.com',
      phoneNumber: '+972541112233',
      contactEmail: 'found@example.com',
      message: 'התיבה של העבודה נסגרה.',
    })
  })

  it('wants another address for the answer, and a phone that there is', async () => {
    open()
    await fill()
    await userEvent.clear(screen.getByLabelText(text.contactEmail))
    await type(text.contactEmail, 'Lost@example.com')
    await userEvent.clear(screen.getByRole('textbox', { name: registerText.phone }))
    await userEvent.type(screen.getByRole('textbox', { name: registerText.phone }), '052123456')
    await userEvent.click(submit())
    expect(await screen.findByText(registerText.phoneInvalid)).toBeTruthy()
    await userEvent.type(screen.getByRole('textbox', { name: registerText.phone }), '7')
    await userEvent.click(submit())
    expect(await screen.findByText(text.sameAddress)).toBeTruthy()
    expect(calls.requestAccess).not.toHaveBeenCalled()
  })

  it.each([
    ['TOO_MANY_REQUESTS', text.limitMet],
    ['NETWORK_ERROR', text.failed],
  ] as const)('says %s and keeps what was written', async (code, message) => {
    calls.requestAccess.mockRejectedValue(new AppError(code))
    open()
    await fill()
    await userEvent.click(submit())
    expect((await screen.findByRole('alert')).textContent).toBe(message)
    expect(screen.getByLabelText(text.message)).toHaveProperty('value', 'התיבה של העבודה נסגרה.')
  })
})
