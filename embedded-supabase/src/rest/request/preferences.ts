import { requestErrors } from '../errors.ts'

export type Preferences = {
  resolution?: 'merge-duplicates' | 'ignore-duplicates'
  return?: 'representation' | 'headers-only' | 'minimal'
  count?: 'exact' | 'planned' | 'estimated'
  missing?: 'default' | 'null'
  handling?: 'strict' | 'lenient'
  tx?: 'commit' | 'rollback'
  timezone?: string
  maxAffected?: number
}

const CHOICES: Record<string, readonly string[]> = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  return: ['representation', 'headers-only', 'minimal'],
  count: ['exact', 'planned', 'estimated'],
  missing: ['default', 'null'],
  handling: ['strict', 'lenient'],
  tx: ['commit', 'rollback'],
}
const NONE: Preferences = Object.freeze({})

/**
 * Parses the Prefer header (protocol 2.2, 2.5). The first of several values of one preference counts.
 * @throws PGRST122 when `handling=strict` comes with a preference that is not known.
 */
export function parsePreferences(header: string | null): Preferences {
  if (!header) return NONE
  const preferences: Preferences = {}
  const invalid: string[] = []
  for (const part of header.split(',').map((text) => text.trim())) {
    if (part !== '' && !read(preferences, part)) invalid.push(part)
  }
  if (preferences.handling === 'strict' && invalid.length > 0) throw requestErrors.preferences(invalid)
  return preferences
}

function read(preferences: Preferences, part: string): boolean {
  const at = part.indexOf('=')
  const name = at < 0 ? part : part.slice(0, at)
  const value = at < 0 ? '' : part.slice(at + 1)
  if (name === 'max-affected' && at > 0) {
    if (/^\d{1,15}$/.test(value)) preferences.maxAffected ??= Number(value)
    return true
  }
  if (name === 'timezone' && at > 0) {
    // The database alone knows which there are (22023).
    preferences.timezone ??= value
    return true
  }
  if (!Object.hasOwn(CHOICES, name) || !CHOICES[name]?.includes(value)) return false
  Object.assign(preferences, { [name]: value, ...preferences })
  return true
}

/** How transactions end, as `pgrst.db_tx_end` says it. */
export const TRANSACTION_ENDS = ['commit', 'commit-allow-override', 'rollback', 'rollback-allow-override'] as const
export type TransactionEnd = (typeof TRANSACTION_ENDS)[number]

/** Whether a transaction is taken back, and the preferences without a `tx` that the login's setting doesn't allow. */
export function endTransaction(
  { tx, ...preferences }: Preferences,
  end: TransactionEnd,
): { preferences: Preferences; rollsBack: boolean } {
  if (tx !== undefined && end.endsWith('-allow-override')) {
    return { preferences: { ...preferences, tx }, rollsBack: tx === 'rollback' }
  }
  return { preferences, rollsBack: end.startsWith('rollback') }
}

/** The Preference-Applied header: what was asked and honoured; undefined for nothing. */
export function appliedPreferences(
  preferences: Preferences,
  honoured: readonly (keyof Preferences)[],
): string | undefined {
  const applied = honoured
    .filter((name) => preferences[name] !== undefined)
    .filter((name) => name !== 'maxAffected' || preferences.handling === 'strict')
    .map((name) => `${name === 'maxAffected' ? 'max-affected' : name}=${preferences[name]}`)
  return applied.length > 0 ? applied.join(', ') : undefined
}
