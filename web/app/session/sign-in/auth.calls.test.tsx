import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Registration } from '~/session/registration/registrations.calls'
import { AppError, toAppError } from '~/shared/errors/errors'
import { ACCOUNT_DEACTIVATED } from '~/shared/errors/errors.he'
import {
  exchangeCode,
  PhoneConflictError,
  redeemCode,
  redeemLink,
  registerStudent,
  sendLoginLink,
  sendVerificationLink,
} from './auth.calls'

const client = vi.hoisted(() => ({
  signUp: vi.fn(),
  signInWithOtp: vi.fn(),
  verifyOtp: vi.fn(),
  exchangeCodeForSession: vi.fn(),
}))
vi.mock('~/session/tokens/auth-client', () => ({ loadAuthClient: async () => client }))
const begin = vi.hoisted(() => ({ beginRegistration: vi.fn() }))
vi.mock('~/session/registration/registrations.calls', () => begin)

const registration: Registration = {
  email: 'dana@example.com',
  firstName: 'דנה',
  lastName: 'כהן',
  phoneNumber: '+972501234567',
  marketingConsent: false,
  privacyConsent: true,
  termsConsent: true,
}
const user = { id: 'x', user_metadata: {}, identities: [{}] }
const redirectOf = (mock: typeof client.signUp) => new URL(mock.mock.calls[0]?.[0].options.emailRedirectTo)

beforeEach(() => {
  localStorage.clear()
  for (const mock of [...Object.values(client), begin.beginRegistration]) mock.mockReset()
  begin.beginRegistration.mockResolvedValue(undefined)
  client.signUp.mockResolvedValue({ data: { user }, error: null })
  client.signInWithOtp.mockResolvedValue({ data: {}, error: null })
  client.verifyOtp.mockResolvedValue({ data: { user }, error: null })
  vi.stubGlobal('fetch', async () => Response.json(null))
})

describe('registration', () => {
  it('[7-02] [3-06] [3-19] sends the metadata of a student and our callback', async () => {
    await registerStudent(registration, '/dashboard')
    const { email, options } = client.signUp.mock.calls[0]?.[0] ?? {}
    expect(email).toBe('dana@example.com')
    expect(options.data).toEqual({
      first_name: 'דנה',
      last_name: 'כהן',
      phone_number: '+972501234567',
      marketing_consent: false,
      privacy_consent: true,
      terms_consent: true,
      user_type: 'student',
    })
    const redirect = redirectOf(client.signUp)
    expect(redirect.pathname).toBe('/auth/callback')
    expect(JSON.parse(localStorage.getItem('mail-requests') ?? '[]')).toMatchObject([
      { nonce: redirect.searchParams.get('n'), email: 'dana@example.com', returnTo: '/dashboard', registers: true },
    ])
    expect(begin.beginRegistration).toHaveBeenCalledExactlyOnceWith(redirect.searchParams.get('n'), registration)
  })

  it('[4-07] makes up another password each time', async () => {
    await registerStudent(registration, '/dashboard')
    await registerStudent(registration, '/dashboard')
    const [first, second] = client.signUp.mock.calls.map(([{ password }]) => password)
    expect(first).toMatch(/^[0-9a-f]{64}$/)
    expect(second).not.toBe(first)
  })

  it('[5-01] [5-03] needs both consents and a phone', async () => {
    await expect(registerStudent({ ...registration, termsConsent: false }, '/')).rejects.toMatchObject({
      code: 'PRIVACY_CONSENT_REQUIRED',
    })
    await expect(registerStudent({ ...registration, privacyConsent: false }, '/')).rejects.toMatchObject({
      code: 'PRIVACY_CONSENT_REQUIRED',
    })
    await expect(registerStudent({ ...registration, phoneNumber: ' ' }, '/')).rejects.toMatchObject({
      code: 'PHONE_NUMBER_REQUIRED',
    })
    expect(client.signUp).not.toHaveBeenCalled()
  })

  it('[4-05] [8-02] a confirmed address cannot register again', async () => {
    client.signUp.mockResolvedValue({ data: { user: { ...user, identities: [] } }, error: null })
    await expect(registerStudent(registration, '/')).rejects.toMatchObject({ code: 'USER_ALREADY_EXISTS' })
  })

  it('[5-04] [3-22] a taken phone carries the conflict, with the other address masked', async () => {
    const details = '{"existingEmail":"d***@g***.com"}'
    const conflict = {
      phoneNumber: '+972501234567',
      currentEmail: 'dana@example.com',
      existingEmail: 'd***@g***.com',
    }
    begin.beginRegistration.mockRejectedValueOnce(toAppError({ code: 'PHONE_ALREADY_EXISTS', message: 'x', details }))
    const first = await registerStudent(registration, '/').catch((error: unknown) => error)
    expect(client.signUp).not.toHaveBeenCalled()
    const message = `PHONE_ALREADY_EXISTS ${details}`
    client.signUp.mockResolvedValue({ data: { user: null }, error: { message, status: 400 } })
    const second = await registerStudent(registration, '/').catch((error: unknown) => error)
    for (const failure of [first, second]) {
      expect(failure).toBeInstanceOf(PhoneConflictError)
      expect(failure).toMatchObject({ code: 'PHONE_ALREADY_EXISTS', conflict })
    }
  })

  it('[5-03] what the academy refuses is asked of nobody else, and leaves no trace here', async () => {
    begin.beginRegistration.mockRejectedValueOnce(new AppError('INVALID_PHONE_NUMBER'))
    await expect(registerStudent(registration, '/')).rejects.toMatchObject({ code: 'INVALID_PHONE_NUMBER' })
    expect(client.signUp).not.toHaveBeenCalled()
    expect(localStorage.getItem('mail-requests')).toBeNull()
  })
})

describe('login links', () => {
  it('[7-03] [5-09] creates no account', async () => {
    await sendLoginLink('dana@example.com', '/profile')
    expect(client.signInWithOtp.mock.calls[0]?.[0]).toMatchObject({
      email: 'dana@example.com',
      options: { shouldCreateUser: false },
    })
    expect(redirectOf(client.signInWithOtp).searchParams.get('for')).toBe('signin')
  })

  it.each([
    [
      '[5-08] an unknown address',
      { code: 'otp_disabled', message: 'Signups not allowed for otp', status: 422 },
      { code: 'USER_NOT_FOUND' },
    ],
    [
      '[5-08] a deactivated account',
      { code: 'user_banned', message: 'User is banned', status: 403 },
      { message: ACCOUNT_DEACTIVATED },
    ],
  ])('%s', async (_, error, expected) => {
    client.signInWithOtp.mockResolvedValue({ data: {}, error })
    await expect(sendLoginLink('dana@example.com', '/')).rejects.toMatchObject(expected)
  })

  it('[2.8-02] a verification returns to its screen', async () => {
    await sendVerificationLink('dana@example.com')
    expect(redirectOf(client.signInWithOtp).searchParams.get('for')).toBe('verification')
  })
})

describe('redeeming', () => {
  it('[7-07] [4-12] a token of type signup is verified as an email token', async () => {
    await redeemLink('abc', 'signup')
    expect(client.verifyOtp).toHaveBeenCalledExactlyOnceWith({ token_hash: 'abc', type: 'email' })
  })

  it('[7-07] a code of the mail', async () => {
    await redeemCode('dana@example.com', '123456')
    expect(client.verifyOtp).toHaveBeenCalledExactlyOnceWith({
      email: 'dana@example.com',
      token: '123456',
      type: 'email',
    })
  })

  it('[7-07] a used or old one', async () => {
    const error = { code: 'otp_expired', message: 'Token has expired or is invalid', status: 403 }
    client.verifyOtp.mockResolvedValue({ data: { user: null }, error })
    await expect(redeemCode('dana@example.com', '123456')).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
  })

  it('[7-07] exchanges the full address', async () => {
    client.exchangeCodeForSession.mockResolvedValue({
      data: { user: null },
      error: { code: 'validation_failed', message: 'x', status: 400 },
    })
    await expect(exchangeCode('https://academy.example/auth/callback?code=1')).rejects.toMatchObject({
      code: 'UNKNOWN_ERROR',
    })
    expect(client.exchangeCodeForSession).toHaveBeenCalledExactlyOnceWith(
      'https://academy.example/auth/callback?code=1',
    )
  })
})
