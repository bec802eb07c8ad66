import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'smol-toml'
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

test('embedded.toml adds to config.toml, and env() takes the environment or the default', () => {
  const folder = mkdtempSync(join(tmpdir(), 'project-config-'))
  try {
    writeFileSync(
      join(folder, 'config.toml'),
      '[auth]\nsite_url = "env(SITE_URL)"\nadditional_redirect_urls = ["env(ONE)", "https://two.example"]\n[auth.email]\notp_expiry = 60',
    )
    writeFileSync(join(folder, 'embedded.toml'), '[auth.email]\ncode_expiry = 30')
    const set = readProjectConfig(folder, { SITE_URL: 'https://a.example', ONE: 'https://one.example' }).auth
    expect(set.site_url).toBe('https://a.example')
    expect(set.additional_redirect_urls).toEqual(['https://one.example', 'https://two.example'])
    expect(set.email).toMatchObject({ otp_expiry: 60, code_expiry: 30 })
    const unset = readProjectConfig(folder, {}).auth
    expect([unset.site_url, unset.additional_redirect_urls]).toEqual(['http://127.0.0.1:3000', ['https://two.example']])
    writeFileSync(join(folder, 'embedded.toml'), 'x')
    expect(() => readProjectConfig(folder)).toThrow('supabase/embedded.toml is not valid')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('config.toml of the project names no address of a machine and no setting of ours', () => {
  const folder = join(import.meta.dirname, '../../supabase')
  const text = readFileSync(join(folder, 'config.toml'), 'utf8')
  expect(text).not.toMatch(/https?:\/\//)
  const shared = paths(parse(text))
  // The embedded server mails codes of its own; on a project the hook does, and the service's are mailed to nobody.
  expect(
    paths(parse(readFileSync(join(folder, 'embedded.toml'), 'utf8'))).filter((one) => shared.includes(one)),
  ).toEqual(['auth.email.otp_length', 'auth.hook.send_email.enabled'])
  for (const own of ['redirect_targets', 'password_sign_in', 'code_expiry', 'link_landing', 'max_signed_url_seconds']) {
    expect(shared.filter((one) => one.endsWith(own))).toEqual([])
  }
  const { auth, storage } = readProjectConfig(folder)
  expect(auth.redirect_targets).toHaveLength(3)
  expect(auth.email).toMatchObject({
    password_sign_in: false,
    code_expiry: 600,
    otp_expiry: 86_400,
    enable_signup: true,
  })
  expect(auth.mfa.totp).toEqual({ enroll_enabled: true, verify_enabled: true })
  expect(storage).toMatchObject({ file_size_limit: '500MiB', max_signed_url_seconds: 3600 })
})

/** Dotted names of all settings. */
const paths = (value: object, above = ''): string[] =>
  Object.entries(value).flatMap(([name, one]) =>
    typeof one === 'object' && !Array.isArray(one) ? paths(one, `${above}${name}.`) : [`${above}${name}`],
  )
