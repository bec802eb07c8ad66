/** What a token says that has passed the check [5-23]. */
export type TokenClaims = { sub: string; session_id: string; aal: string; exp: number; email: string }

/** Why a token does not count; the three messages of the check [5-23], and what comes after it. */
export class TokenClaimsError extends Error {
  override readonly name = 'TokenClaimsError'
  constructor(
    readonly reason:
      | 'Invalid JWT signature'
      | 'JWKS is empty'
      | 'No matching signing key found in JWKS'
      | 'JWT has expired',
  ) {
    super(reason)
  }
}

/** The token was signed with the project's shared secret, or this page has no cryptography: only the server can check. */
export class UncheckableTokenError extends Error {
  override readonly name = 'UncheckableTokenError'
}

type Key = JsonWebKey & { kid?: string }

/** Gives the public signing keys; `anew` when the ones at hand lack a key. */
export type KeySource = (anew: boolean) => Promise<Key[]>

const ALGORITHMS = {
  ES256: {
    import: { name: 'ECDSA', namedCurve: 'P-256' },
    verify: { name: 'ECDSA', hash: 'SHA-256' },
  },
  RS256: {
    import: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
    verify: { name: 'RSASSA-PKCS1-v1_5' },
  },
} as const

/**
 * Checks an access token in this browser: its signature against the project's public keys, then its end. The algorithm
 * is the key's, never one that only the token names.
 * @throws TokenClaimsError, UncheckableTokenError, and what `keys` throws
 */
export async function checkToken(token: string, keys: KeySource, now = Date.now()): Promise<TokenClaims> {
  const [header = '', payload = '', signature = '', ...rest] = token.split('.')
  const { alg, kid } = parse(header)
  if (rest.length > 0 || typeof alg !== 'string') throw new TokenClaimsError('Invalid JWT signature')
  if (alg.startsWith('HS') || typeof kid !== 'string' || !globalThis.crypto?.subtle) throw new UncheckableTokenError()
  if (!isKnown(alg)) throw new TokenClaimsError('Invalid JWT signature')
  const key = await findKey(keys, kid)
  if (!(await isSigned({ key, alg, signature, signed: `${header}.${payload}` }))) {
    throw new TokenClaimsError('Invalid JWT signature')
  }
  const claims = parse(payload)
  if (typeof claims.exp !== 'number' || claims.exp * 1000 <= now) throw new TokenClaimsError('JWT has expired')
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  const { sub, session_id, aal, email } = claims
  return { sub: text(sub), session_id: text(session_id), aal: text(aal), email: text(email), exp: claims.exp }
}

const isKnown = (alg: string): alg is keyof typeof ALGORITHMS => Object.hasOwn(ALGORITHMS, alg)

/** A key that is missing may have come since the keys were loaded: they are asked for once more. */
async function findKey(keys: KeySource, kid: string): Promise<Key> {
  for (const anew of [false, true]) {
    const known = await keys(anew)
    if (known.length === 0 && anew) throw new TokenClaimsError('JWKS is empty')
    const key = known.find((one) => one.kid === kid)
    if (key) return key
  }
  throw new TokenClaimsError('No matching signing key found in JWKS')
}

type Signed = { key: Key; alg: keyof typeof ALGORITHMS; signature: string; signed: string }

async function isSigned({ key, alg, signature, signed }: Signed): Promise<boolean> {
  if (key.alg !== undefined && key.alg !== alg) return false
  const how = ALGORITHMS[alg]
  try {
    const { kty, crv, x, y, n, e } = key
    const publicKey = await crypto.subtle.importKey('jwk', present({ kty, crv, x, y, n, e }), how.import, false, [
      'verify',
    ])
    return await crypto.subtle.verify(how.verify, publicKey, bytesOf(signature), new TextEncoder().encode(signed))
  } catch {
    return false
  }
}

const present = (key: Record<string, string | undefined>): JsonWebKey =>
  Object.fromEntries(Object.entries(key).filter(([, value]) => value !== undefined))

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))
}

function parse(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytesOf(part)))
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
