import type { Session } from '@supabase/auth-js'
import { describe, expect, it } from 'vitest'
import { needsSecondStep } from './assurance'

const tokenOf = (claims: object) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`
const sessionOf = (access_token: string, factors?: { status: string }[]) =>
  ({ access_token, user: { factors } }) as unknown as Session
const app = [{ status: 'verified' }]

describe('[3-07] the second step of a session', () => {
  it('is owed while the account has a verified factor and the token says aal1', () => {
    expect(needsSecondStep(sessionOf(tokenOf({ aal: 'aal1', name: 'דנה' }), app))).toBe(true)
    expect(needsSecondStep(sessionOf(tokenOf({ aal: 'aal2' }), app))).toBe(false)
  })
  it.each([[undefined], [[]], [[{ status: 'unverified' }]]])('is not owed with the factors %o', (factors) =>
    expect(needsSecondStep(sessionOf(tokenOf({ aal: 'aal1' }), factors))).toBe(false),
  )
  it.each(['', 'a.b', 'a.%%%.c', `a.${Buffer.from('null').toString('base64url')}.c`])(
    'is owed where the token %o says nothing',
    (token) => expect(needsSecondStep(sessionOf(token, app))).toBe(true),
  )
})
