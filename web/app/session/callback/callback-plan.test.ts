import { describe, expect, it } from 'vitest'
import { callbackText } from './callback.he'
import { planCallback, purposeOf, unfoldAddress } from './callback-plan'

const plan = (rest: string) => planCallback(new URL(`https://academy.example/auth/callback${rest}`))

describe('what a link brought, in the order of the specification', () => {
  it('[4-11] an error of the service in our words, with its description, from query or fragment', () => {
    const expired = {
      kind: 'error',
      message: 'Email link is invalid or has expired',
      lead: callbackText.linkUsedUp,
    }
    const description = 'Email+link+is+invalid+or+has+expired'
    expect(plan(`?error=access_denied&error_description=${description}&token_hash=a&type=email`)).toEqual(expired)
    expect(plan('#error=access_denied&error_code=otp_expired')).toEqual({
      kind: 'error',
      message: callbackText.linkUsedUp,
    })
    expect(plan(`#error=access_denied&error_code=403&error_description=${description}`)).toEqual(expired)
  })
  it.each([
    '?error=access_denied',
    '?error_description=Call+us+at+03-1234567+now',
    '#error_description=Email+link+is+invalid+or+has+expired.+Call+us',
    '?error=x&error_code=__proto__&error_description=constructor',
    `?error_description=${'x'.repeat(999)}`,
  ])("[4-11] %s is nobody else's text on our page", (rest) => {
    expect(plan(rest)).toEqual({ kind: 'error', message: 'Authentication failed' })
  })
  it('[4-11] a known code with a foreign description keeps our own', () => {
    expect(plan('?error_code=user_banned&error_description=Send+us+your+password')).toEqual({
      kind: 'error',
      message: callbackText.accountClosed,
    })
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
  it('leads on to the pages of the staff, with what they read', () => {
    expect(unfold('https://academy.example/admin/auth/callback?n=1&for=signin&error=x')).toBe(
      'https://academy.example/admin/auth/callback?n=1&for=signin&token_hash=abc&type=email',
    )
    expect(unfold('https://academy.example/admin/accept-invitation?token=t&next=x')).toBe(
      'https://academy.example/admin/accept-invitation?token=t&token_hash=abc&type=email',
    )
    expect(unfold('https://academy.example')).toBe('https://academy.example/?token_hash=abc&type=email')
  })
  it.each([
    '//evil',
    '//evil.example/auth/callback?n=1',
    '/dashboard',
    '/logout',
    '/auth/callback/',
    '/%2fevil',
    '/admin',
  ])('is our callback itself where the redirect names %s', (path) => {
    expect(unfold(`https://academy.example${path}`)).toBe(
      'https://academy.example/auth/callback?token_hash=abc&type=email',
    )
  })
  it('takes no error, token or text from the redirect', () => {
    const hostile =
      'error=x&error_description=Call+us&code=c&access_token=a&refresh_token=r&type=recovery&token=t&to=//evil'
    expect(unfold(`https://academy.example/auth/callback?n=1&for=signin&${hostile}#${hostile}`)).toBe(
      'https://academy.example/auth/callback?n=1&for=signin&token_hash=abc&type=email',
    )
  })
  it('is never on another site', () => {
    for (const to of ['https://evil.example/auth/callback?n=1', '//evil.example/', 'javascript:alert(1)', 'http://[']) {
      expect(new URL(unfold(to)).origin).toBe('https://academy.example')
    }
  })
})
