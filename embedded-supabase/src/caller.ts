import type { Caller } from './database/index.ts'
import { type Claims, type Jwt, TokenError } from './jwt.ts'

const ROLES = ['anon', 'authenticated', 'service_role'] as const

/**
 * The caller of a request: its bearer token or, failing that, its `apikey`; nobody is `anon` (protocol section 0).
 * @throws TokenError for a token that does not verify or whose role is not one of the three.
 */
export async function callerOf(request: Request, jwt: Jwt): Promise<Caller> {
  const token = bearerToken(request) ?? request.headers.get('apikey')
  return token ? callerFrom(await jwt.verify(token)) : { role: 'anon', claims: { role: 'anon' } }
}

/** The token of the Authorization header; undefined without one. */
export function bearerToken(request: Request): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
}

function callerFrom(claims: Claims): Caller {
  const role = ROLES.find((name) => name === (claims.role ?? 'anon'))
  if (!role) throw new TokenError('malformed', `role "${claims.role}" does not exist`)
  return { role, claims }
}
