import { beforeEach, describe, expect, it, vi } from 'vitest'
import { verifyMailedCode } from './mailed-code.calls'

const mailed = { email: 'dana@example.com', code: '123456' }
const verifyOtp = vi.fn()
const fetched = vi.fn()

beforeEach(() => {
  document.documentElement.dataset.supabaseUrl = 'https://project.test'
  document.documentElement.dataset.anonKey = 'public-key'
  for (const mock of [verifyOtp, fetched]) mock.mockReset()
  vi.stubGlobal('fetch', fetched)
  verifyOtp.mockResolvedValue({ data: {}, error: null })
  return () => vi.unstubAllGlobals()
})

describe('[7-07] the code of a mail', () => {
  it('is redeemed as the token of its link where the academy sent the mail, by a visitor whoever is signed in', async () => {
    fetched.mockResolvedValue(Response.json('token-of-the-link'))
    await verifyMailedCode({ verifyOtp }, mailed, 'email_change')
    const [address, { body, headers }] = fetched.mock.calls[0] as [string, RequestInit]
    expect(String(address)).toBe('https://project.test/rest/v1/rpc/redeem_mail_code')
    expect(JSON.parse(String(body))).toEqual({ ...mailed, purpose: 'email_change' })
    expect(new Headers(headers).get('authorization')).toBe('Bearer public-key')
    expect(verifyOtp).toHaveBeenCalledExactlyOnceWith({ token_hash: 'token-of-the-link', type: 'email_change' })
  })

  it.each([
    ['is not one of the academy', () => Response.json(null)],
    ['cannot be asked about', () => Response.json({ code: 'PGRST000' }, { status: 503 })],
  ])('that %s is asked of the sign-in service', async (_, answer) => {
    fetched.mockImplementation(async () => answer())
    await verifyMailedCode({ verifyOtp }, mailed, 'email')
    expect(verifyOtp).toHaveBeenCalledExactlyOnceWith({ email: mailed.email, token: mailed.code, type: 'email' })
  })
})
