import { env } from './env.ts'
import { sameSecret } from './tokens.ts'

/**
 * Where a key of the project stands, the first that is set before the others: named keys as JSON, which hosted functions
 * get (the one named `default` first), one key, and the legacy JWT.
 */
const SETTINGS = {
  publishable: ['SUPABASE_PUBLISHABLE_KEYS', 'SUPABASE_PUBLISHABLE_KEY', 'SUPABASE_ANON_KEY'],
  secret: ['SUPABASE_SECRET_KEYS', 'SUPABASE_SECRET_KEY', 'SUPABASE_SERVICE_ROLE_KEY'],
} as const

type KeyKind = keyof typeof SETTINGS

/** The key that passes row level security; it never leaves the functions. @throws naming the settings where none is set */
export const serviceKey = (): string => firstKey('secret')

/** The key that identifies the project and not the caller. */
const publicKey = (): string => firstKey('publishable')

/** Whether a key is new: no JWT, and of use in `apikey` alone. */
export const isOpaqueKey = (key: string): boolean => key.startsWith('sb_')

/**
 * The headers of a request to the project.
 * @param token who asks: a person's access token, or a key
 */
export function credentials(token: string): Record<string, string> {
  if (isOpaqueKey(token)) return { apikey: token }
  return { apikey: token === serviceKey() ? token : publicKey(), authorization: `Bearer ${token}` }
}

/** Of which kind a key of the project is; undefined for any other text. No key is compared faster than another. */
export async function kindOfKey(presented: string): Promise<KeyKind | undefined> {
  const [isPublishable, isSecret] = await Promise.all(
    (['publishable', 'secret'] as const).map(async (kind) => {
      const same = await Promise.all(keysOf(kind).map((key) => sameSecret(presented, key)))
      return same.includes(true)
    }),
  )
  return isSecret ? 'secret' : isPublishable ? 'publishable' : undefined
}

function firstKey(kind: KeyKind): string {
  const [key] = keysOf(kind)
  if (!key) throw new Error(`None of the settings ${SETTINGS[kind].join(', ')} is set`)
  return key
}

function keysOf(kind: KeyKind): string[] {
  const [plural, single, legacy] = SETTINGS[kind]
  return [...namedKeys(plural), env(single), env(legacy)].filter((key) => key !== undefined && key !== '') as string[]
}

function namedKeys(setting: string): string[] {
  const text = env(setting)
  if (!text) return []
  try {
    const { default: first, ...others } = JSON.parse(text) as Record<string, string>
    return [first, ...Object.values(others)].filter((key) => typeof key === 'string')
  } catch {
    throw new Error(`The setting ${setting} is no JSON object of keys by their names`)
  }
}
