import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { requiredEnv } from './env.ts'
import { Refused } from './http.ts'
import { CLOCK_SKEW_S, isOfPerson, noSession } from './session.ts'

/** By the address of the project; each is read again when it is ten minutes old or lacks a key. */
const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>()

/**
 * Refuses a token that no gateway has looked at, unless it is a person's, has not ended, and is signed by a key of the project.
 * Of one that is signed with the project's shared secret (HS256), or of a project that publishes no key, only the database
 * can verify the signature: it does when it is asked in the person's name.
 * @throws Refused 401, 503 while the keys cannot be read
 */
export async function verifySession(token: string | undefined): Promise<void> {
  if (!token || !isOfPerson(token)) throw noSession()
  if (algorithmOf(token) === 'HS256') return
  const keys = keysOf(requiredEnv('SUPABASE_URL'))
  if (!keys.fresh) {
    await keys.reload().catch(() => {
      throw new Refused(503, 'TRY_AGAIN', 'The session could not be verified now')
    })
  }
  if (keys.jwks()?.keys.length === 0) return
  await jwtVerify(token, keys, { algorithms: ['ES256', 'RS256'], clockTolerance: CLOCK_SKEW_S }).catch(() => {
    throw noSession()
  })
}

function algorithmOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).alg
  } catch {
    throw noSession()
  }
}

function keysOf(project: string) {
  const known = keySets.get(project)
  if (known) return known
  const keys = createRemoteJWKSet(new URL(`${project}/auth/v1/.well-known/jwks.json`))
  keySets.set(project, keys)
  return keys
}
