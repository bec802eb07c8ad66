import { describe, expect, it } from 'vitest'
import { planCallback, purposeOf, unfoldAddress } from './callback-plan'

const plan = (rest: string) => planCallback(new URL(`https://academy.example/auth/callback${rest}`))

describe('what a link brought, in the order of the specification', () => {
  it('[4-11] an error with its description, from query or fragment', () => {
    expect(
      plan('?error=access_denied&error_description=Email+link+is+invalid+or+has+expired&token_hash=a&type=email'),
    ).toEqual({
      kind: 'error',
      description: 'Email link is invalid or has expired',
    })
    expect(plan('#error=access_denied&error_code=otp_expired')).toEqual({ kind: 'error', description: null })
    expect(plan(`?error_description=${'x'.repeat(999)}`)).toEqual({ kind: 'error', description: 'x'.repeat(200) })
  })
  it('[4-12] a token with its type', () => {
    expect(plan('?n=1&token_hash=abc&type=email')).toEqual({ kind: 'token', tokenHash: 'abc', type: 'email' })
    expect(plan('?token=abc&type=signup')).toEqual({ kind: 'token', tokenHash: 'abc', type: 'signup' })
    expect(plan('?token=abc&type=nonsense')).toEqual({ kind: 'existing' })
  })
  it('[4-13] a code', () => expect(plan('?code=abc')).toEqual({ kind: 'code' }))
  it('[9-12] a session in the fragment', () => {
    expect(plan('?n=1#access_token=a&refresh_token=r&type=magiclink')).toEqual({
      kind: 'tokens-in-address',
      accessToken: 'a',
      refreshToken: 'r',
    })
  })
  it('[4-14] otherwise the session that exists', () => expect(plan('')).toEqual({ kind: 'existing' }))
  it('names the account action', () => {
    const purpose = (rest: string) => purposeOf(new URL(`https://academy.example/auth/callback${rest}`))
    expect(purpose('?for=signup&type=email')).toBe('signup')
    expect(purpose('?for=verification')).toBe('verification')
    expect(purpose('?type=signup')).toBe('signup')
    expect(purpose('?for=<b>')).toBe('signin')
  })
})

describe('the address that a mailed link stands for', () => {
  const unfold = (to: string) =>
    unfoldAddress(
      new URL(`https://academy.example/auth/callback?token_hash=abc&type=email&to=${encodeURIComponent(to)}`),
    ).href

  it('is the redirect that was asked for, with the token', () => {
    expect(unfold('https://academy.example/auth/verify?n=1&for=signup')).toBe(
      'https://academy.example/auth/verify?n=1&for=signup&token_hash=abc&type=email',
    )
    expect(unfold('https://academy.example/auth/callback')).toBe(
      'https://academy.example/auth/callback?token_hash=abc&type=email',
    )
  })
  it('is never on another site', () => {
    for (const to of ['https://evil.example/auth/callback?n=1', '//evil.example/', 'javascript:alert(1)', 'http://[']) {
      expect(new URL(unfold(to)).origin).toBe('https://academy.example')
    }
  })
})
