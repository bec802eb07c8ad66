import { Refused } from './http.ts'
import { serviceKey } from './rest.ts'
import { bearer, sameSecret, tokenClaims } from './tokens.ts'

/** What the gateway accepts of another machine's clock. */
export const CLOCK_SKEW_S = 30

/**
 * The token of a person's session, or the service key, from the header: looked at before anything of the body is read. The
 * gateway has verified its signature (`verify_jwt`), and the database asks whether the session stands.
 * @throws Refused 401 without one, as with the anonymous key
 */
export async function requireSession(request: Request): Promise<string> {
  const token = bearer(request)
  if (token && (isOfPerson(token) || (await sameSecret(token, serviceKey())))) return token
  throw noSession()
}

export const noSession = () => new Refused(401, 'NO_SESSION', 'A session is required')

/** Whether a token says that it is a person's and has not ended; who signed it is not looked at. */
export function isOfPerson(token: string): boolean {
  const { sub, exp } = tokenClaims(token) ?? {}
  return typeof sub === 'string' && (typeof exp !== 'number' || exp + CLOCK_SKEW_S > Date.now() / 1000)
}
