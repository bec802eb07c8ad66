import * as z from 'zod/mini'
import { settingsText as text } from './settings.he'
import { fitsSetting, SETTING_KEYS, type SettingKey, settingKind, toStored } from './settings.rules'

const fieldOf = (key: SettingKey): z.ZodMiniType<string | boolean, string | boolean> =>
  settingKind(key) === 'switch'
    ? z.boolean()
    : z.string().check(
        z.trim(),
        z.refine((field) => fitsSetting(key, toStored(key, field)), text.problems[settingKind(key)]),
      )

/** The rules of every setting as its field holds it. */
export const settingsSchema = z.record(z.string(), z.union([z.string(), z.boolean()])).check(
  z.check(({ value, issues }) => {
    for (const key of SETTING_KEYS) {
      const problem = fieldOf(key).safeParse(value[key]).error?.issues[0]
      if (problem) issues.push({ code: 'custom', path: [key], message: problem.message, input: value[key] })
    }
    const { maintenance_starts_at: starts, maintenance_ends_at: ends } = value
    if (typeof starts === 'string' && typeof ends === 'string' && starts && ends && ends <= starts)
      issues.push({ code: 'custom', path: ['maintenance_ends_at'], message: text.problems.order, input: ends })
  }),
)
