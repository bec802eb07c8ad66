import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { ask } from './deadline.ts'
import { requiredEnv } from './env.ts'
import { Refused } from './http.ts'
import { credentials } from './project-keys.ts'
import { CLOCK_SKEW_S, isOfPerson, noSession } from './session.ts'

/** By the address of the project; each is read again when it is ten minutes old or lacks a key. */
const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>()

/**
 * Refuses a token that no gateway has looked at, unless it is a person's, has not ended, and is signed by the project. Keys
 * that the project publishes verify it here; one that is signed with the shared secret (HS256) is verified by the sign-in
 * service, which is asked whose it is.
 * @throws Refused 401, 503 while it cannot be verified
 */
export async function verifySession(token: string | undefined): Promise<void> {
  if (!token || !isOfPerson(token)) throw noSession()
  if (algorithmOf(token) === 'HS256') return askWhose(token)
  const keys = keysOf(requiredEnv('SUPABASE_URL'))
  if (!keys.fresh) {
    await keys.reload().catch(() => {
      throw notNow()
    })
  }
  await jwtVerify(token, keys, { algorithms: ['ES256', 'RS256'], clockTolerance: CLOCK_SKEW_S }).catch(() => {
    throw noSession()
  })
}

async function askWhose(token: string): Promise<void> {
  const address = `${requiredEnv('SUPABASE_URL')}/auth/v1/user`
  const { ok, status } = await ask(address, { headers: credentials(token) })
  if (!ok) throw status < 500 && status !== 429 ? noSession() : notNow()
}

const notNow = () => new Refused(503, 'TRY_AGAIN', 'The session could not be verified now')

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
