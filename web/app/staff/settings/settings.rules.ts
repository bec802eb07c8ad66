import { SITE_SETTINGS } from '~/shared/config/site-settings'
import { stripInvisible } from '~/shared/formats/invisible'

/** What the database keeps in a setting. */
export type StoredSetting = string | number | boolean | null | string[]

const KINDS = {
  academy_name: 'line',
  contact_email: 'email',
  contact_phone: 'phone',
  contact_address: 'line',
  accessibility_name: 'line',
  accessibility_phone: 'phone',
  accessibility_email: 'email',
  link_whatsapp: 'link',
  link_tiktok: 'link',
  link_instagram: 'link',
  link_facebook: 'link',
  link_youtube: 'link',
  maintenance_text: 'notice',
  maintenance_starts_at: 'moment',
  maintenance_ends_at: 'moment',
  staff_email_domains: 'domains',
  staff_second_step_for_all: 'switch',
  mails_kept_days: 'days',
  visits_kept_months: 'months',
  media_quota_gb: 'gigabytes',
  media_trash_days: 'trashDays',
  staff_idle_minutes: 'idleMinutes',
} as const

export type SettingKey = keyof typeof KINDS
export type SettingKind = (typeof KINDS)[SettingKey]

/** The settings of the page, in their order. */
export const SETTING_KEYS = Object.keys(KINDS).filter((key): key is SettingKey => key in KINDS)

export const settingKind = (key: SettingKey): SettingKind => KINDS[key]

const MOMENT = /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/
const DOMAIN = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/

const isLine = (value: StoredSetting, longest: number): value is string =>
  typeof value === 'string' && value.length <= longest && !/\p{Cc}/u.test(value) && value === value.trim()

const isWhole = (value: StoredSetting, lowest: number, highest: number) =>
  typeof value === 'number' && Number.isInteger(value) && value >= lowest && value <= highest

function isMoment(value: StoredSetting): boolean {
  if (value === '') return true
  if (typeof value !== 'string' || !MOMENT.test(value)) return false
  const time = new Date(value)
  return !Number.isNaN(time.getTime()) && time.toISOString().slice(0, 19) === value.slice(0, 19)
}

const areDomains = (value: StoredSetting): boolean =>
  Array.isArray(value) &&
  value.length >= 1 &&
  value.length <= 20 &&
  value.every((entry) => typeof entry === 'string' && entry.length <= 253 && DOMAIN.test(entry)) &&
  new Set(value).size === value.length

const FITS: Record<SettingKind, (value: StoredSetting) => boolean> = {
  line: (value) => isLine(value, 120) && value !== '',
  email: (value) => isLine(value, 254) && /^[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/.test(value),
  phone: (value) => isLine(value, 20) && /^\+?[0-9][0-9 -]{4,18}$/.test(value),
  link: (value) =>
    isLine(value, 200) && /^(https:\/\/[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+(\/[A-Za-z0-9@._~%/?=&+-]*)?)?$/.test(value),
  notice: (value) => isLine(value, 200),
  moment: isMoment,
  domains: areDomains,
  switch: (value) => typeof value === 'boolean',
  days: (value) => isWhole(value, 7, 30),
  months: (value) => isWhole(value, 1, 13),
  gigabytes: (value) => isWhole(value, 1, 9999),
  trashDays: (value) => isWhole(value, 7, 365),
  idleMinutes: (value) => value === 0 || isWhole(value, 5, 480),
}

/** Whether a setting may hold a value, by the rules of the database (`private.fits_setting`). */
export const fitsSetting = (key: SettingKey, value: StoredSetting): boolean =>
  (value === null && key in SITE_SETTINGS) || FITS[KINDS[key]](value)

const two = (value: number) => String(value).padStart(2, '0')

/** A moment as a field of day and time holds it, by the clock of this machine. */
function toLocal(iso: string): string {
  if (iso === '') return ''
  const time = new Date(iso)
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}`
}

/** What a field shows of a stored value; of one that nobody set, what the application was built with. */
export function toField(key: SettingKey, stored: StoredSetting | undefined): string | boolean {
  const value = stored ?? (key in SITE_SETTINGS ? SITE_SETTINGS[key as keyof typeof SITE_SETTINGS] : '')
  if (typeof value === 'boolean') return value
  if (KINDS[key] === 'switch') return false
  if (Array.isArray(value)) return value.join('\n')
  return KINDS[key] === 'moment' ? toLocal(String(value)) : String(value)
}

/** What the database is to keep of what a field holds. */
export function toStored(key: SettingKey, field: string | boolean): StoredSetting {
  if (typeof field === 'boolean') return field
  const text = stripInvisible(field).trim()
  switch (KINDS[key]) {
    case 'line':
    case 'notice':
      return field.trim()
    case 'domains':
      return text
        .toLowerCase()
        .split(/[\s,]+/)
        .filter(Boolean)
    case 'days':
    case 'months':
    case 'gigabytes':
    case 'trashDays':
    case 'idleMinutes':
      return /^\d{1,4}$/.test(text) ? Number(text) : text
    case 'moment':
      return text === '' || Number.isNaN(Date.parse(text)) ? text : new Date(text).toISOString()
    default:
      return text
  }
}
