import { expect, it } from 'vitest'
import { isolate } from './bidi.ts'

it('turns braces into isolates and keeps a short equation on one line', () => {
  expect(isolate('יחד {₪1 + ₪2 = ₪3}.')).toBe('יחד \u2066₪1\u00a0+\u00a0₪2\u00a0=\u00a0₪3\u2069.')
})

it('lets a long equation part before a sign only', () => {
  const long = isolate('{₪4,200 + ₪2,400 + ₪1,200 + ₪700 + ₪1,200 = ₪9,700}')
  expect(long).toContain('₪4,200 +\u00a0₪2,400 +\u00a0')
})

it('leaves plain text alone', () => {
  expect(isolate('שיעור של 5%')).toBe('שיעור של 5%')
})
