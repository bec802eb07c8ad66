import { queryOptions } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { LIST_LOADING_TIMEOUT, SAVE_TIMEOUT } from '~/shared/config/constants'
import { reportForbidden } from '~/staff/entry/forbidden-actions'
import { toEditFailure } from '~/staff/form/refusals'
import type { FormRecord, FormValues } from '~/staff/form/versions.rules'
import { settingsText as text } from './settings.he'
import { SETTING_KEYS, type SettingKey, type StoredSetting, settingKind, toField, toStored } from './settings.rules'

type StoredSettings = Partial<Record<SettingKey, StoredSetting>>
type RecordAnswer = { version: number; values: StoredSettings }

/** One change of a setting: what it was and became, as the field shows it; null is what the application was built with. */
export type SettingChange = {
  id: number
  key: SettingKey
  before: string | boolean | null
  after: string | boolean | null
  by: string | null
  at: string
}

const toValues = (stored: StoredSettings): FormValues =>
  Object.fromEntries(SETTING_KEYS.map((key) => [key, toField(key, stored[key])]))

const toRecord = ({ version, values }: RecordAnswer): FormRecord => ({ version, values: toValues(values) })

const isKey = (name: string): name is SettingKey => (SETTING_KEYS as string[]).includes(name)

async function fetchSettings(): Promise<FormRecord> {
  return toRecord((await callFunction('read_settings', {}, LIST_LOADING_TIMEOUT)) as RecordAnswer)
}

/** Every setting of the page with the version that a save names. */
export const settingsQuery = () =>
  queryOptions({ queryKey: ['staff', 'settings'], queryFn: fetchSettings, staleTime: 0 })

/** Saves what changed. @throws EditConflict, FieldRefusal, AppError, DeadlineError */
export async function saveSettings(version: number, changes: FormValues): Promise<FormRecord> {
  const stored = Object.entries(changes).flatMap(([key, field]) => (isKey(key) ? [[key, toStored(key, field)]] : []))
  try {
    const args = { version, changes: Object.fromEntries(stored) as Record<string, StoredSetting> }
    return toRecord((await callFunction('save_settings', args, SAVE_TIMEOUT)) as RecordAnswer)
  } catch (failure) {
    throw toEditFailure<StoredSettings>(reportForbidden(failure), { toValues, formatProblem })
  }
}

function formatProblem(code: string, field: string): string | undefined {
  if (!isKey(field)) return undefined
  if (code === 'SETTING_LOCKS_OUT')
    return field === 'staff_email_domains' ? text.problems.domainsLockOut : text.problems.secondStepOwn
  if (code !== 'SETTING_INVALID') return undefined
  return field === 'maintenance_ends_at' ? text.problems.order : text.problems[settingKind(field)]
}

type HistoryRow = {
  id: number
  key: string
  before: StoredSetting | undefined
  after: StoredSetting | undefined
  actor: string | null
  occurred_at: string
}

async function fetchHistory(before: number | null): Promise<SettingChange[]> {
  const args = before === null ? {} : { before_id: before }
  const rows = (await callFunction('settings_history', args, LIST_LOADING_TIMEOUT)) as HistoryRow[]
  return rows.flatMap(({ id, key, actor, occurred_at, ...row }) => {
    if (!isKey(key)) return []
    const shown = (value: StoredSetting | undefined) => (value == null ? null : toField(key, value))
    return [{ id, key, before: shown(row.before), after: shown(row.after), by: actor, at: occurred_at }]
  })
}

/** Who changed what, newest first, from before a change on; null begins at the newest. */
export const settingsHistoryQuery = (before: number | null) =>
  queryOptions({ queryKey: ['staff', 'settings-history', before], queryFn: () => fetchHistory(before), staleTime: 0 })
