import { expect, it } from 'vitest'
import { tokenOwner } from './token-owner'

const token = (claims: unknown) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`

it('reads the owner of a token, and nothing out of anything else', () => {
  expect(tokenOwner(token({ sub: 'dana', name: 'דנה ?>~' }))).toBe('dana')
  for (const wrong of ['', 'a.b.c', token(null), token({ sub: 7 }), token('sub')]) expect(tokenOwner(wrong)).toBeNull()
})
