import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { codeText } from '~/session/fresh-sign-in/account.he'
import { setSession } from '~/session/student/session-store'
import { dana, danaSession } from '~/session/student/test-students'
import { TokenClaimsError } from '~/session/tokens/token-claims'
import { emailText, securityText, sessionListText, signInListText, twoStepText } from '~/session/two-step/security.he'
import { AppError } from '~/shared/errors/errors'
import { screenAt } from '~/shared/testing/screen-at'
import { deviceOf } from './device.rules'
import { SecurityScreen } from './security-screen'

const mocks = vi.hoisted(() => ({
  checkOwnToken: vi.fn(),
  fetchOwnSessions: vi.fn(),
  fetchOwnSignIns: vi.fn(),
  endOwnSession: vi.fn(),
  endOtherSessions: vi.fn(),
  fetchEmailChange: vi.fn(),
  beginEmailChange: vi.fn(),
  cancelEmailChange: vi.fn(),
  confirmEmailChange: vi.fn(),
  resendEmailChange: vi.fn(),
  fetchApps: vi.fn(),
  inviteApp: vi.fn(),
  joinApp: vi.fn(),
  removeApp: vi.fn(),
  fetchCodesLeft: vi.fn(),
  makeRecoveryCodes: vi.fn(),
  saveFile: vi.fn(),
  signOut: vi.fn(),
  toast: { success: vi.fn() },
}))
vi.mock('./own-sessions.calls', () => mocks)
vi.mock('~/session/email-change/email-change.calls', () => mocks)
vi.mock('~/session/two-step/second-step.calls', () => mocks)
vi.mock('~/session/two-step/recovery-codes.calls', () => mocks)
vi.mock('~/shared/browser/save-file', () => mocks)
vi.mock('~/session/student/sign-out.calls', () => mocks)
vi.mock('~/shared/ui/toast', () => mocks)

const at = '2026-11-20T10:00:00Z'
const here = {
  id: '1',
  device: deviceOf('Firefox/1 Windows'),
  address: '84.229.*.*',
  signedInAt: at,
  lastUsedAt: at,
  isCurrent: true,
}
const there = { ...here, id: '2', device: deviceOf(null), address: null, isCurrent: false }
const invitation = { id: 'f', qrCode: 'data:image/svg+xml;utf-8,<svg/>', secret: 'ABCDEFGHIJ', uri: 'otpauth://totp/x' }
const onEmailChanged = vi.fn()

function open() {
  setSession(danaSession())
  screenAt('/profile/security', <SecurityScreen onEmailChanged={onEmailChanged} />)
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const type = async (label: string, text: string) => userEvent.type(await screen.findByLabelText(label), text)

beforeEach(() => {
  for (const mock of Object.values(mocks)) if ('mockReset' in mock) mock.mockReset().mockResolvedValue(undefined)
  mocks.checkOwnToken.mockResolvedValue(null)
  mocks.fetchOwnSessions.mockResolvedValue([here, there])
  mocks.fetchOwnSignIns.mockResolvedValue([])
  mocks.fetchEmailChange.mockResolvedValue(null)
  mocks.fetchApps.mockResolvedValue([])
  mocks.fetchCodesLeft.mockResolvedValue({ madeAt: at, left: 10 })
  onEmailChanged.mockReset().mockResolvedValue(undefined)
})

describe('[5-23] the check of their own token', () => {
  it.each(['Invalid JWT signature', 'JWKS is empty', 'No matching signing key found in JWKS'] as const)(
    '%s stands in the place of everything',
    async (reason) => {
      mocks.checkOwnToken.mockRejectedValue(new TokenClaimsError(reason))
      open()
      expect(await screen.findByText(reason)).toBeTruthy()
      expect(screen.queryByText(dana.email)).toBeNull()
      expect(mocks.fetchOwnSessions).not.toHaveBeenCalled()
      await press(securityText.signInAgain)
      expect(mocks.signOut).toHaveBeenCalledOnce()
    },
  )

  it('that could not be made can be tried again', async () => {
    mocks.checkOwnToken.mockRejectedValueOnce(new AppError('NETWORK_ERROR'))
    open()
    expect((await screen.findByRole('alert')).textContent).toContain(securityText.keysFailed)
    await press(securityText.retry)
    expect(await screen.findByText(dana.email)).toBeTruthy()
  })
})

describe('the devices', () => {
  it('[3-05] are named in words; only others can be ended, after a question', async () => {
    open()
    const [first, second] = await screen.findAllByRole('listitem')
    expect(first?.textContent).toContain('Firefox ב־Windows')
    expect(first?.textContent).toContain(sessionListText.current)
    expect(within(first as HTMLElement).queryByRole('button')).toBeNull()
    expect(second?.textContent).toContain(sessionListText.unknown)
    await press(sessionListText.endThis(sessionListText.unknown))
    mocks.endOwnSession.mockRejectedValueOnce(new AppError('NETWORK_ERROR'))
    await press(sessionListText.confirm)
    expect((await screen.findByRole('alert')).textContent).toContain('אין חיבור לשרת')
    mocks.fetchOwnSessions.mockResolvedValue([here])
    await press(sessionListText.confirm)
    expect(mocks.endOwnSession).toHaveBeenLastCalledWith('2')
    expect(await screen.findByText(sessionListText.onlyThis)).toBeTruthy()
    expect(screen.queryByRole('button', { name: sessionListText.endOthers })).toBeNull()
  })

  it('that do not come say so, as a change of address does, and come at the second try', async () => {
    for (const asked of [mocks.fetchOwnSessions, mocks.fetchEmailChange])
      asked.mockRejectedValue(new AppError('NETWORK_ERROR'))
    open()
    expect(await screen.findByText(sessionListText.failed)).toBeTruthy()
    expect(await screen.findByText(emailText.failed)).toBeTruthy()
    mocks.fetchOwnSessions.mockResolvedValue([here])
    mocks.fetchEmailChange.mockResolvedValue(null)
    for (const retry of screen.getAllByRole('button', { name: securityText.retry })) await userEvent.click(retry)
    expect(await screen.findByText(sessionListText.onlyThis)).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('button', { name: securityText.retry })).toBeNull())
    expect(screen.queryByText(emailText.failed)).toBeNull()
  })

  it('[7-06] all others end together', async () => {
    open()
    await press(sessionListText.endOthers)
    await press(sessionListText.confirm)
    await waitFor(() => expect(mocks.endOtherSessions).toHaveBeenCalledOnce())
  })
})

it('the last sign-ins are told, ended ones too, five at first', async () => {
  const entry = { at, device: here.device, address: '84.229.*.*', withApp: true, isOpen: true }
  mocks.fetchOwnSignIns.mockResolvedValue([
    entry,
    ...[1, 2, 3, 4, 5, 6].map((day) => ({ ...entry, at: `2026-10-0${day}T10:00:00Z`, isOpen: false })),
  ])
  open()
  const list = within(await screen.findByRole('region', { name: signInListText.title }))
  expect((await list.findAllByRole('listitem'))[0]?.textContent).toContain(signInListText.withApp)
  expect(list.getAllByText(signInListText.open)).toHaveLength(1)
  await press(signInListText.more(7))
  expect(list.getAllByRole('listitem')).toHaveLength(7)
})

describe('the address', () => {
  it('is checked before anything is asked', async () => {
    open()
    await press(emailText.change)
    await press(emailText.submit)
    expect(await screen.findByText(emailText.required)).toBeTruthy()
    await type(emailText.newLabel, dana.email.toUpperCase())
    await press(emailText.submit)
    expect(await screen.findByText(emailText.same)).toBeTruthy()
    expect(mocks.beginEmailChange).not.toHaveBeenCalled()
  })

  it('says where a taken one was typed, and what else went wrong', async () => {
    mocks.beginEmailChange.mockRejectedValueOnce(new AppError('DUPLICATE_EMAIL'))
    open()
    await press(emailText.change)
    await type(emailText.newLabel, 'ron@example.com')
    await press(emailText.submit)
    expect(await screen.findByText(emailText.taken)).toBeTruthy()
    mocks.beginEmailChange.mockRejectedValueOnce(new AppError('EMAIL_RATE_LIMIT_EXCEEDED'))
    await press(emailText.submit)
    expect((await screen.findByRole('alert')).textContent).toContain('נשלחו יותר מדי הודעות')
  })

  it('shows which side has confirmed and takes the code of the other', async () => {
    mocks.fetchEmailChange.mockResolvedValue({
      newEmail: 'new@example.com',
      currentConfirmed: true,
      newConfirmed: false,
    })
    open()
    expect(await screen.findByText(emailText.oneConfirmed)).toBeTruthy()
    expect(screen.queryByLabelText(emailText.codeFor(emailText.currentAddress))).toBeNull()
    mocks.confirmEmailChange.mockRejectedValueOnce(new AppError('INVALID_CREDENTIALS'))
    await type(emailText.codeFor(emailText.newAddress), '123456')
    await press(emailText.codeSubmit)
    expect(await screen.findByText(codeText.mailWrong)).toBeTruthy()
    mocks.fetchEmailChange.mockResolvedValue(null)
    await press(emailText.codeSubmit)
    expect(mocks.confirmEmailChange).toHaveBeenLastCalledWith({ email: 'new@example.com', code: '123456' })
    await waitFor(() => expect(onEmailChanged).toHaveBeenCalledOnce())
  })

  it('stays when the change is given up', async () => {
    mocks.fetchEmailChange.mockResolvedValueOnce({
      newEmail: 'n@example.com',
      currentConfirmed: false,
      newConfirmed: false,
    })
    open()
    await press(emailText.cancel)
    expect(await screen.findByText(emailText.cancelled)).toBeTruthy()
    expect(mocks.cancelEmailChange).toHaveBeenCalledOnce()
  })
})

describe('[3-07] the second step', () => {
  it('[7-08] is set up by a picture or a key, and its first code', async () => {
    mocks.inviteApp.mockResolvedValue(invitation)
    open()
    await press(twoStepText.setUp)
    expect((await screen.findByRole('img', { name: twoStepText.qrAlt })).getAttribute('src')).toBe(invitation.qrCode)
    expect(screen.getByText('ABCD EFGH IJ')).toBeTruthy()
    mocks.joinApp.mockRejectedValueOnce(new AppError('INVALID_CREDENTIALS'))
    await type(twoStepText.firstCode, '123456')
    await press(twoStepText.confirm)
    expect(await screen.findByText(codeText.appWrong)).toBeTruthy()
    mocks.fetchApps.mockResolvedValue([{ id: 'f', addedAt: at }])
    mocks.makeRecoveryCodes.mockResolvedValue(['K7M2Q9XR4TBDW3NH', 'AAAABBBBCCCCDDDD'])
    await press(twoStepText.confirm)
    expect(await screen.findByText(twoStepText.enabled)).toBeTruthy()
    expect(screen.getByText('K7M2-Q9XR-4TBD-W3NH')).toBeTruthy()
    expect(await screen.findByRole('button', { name: twoStepText.remove })).toBeTruthy()
  })

  it('is taken off against a code', async () => {
    mocks.fetchApps.mockResolvedValueOnce([{ id: 'f', addedAt: at }]).mockResolvedValue([])
    open()
    await press(twoStepText.remove)
    await type(codeText.appLabel, '123456')
    await press(twoStepText.removeConfirm)
    expect(mocks.removeApp).toHaveBeenCalledExactlyOnceWith('f', '123456', 'app')
    expect(await screen.findByText(twoStepText.removed)).toBeTruthy()
  })

  it('says when it cannot be begun', async () => {
    mocks.inviteApp.mockRejectedValue(new AppError('SERVER_ERROR'))
    open()
    await press(twoStepText.setUp)
    expect((await screen.findByRole('alert')).textContent).toContain('השרת אינו זמין')
  })
})
