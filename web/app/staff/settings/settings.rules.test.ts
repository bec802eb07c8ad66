import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fitsSetting, SETTING_KEYS, type SettingKey, type StoredSetting, toField, toStored } from './settings.rules'

type Case = { key: SettingKey; fits: StoredSetting[]; fails: StoredSetting[] }

/** The cases that the rules of the database are held to as well. */
const FILE = new URL('../../../../supabase/tests/setting-cases.json', import.meta.url)
const CASES = (JSON.parse(readFileSync(FILE, 'utf8')) as Case[]).filter(({ key }) => SETTING_KEYS.includes(key))

describe('[2.12-10] what a setting may hold', () => {
  it.each(CASES)('$key', ({ key, fits, fails }) => {
    expect(fits.filter((value) => !fitsSetting(key, value))).toEqual([])
    expect(fails.filter((value) => fitsSetting(key, value))).toEqual([])
  })

  it('has cases of every kind', () => expect(CASES.length).toBeGreaterThan(12))
})

describe('what a field shows and what is kept of it', () => {
  it.each([
    ['academy_name', ' א ', 'א'],
    ['staff_email_domains', 'A.example\n b.example, c.example\n', ['a.example', 'b.example', 'c.example']],
    ['contact_email', '\u2066a@b.example\u2069', 'a@b.example'],
    ['contact_phone', '\u200e03\u00a01234567', '03 1234567'],
    ['link_youtube', 'https://youtube.com/@a\u200f', 'https://youtube.com/@a'],
    ['academy_name', 'ETF\u200f', 'ETF\u200f'],
    ['mails_kept_days', '\u200f14', 14],
    ['mails_kept_days', '14', 14],
    ['mails_kept_days', 'x', 'x'],
    ['maintenance_starts_at', '', ''],
    ['staff_second_step_for_all', true, true],
  ] as const)('%s: %j becomes %j', (key, field, stored) => expect(toStored(key, field)).toEqual(stored))

  it('a moment comes back as it was written', () => {
    const stored = toStored('maintenance_starts_at', '2026-12-01T08:30')
    expect(stored).toMatch(/Z$/)
    expect(toField('maintenance_starts_at', stored)).toBe('2026-12-01T08:30')
  })

  it('what nobody set shows what the application was built with', () => {
    expect(toField('academy_name', undefined)).toBe('האקדמיה לפיננסים')
    expect(toField('academy_name', null)).toBe('האקדמיה לפיננסים')
    expect(toField('staff_second_step_for_all', undefined)).toBe(false)
    expect(toField('staff_email_domains', ['a.example', 'b.example'])).toBe('a.example\nb.example')
  })
})
