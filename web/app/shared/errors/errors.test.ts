import { describe, expect, it } from 'vitest'
import { ERROR_CODES } from './error-code'
import { AppError, reasonOf, toAppError, toErrorCode } from './errors'
import { ACCOUNT_DEACTIVATED, errorMessages } from './errors.he'

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
    ['Unique violation: email', 'DUPLICATE_EMAIL'],
    ['phone must be unique', 'PHONE_ALREADY_EXISTS'],
  ])('[8-09] %s', (message, code) => expect(toErrorCode({ message })).toBe(code))

  it('[8-09] a duplicate whose content stands in the details', () => {
    const message = 'duplicate key value violates unique constraint "users_pkey"'
    const details = 'Key (email)=(dana@example.com) already exists.'
    expect(toErrorCode({ code: '23505', message, details })).toBe('DUPLICATE_EMAIL')
  })

  it.each([
    ['Email not confirmed', 'EMAIL_NOT_CONFIRMED'],
    ['User not found', 'USER_NOT_FOUND'],
    ['Invalid login credentials', 'INVALID_CREDENTIALS'],
  ])('[8-10] %s', (message, code) => expect(toErrorCode({ message })).toBe(code))

  it.each([
    [{ message: 'Too many requests' }, 'TOO_MANY_REQUESTS'],
    [{ message: 'Request rate limit reached', code: 'over_request_rate_limit', status: 429 }, 'TOO_MANY_REQUESTS'],
    [{ message: 'email rate limit exceeded', status: 429 }, 'EMAIL_RATE_LIMIT_EXCEEDED'],
    [{ message: 'slow down', code: 'over_email_send_rate_limit', status: 429 }, 'EMAIL_RATE_LIMIT_EXCEEDED'],
    [{ message: 'slow down', status: 429 }, 'TOO_MANY_REQUESTS'],
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
    [new Error('Connection refused'), 'NETWORK_ERROR'],
    [{ message: 'Internal Server Error' }, 'SERVER_ERROR'],
    ['Error 500', 'SERVER_ERROR'],
    [{ message: 'Failed to reach hook within maximum time of 2s', code: 'hook_timeout', status: 422 }, 'SERVER_ERROR'],
    [
      { message: 'Failed to reach hook after maximum retries', code: 'hook_timeout_after_retry', status: 422 },
      'SERVER_ERROR',
    ],
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

  it.each([
    ['[5-01]', 'Privacy and Terms consent are required', 'PRIVACY_CONSENT_REQUIRED'],
    ['[5-03]', 'Phone number is required', 'PHONE_NUMBER_REQUIRED'],
    ['[5-06]', 'INVALID_PHONE_NUMBER', 'INVALID_PHONE_NUMBER'],
    ['[5-06]', 'The phone number is not valid', 'INVALID_PHONE_NUMBER'],
  ])('%s knows what the hook of registration answers: %s', (_, message, code) =>
    expect(toErrorCode({ message, code: 'unknown', status: 400 })).toBe(code),
  )

  it.each([
    ['otp_expired', 'INVALID_CREDENTIALS'],
    ['otp_disabled', 'USER_NOT_FOUND'],
    ['user_not_found', 'USER_NOT_FOUND'],
    ['user_already_exists', 'USER_ALREADY_EXISTS'],
    ['email_exists', 'DUPLICATE_EMAIL'],
    ['phone_exists', 'PHONE_ALREADY_EXISTS'],
    ['email_not_confirmed', 'EMAIL_NOT_CONFIRMED'],
    ['email_address_invalid', 'INVALID_EMAIL'],
    ['signup_disabled', 'SIGNUP_DISABLED'],
    ['email_provider_disabled', 'SIGNUP_DISABLED'],
  ])('[8-07] the code %s of the service wins over its text', (code, expected) =>
    expect(toErrorCode({ code, message: 'server', status: 500 })).toBe(expected),
  )

  it('[5-08] words a deactivated account as the service does', () => {
    expect(toAppError({ code: 'user_banned', message: 'User is banned' }).message).toBe(ACCOUNT_DEACTIVATED)
    expect(toAppError({ message: 'Account is deactivated. Please contact support.' }).message).toBe(ACCOUNT_DEACTIVATED)
  })

  it('[8-23] keeps what the service said for those who help', () => {
    expect(reasonOf(toAppError({ code: 'otp_expired', message: 'Token has expired or is invalid' }))).toBe(
      'Token has expired or is invalid',
    )
    expect(reasonOf(new AppError('UNKNOWN_ERROR'))).toBe('')
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
