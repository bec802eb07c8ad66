import { expect, it } from 'vitest'
import { expiryOfNewSession, hasExpired } from './session-expiry.rules'

const DAY = 24 * 60 * 60 * 1000

it('[9-01] a student session lives 90 days', () => {
  const start = Date.UTC(2026, 0, 1)
  const expiry = expiryOfNewSession(start)
  expect(expiry - start).toBe(90 * DAY)
  expect(hasExpired(expiry, start + 90 * DAY - 1)).toBe(false)
  expect(hasExpired(expiry, start + 90 * DAY)).toBe(true)
})

it('[9-01] without a local limit nothing expires here', () =>
  expect(hasExpired(null, Number.MAX_SAFE_INTEGER)).toBe(false))
