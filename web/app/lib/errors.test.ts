import { describe, expect, it } from 'vitest'
import { ERROR_CODES } from '~/domain/error-code'
import { ACCOUNT_DEACTIVATED, errorMessages } from '~/locales/he/errors'
import { AppError, toAppError, toErrorCode } from './errors'

describe('the error catalogue', () => {
  it('[8-01] [8-02] [8-03] [8-04] [8-05] [8-06] [8-07] gives every code a Hebrew text', () => {
    for (const code of ERROR_CODES) expect(errorMessages[code]).toMatch(/\p{Script=Hebrew}/u)
    expect(ERROR_CODES).toHaveLength(22)
  })

  it.each([
    ['User already registered', 'USER_ALREADY_EXISTS'],
    ['This address has already been taken', 'USER_ALREADY_EXISTS'],
  ])('[8-08] %s', (message, code) => expect(toErrorCode({ message })).toBe(code))

  it.each([
    ['duplicate key value violates unique constraint "users_email_key"', 'DUPLICATE_EMAIL'],
    ['duplicate key value violates unique constraint "users_phone_number_key"', 'PHONE_ALREADY_EXISTS'],
    ['duplicate key value violates unique constraint "users_pkey"', 'USER_ALREADY_EXISTS'],
  ])('[8-09] %s', (message, code) => expect(toErrorCode({ message })).toBe(code))

  it.each([
    ['Email not confirmed', 'EMAIL_NOT_CONFIRMED'],
    ['User not found', 'USER_NOT_FOUND'],
    ['Invalid login credentials', 'INVALID_CREDENTIALS'],
  ])('[8-10] %s', (message, code) => expect(toErrorCode({ message })).toBe(code))

  it.each([
    [{ message: 'Too many requests' }, 'TOO_MANY_REQUESTS'],
    [{ message: 'Request rate limit reached', code: 'over_request_rate_limit', status: 429 }, 'TOO_MANY_REQUESTS'],
    [{ message: 'email rate limit exceeded', status: 429 }, 'EMAIL_RATE_LIMIT_EXCEEDED'],
  ])('[8-11] %o', (raw, code) => expect(toErrorCode(raw)).toBe(code))

  it.each([
    ['invalid email', 'INVALID_EMAIL'],
    ['Unable to validate email address: invalid format', 'INVALID_EMAIL'],
    ['signup is disabled', 'SIGNUP_DISABLED'],
    ['Signups not allowed for this instance', 'SIGNUP_DISABLED'],
    ['Signups not allowed for otp', 'USER_NOT_FOUND'],
  ])('[8-12] %s', (message, code) => expect(toErrorCode({ message })).toBe(code))

  it.each([
    [new TypeError('Failed to fetch'), 'NETWORK_ERROR'],
    [new TypeError('NetworkError when attempting to fetch resource.'), 'NETWORK_ERROR'],
    [{ message: 'Load failed', status: 0 }, 'NETWORK_ERROR'],
    [{ message: 'signal timed out', status: 0 }, 'NETWORK_ERROR'],
    [{ message: 'Internal Server Error' }, 'SERVER_ERROR'],
    [{ message: '{}', status: 503 }, 'SERVER_ERROR'],
  ])('[8-13] %o', (raw, code) => expect(toErrorCode(raw)).toBe(code))

  it('[8-14] lets Hebrew pass and calls the rest unknown', () => {
    expect(toAppError({ message: 'המספר כבר בשימוש' }).message).toBe('המספר כבר בשימוש')
    expect(toErrorCode({ message: 'the moon is full' })).toBe('UNKNOWN_ERROR')
    expect(toErrorCode(undefined)).toBe('UNKNOWN_ERROR')
    expect(toErrorCode('the moon is full')).toBe('UNKNOWN_ERROR')
  })

  it('[8-06] knows the codes that the database raises', () => {
    expect(toErrorCode({ code: 'PHONE_ALREADY_EXISTS', message: 'x' })).toBe('PHONE_ALREADY_EXISTS')
    expect(toErrorCode({ message: 'PHONE_ALREADY_EXISTS {"existingEmail":"d***@g***.com"}' })).toBe(
      'PHONE_ALREADY_EXISTS',
    )
  })

  it('[5-08] words a deactivated account as the service does', () => {
    expect(toAppError({ code: 'user_banned', message: 'User is banned' }).message).toBe(ACCOUNT_DEACTIVATED)
  })

  it('says when to try again, in seconds and in minutes', () => {
    const soon = toAppError({
      message: 'For security purposes, you can only request this after 42 seconds.',
      status: 429,
    })
    expect(soon.retryAfterSeconds).toBe(42)
    expect(soon.message).toContain('42 שניות')
    expect(toAppError({ message: 'rate limit, try after 300 seconds' }).message).toContain('5 דקות')
  })

  it('keeps an error that was mapped before', () => {
    const error = new AppError('INVALID_EMAIL')
    expect(toAppError(error)).toBe(error)
  })
})
