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
    ...shortened(roleSettings.statement_timeout, options.timeoutMs),
    ...(options.readOnly ? { transaction_read_only: 'on' } : {}),
    role: caller.role,
  }
  const names = Object.keys(settings).filter((name) => SETTING_NAME.test(name))
  const text = `select ${names.map((name, i) => `set_config('${name}', $${i + 1}, true)`).join(', ')}`
  return { text, values: names.map((name) => settings[name]), key: text }
}

const UNITS_MS: Record<string, number> = { ms: 1, s: 1_000, min: 60_000, h: 3_600_000, d: 86_400_000 }

/** A shorter time limit than the role's own, which stands when it is the shorter one. */
function shortened(own: string | undefined, wantedMs: number | undefined): Record<string, string> {
  if (wantedMs === undefined) return {}
  const [, amount, unit = 'ms'] = /^(\d+)\s*(ms|s|min|h|d)?$/.exec(own ?? '') ?? []
  const ownMs = Number(amount ?? 0) * (UNITS_MS[unit] ?? 1)
  return ownMs > 0 && ownMs <= wantedMs ? {} : { statement_timeout: String(wantedMs) }
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
