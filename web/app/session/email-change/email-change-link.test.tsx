import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { rememberMailRequest } from '~/session/callback/mail-requests'
import { setSession } from '~/session/student/session-store'
import { dana, danaSession } from '~/session/student/test-students'
import { emailLinkText as text } from '~/session/two-step/security.he'
import { AppError } from '~/shared/errors/errors'
import { screenAt } from '~/shared/testing/screen-at'
import { EmailChangeLink, emailChangeToken } from './email-change-link'

const mocks = vi.hoisted(() => ({
  confirmEmailChange: vi.fn(),
  refreshSession: vi.fn(),
  loadProfile: vi.fn(),
  fetchLinkAccount: vi.fn(),
}))
vi.mock('./email-change.calls', () => mocks)
vi.mock('~/session/sign-in/auth.calls', () => mocks)
vi.mock('~/session/callback/mailed-links.calls', () => mocks)
vi.mock('~/session/student/session-keeper', () => mocks)

const SITE = 'https://academy.example'
const linkOf = (query: string, to = `${SITE}/auth/callback?n=x&for=email_change`) =>
  `${SITE}/auth/callback?${query}&to=${encodeURIComponent(to)}`
const open = (asked: boolean) => screenAt('/auth/callback', <EmailChangeLink token={{ tokenHash: 'hash', asked }} />)

beforeEach(() => {
  for (const mock of Object.values(mocks)) mock.mockReset()
  mocks.refreshSession.mockResolvedValue(undefined)
  mocks.fetchLinkAccount.mockResolvedValue('da***@example.com')
  mocks.confirmEmailChange.mockResolvedValue({ step: 'half' })
  setSession({ status: 'anonymous' })
})

describe('which links confirm a change of address', () => {
  it('those of its type; and this browser knows the ones it asked for', () => {
    expect(emailChangeToken(linkOf('token_hash=hash&type=email_change'))).toEqual({ tokenHash: 'hash', asked: false })
    const { nonce } = rememberMailRequest('new@example.com', '/profile/security')
    const own = linkOf('token_hash=hash&type=email_change', `${SITE}/auth/callback?n=${nonce}`)
    expect(emailChangeToken(own)).toEqual({ tokenHash: 'hash', asked: true })
  })
  it.each(['token_hash=hash&type=magiclink', 'type=email_change', 'error=access_denied&type=email_change', ''])(
    'not %s',
    (query) => expect(emailChangeToken(linkOf(query))).toBeNull(),
  )
})

describe('a link of a change of address', () => {
  it('confirms by itself where it was asked for', async () => {
    open(true)
    expect(await screen.findByRole('heading', { name: text.halfTitle })).toBeTruthy()
    expect(mocks.confirmEmailChange).toHaveBeenCalledExactlyOnceWith({ tokenHash: 'hash' })
    expect(mocks.loadProfile).not.toHaveBeenCalled()
  })

  it('waits for a press anywhere else', async () => {
    open(false)
    const button = await screen.findByRole('button', { name: text.confirmButton })
    expect(screen.getByText('da***@example.com')).toBeTruthy()
    expect(mocks.confirmEmailChange).not.toHaveBeenCalled()
    await userEvent.click(button)
    expect(await screen.findByRole('heading', { name: text.halfTitle })).toBeTruthy()
    expect(screen.getByRole('link', { name: text.toLogin })).toBeTruthy()
  })

  it('that is used up says so before anything is pressed', async () => {
    mocks.fetchLinkAccount.mockResolvedValue(null)
    open(false)
    expect((await screen.findByRole('alert')).textContent).toBe(text.usedUp)
    expect(mocks.confirmEmailChange).not.toHaveBeenCalled()
  })

  it('brings the new address to the account of this browser, and to no other', async () => {
    setSession(danaSession())
    mocks.confirmEmailChange.mockResolvedValue({ step: 'whole', userId: dana.id })
    open(true)
    expect(await screen.findByRole('heading', { name: text.wholeTitle })).toBeTruthy()
    expect(mocks.refreshSession).toHaveBeenCalledOnce()
    expect(mocks.loadProfile).toHaveBeenCalledExactlyOnceWith(dana.id)
    expect(screen.getByRole('link', { name: text.toSecurity }).getAttribute('href')).toBe('/profile/security')
  })

  it('leaves somebody else’s account in this browser alone', async () => {
    setSession(danaSession())
    mocks.confirmEmailChange.mockResolvedValue({ step: 'whole', userId: 'another' })
    open(true)
    expect(await screen.findByRole('heading', { name: text.wholeTitle })).toBeTruthy()
    expect(mocks.loadProfile).not.toHaveBeenCalled()
  })

  it.each([
    ['INVALID_CREDENTIALS', text.usedUp],
    ['DUPLICATE_EMAIL', text.taken],
  ] as const)('%s cannot be tried again', async (code, message) => {
    mocks.confirmEmailChange.mockRejectedValue(new AppError(code))
    open(true)
    expect((await screen.findByRole('alert')).textContent).toBe(message)
    expect(screen.queryByRole('button', { name: text.retry })).toBeNull()
  })

  it('a failure on the way can', async () => {
    mocks.confirmEmailChange.mockRejectedValueOnce(new AppError('NETWORK_ERROR'))
    open(true)
    await userEvent.click(await screen.findByRole('button', { name: text.retry }))
    await waitFor(() => expect(screen.getByRole('heading', { name: text.halfTitle })).toBeTruthy())
  })
})
