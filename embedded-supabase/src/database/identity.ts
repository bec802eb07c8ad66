import type { BatchStatement } from './pipeline.ts'
import type { Caller, CallerOptions } from './types.ts'

/** Settings of a database role (`alter role anon set ...`), by name. */
export type RoleSettings = Record<string, string>

const SETTING_NAME = /^[A-Za-z_][\w.]*$/

/**
 * The statement that sets role, claims and further settings for the rest of the transaction (protocol 2.9).
 * `set_config('role')` does not bring the role's own settings with it, so they are set here one by one.
 */
export function becomeCaller(caller: Caller, roleSettings: RoleSettings, options: CallerOptions = {}): BatchStatement {
  const settings: Record<string, string> = {
    ...roleSettings,
    search_path: 'public, extensions',
    'request.jwt.claims': claimsText(caller.claims),
    ...options.settings,
    ...(options.readOnly ? { transaction_read_only: 'on' } : {}),
    role: caller.role,
  }
  const names = Object.keys(settings).filter((name) => SETTING_NAME.test(name))
  const text = `select ${names.map((name, i) => `set_config('${name}', $${i + 1}, true)`).join(', ')}`
  return { text, values: names.map((name) => settings[name]), key: text }
}

const claimsTexts = new WeakMap<object, string>()

/** Claims of a verified token do not change, so their text is made once. */
function claimsText(claims: Record<string, unknown>): string {
  const known = claimsTexts.get(claims)
  if (known !== undefined) return known
  const text = JSON.stringify(claims)
  claimsTexts.set(claims, text)
  return text
}
