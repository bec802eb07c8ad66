import { beforeEach, describe, expect, it, vi } from 'vitest'
import { submitReauthentication } from './fresh-sign-in.calls'

const auth = vi.hoisted(() => ({
  getSession: vi.fn(),
  verifyOtp: vi.fn(),
  signOut: vi.fn(),
  admin: { signOut: vi.fn() },
}))
vi.mock('~/session/tokens/auth-client', () => ({ loadAuthClient: async () => auth }))

const signedInAs = (id: string, email: string) =>
  auth.getSession.mockResolvedValue({ data: { session: { access_token: 'former', user: { id, email } } } })
const proof = { kind: 'mail', email: 'dana@example.com' } as const

beforeEach(() => {
  for (const mock of [auth.getSession, auth.verifyOtp, auth.signOut, auth.admin.signOut]) mock.mockReset()
  auth.admin.signOut.mockResolvedValue({ error: null })
  auth.verifyOtp.mockResolvedValue({ data: { user: { id: 'dana' } }, error: null })
  vi.stubGlobal('fetch', async () => Response.json(null))
})

describe('a mailed code', () => {
  it('begins a new session of the same person, and the former one ends', async () => {
    signedInAs('dana', 'dana@example.com')
    await submitReauthentication(proof, '123456')
    expect(auth.verifyOtp).toHaveBeenCalledExactlyOnceWith({ email: proof.email, token: '123456', type: 'email' })
    expect(auth.admin.signOut).toHaveBeenCalledExactlyOnceWith('former', 'local')
  })

  it('is not given where another tab has signed in as somebody else meanwhile', async () => {
    signedInAs('noa', 'noa@example.com')
    await expect(submitReauthentication(proof, '123456')).rejects.toMatchObject({ code: 'SESSION_ENDED' })
    expect(auth.verifyOtp).not.toHaveBeenCalled()
  })

  it('that opens another account of the same address signs nobody in', async () => {
    signedInAs('dana', 'dana@example.com')
    auth.verifyOtp.mockResolvedValue({ data: { user: { id: 'another' } }, error: null })
    await expect(submitReauthentication(proof, '123456')).rejects.toMatchObject({ code: 'SESSION_ENDED' })
    expect(auth.signOut).toHaveBeenCalledExactlyOnceWith({ scope: 'local' })
  })

  it.each([
    ['wrong or old', { code: 'otp_expired', message: 'Token has expired or is invalid' }, 'INVALID_CREDENTIALS'],
    [
      'one of too many',
      { code: 'over_request_rate_limit', message: 'Request rate limit reached' },
      'TOO_MANY_REQUESTS',
    ],
    ['given offline', { message: 'Failed to fetch', status: 0 }, 'NETWORK_ERROR'],
  ])('that is %s keeps the session that is there', async (_, error, code) => {
    signedInAs('dana', 'dana@example.com')
    auth.verifyOtp.mockResolvedValue({ data: {}, error })
    await expect(submitReauthentication(proof, '123456')).rejects.toMatchObject({ code })
    expect(auth.admin.signOut).not.toHaveBeenCalled()
  })
})
