import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { z } from 'zod'
import { makeFile, replaceFile } from './atomic-file.ts'
import { readSecretFile } from './secret-file.ts'

const MINIMUM_SECRET_LENGTH = 32

export const PUBLISHABLE_PREFIX = 'sb_publishable_'
export const SECRET_PREFIX = 'sb_secret_'

const opaqueKey = (prefix: string) => z.string().startsWith(prefix).optional()

const schema = z
  .object({
    /** Shared secret of the JWT API keys and of signed storage links. */
    jwtSecret: z
      .string()
      .min(MINIMUM_SECRET_LENGTH, { error: `must have at least ${MINIMUM_SECRET_LENGTH} characters` }),
    /** The legacy API keys: JWTs. */
    anonKey: z.string().min(1),
    serviceRoleKey: z.string().min(1),
    publishableKey: opaqueKey(PUBLISHABLE_PREFIX),
    secretKey: opaqueKey(SECRET_PREFIX),
    /** Private keys, ES256 as made here or RS256; the first one signs, the others still verify until their last token has expired. */
    signingKeys: z.array(z.custom<JWK>((key) => typeof key === 'object' && key !== null)).min(1),
  })
  .transform((keys) => ({
    ...keys,
    // A file from before these keys gets them from its secret: every process that has the file has the same ones.
    publishableKey: keys.publishableKey ?? makeOpaqueKey(PUBLISHABLE_PREFIX, keys.jwtSecret),
    secretKey: keys.secretKey ?? makeOpaqueKey(SECRET_PREFIX, keys.jwtSecret),
  }))

/** What is kept in the key file, beside the data and readable by its owner only. */
export type KeyFile = z.infer<typeof schema>

/** A key in use, one before it whose last tokens live for an hour, and one to spare. */
const MOST_SIGNING_KEYS = 3
const TEN_YEARS_S = 10 * 365 * 24 * 3600

/**
 * Reads the key file, making it at the first start.
 * @param warn told of a mode that was corrected
 * @throws naming the file when it is damaged, or its secret too short to be safe
 */
export async function loadKeys(file: string, warn: (message: string) => void = () => undefined): Promise<KeyFile> {
  if (!existsSync(file)) {
    const keys = await makeKeys()
    mkdirSync(dirname(file), { recursive: true })
    makeFile(file, textOf(keys))
  }
  return readSecretFile(file, schema, warn)
}

/** Puts a fresh signing key in front, for the next start; the two before it keep verifying, older ones are dropped. */
export async function rotateSigningKey(file: string): Promise<KeyFile> {
  const keys = await loadKeys(file)
  const signingKeys = [await makeSigningKey(), ...keys.signingKeys].slice(0, MOST_SIGNING_KEYS)
  replaceFile(file, textOf({ ...keys, signingKeys }))
  return { ...keys, signingKeys }
}

/**
 * Makes keys anew for the next start, in one write: what the old ones signed is refused from then on.
 * @param what `signing`: the keys of sessions' tokens; `api`: the secret and all API keys, and with them links to files,
 * typed codes and the key of the mailbox
 */
export async function renewKeys(file: string, what: { signing: boolean; api: boolean }): Promise<void> {
  const [keys, fresh] = [await loadKeys(file), await makeKeys()]
  const { signingKeys, ...api } = fresh
  replaceFile(file, textOf({ ...keys, ...(what.api && api), ...(what.signing && { signingKeys }) }))
}

async function makeKeys(): Promise<KeyFile> {
  const jwtSecret = randomBytes(48).toString('base64url')
  return {
    jwtSecret,
    anonKey: makeApiKey('anon', jwtSecret),
    serviceRoleKey: makeApiKey('service_role', jwtSecret),
    publishableKey: makeOpaqueKey(PUBLISHABLE_PREFIX, jwtSecret),
    secretKey: makeOpaqueKey(SECRET_PREFIX, jwtSecret),
    signingKeys: [await makeSigningKey()],
  }
}

/** What the checksum of a key covers beside the key, as in Supabase's self-hosting scripts (docker/utils/add-new-auth-keys.sh). */
const PROJECT = 'supabase-self-hosted'

/**
 * A publishable or secret key in the form of Supabase's: prefix, 22 characters, and 8 of a checksum, by which scanners
 * recognise a leaked one (protocol section 0). The 22 characters are derived from the secret.
 */
function makeOpaqueKey(prefix: string, jwtSecret: string): string {
  const random = createHmac('sha256', jwtSecret).update(`API key ${prefix}`).digest('base64url').slice(0, 22)
  const checksum = createHash('sha256').update(`${PROJECT}|${prefix}${random}`).digest('base64url').slice(0, 8)
  return `${prefix}${random}_${checksum}`
}

/** A legacy API key in the form of Supabase's: an HS256 token that carries nothing but a role (protocol section 0). */
export function makeApiKey(role: 'anon' | 'service_role', jwtSecret: string): string {
  const now = Math.floor(Date.now() / 1000)
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const head = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ iss: 'supabase', role, iat: now, exp: now + TEN_YEARS_S })}`
  return `${head}.${createHmac('sha256', jwtSecret).update(head).digest('base64url')}`
}

async function makeSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'ES256', use: 'sig' }
}

const textOf = (keys: KeyFile): string => JSON.stringify(keys, null, 2)

/** Compares two secrets without telling by the time it takes where they differ. */
export function sameSecret(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
