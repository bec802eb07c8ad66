import { expect, it } from 'vitest'
import { codesAdvice, codesAsText, spelledCode } from './recovery-codes.rules'

const made = '2026-11-20T10:00:00Z'

it.each([
  [null, 0, 'never'],
  [made, 10, 'fine'],
  [made, 3, 'fine'],
  [made, 2, 'few'],
  [made, 1, 'few'],
  [made, 0, 'none'],
] as const)('made %s with %i left: %s', (madeAt, left, advice) => {
  expect(codesAdvice({ madeAt, left })).toBe(advice)
})

it('spells a code four by four', () => {
  expect(spelledCode('K7M2Q9XR4TBDW3NH')).toBe('K7M2-Q9XR-4TBD-W3NH')
})

it('writes the codes under their head, one a line', () => {
  expect(codesAsText(['K7M2Q9XR', 'AAAABBBB'], 'head')).toBe('head\r\n\r\nK7M2-Q9XR\r\nAAAA-BBBB\r\n')
})
