import { beforeEach, describe, expect, it } from 'vitest'
import { findMailRequest, rememberMailRequest } from '~/session/callback/mail-requests'
import { acceptsSessionInUrl } from './auth-client'

const HOUR = 60 * 60 * 1000
const at = (path: string) => new URL(`https://academy.example${path}`)

beforeEach(() => localStorage.clear())

describe('[9-12] a session in the address', () => {
  it('is taken on the callback addresses, in the browser that asked', () => {
    const { nonce } = rememberMailRequest('dana@example.com', '/dashboard')
    const params = { access_token: 'a', n: nonce }
    expect(acceptsSessionInUrl(at('/auth/callback'), params)).toBe(true)
    expect(acceptsSessionInUrl(at('/auth/verify'), params)).toBe(true)
    expect(acceptsSessionInUrl(at('/dashboard'), params)).toBe(false)
    expect(acceptsSessionInUrl(at('/auth/callback'), { access_token: 'a' })).toBe(false)
    expect(acceptsSessionInUrl(at('/auth/callback'), { access_token: 'a', n: 'another' })).toBe(false)
  })

  it('[2.5-06] an error in the address is left to the screens', () => {
    expect(acceptsSessionInUrl(at('/login'), { error: 'account_inactive' })).toBe(false)
    expect(acceptsSessionInUrl(at('/auth/callback'), { error: 'access_denied' })).toBe(false)
  })
})

describe('mails that were asked for here', () => {
  it('[9-05] are remembered for 24 hours', () => {
    const now = Date.now()
    const { nonce } = rememberMailRequest('dana@example.com', '/dashboard', now)
    expect(findMailRequest(nonce, now + 24 * HOUR - 1)?.email).toBe('dana@example.com')
    expect(findMailRequest(nonce, now + 24 * HOUR)).toBeUndefined()
  })

  it('[7-03] only the last five are kept', () => {
    const nonces = Array.from({ length: 7 }, () => rememberMailRequest('dana@example.com', '/').nonce)
    expect(nonces.map((nonce) => findMailRequest(nonce) !== undefined)).toEqual([
      false,
      false,
      true,
      true,
      true,
      true,
      true,
    ])
  })

  it('[3-23] a spoilt store is an empty one', () => {
    localStorage.setItem('mail-requests', '{"x":')
    expect(findMailRequest('x')).toBeUndefined()
    localStorage.setItem('mail-requests', '{"x":1}')
    expect(findMailRequest('x')).toBeUndefined()
  })
})
