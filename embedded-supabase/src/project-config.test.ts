import { expect, test } from 'vitest'
import { readProjectConfig } from './project-config.ts'

test('what is left out has the default of the Supabase command-line tool', () => {
  const { api, auth, storage } = readProjectConfig('/nowhere')
  expect(api).toMatchObject({ extra_search_path: ['public', 'extensions'], max_rows: 1000 })
  expect(auth).toMatchObject({
    site_url: 'http://127.0.0.1:3000',
    additional_redirect_urls: ['https://127.0.0.1:3000'],
    jwt_expiry: 3600,
    enable_signup: true,
    enable_anonymous_sign_ins: false,
    enable_refresh_token_rotation: true,
    refresh_token_reuse_interval: 10,
    minimum_password_length: 6,
    password_requirements: '',
    email: {
      enable_signup: true,
      enable_confirmations: false,
      double_confirm_changes: true,
      secure_password_change: false,
      max_frequency: '1s',
      otp_length: 6,
      otp_expiry: 3600,
    },
    sms: { enable_signup: false, enable_confirmations: false },
    mfa: { max_enrolled_factors: 10, totp: { enroll_enabled: false, verify_enabled: false } },
    rate_limit: { token_refresh: 150, sign_in_sign_ups: 30, token_verifications: 30 },
  })
  expect(storage.file_size_limit).toBe('50MiB')
})
