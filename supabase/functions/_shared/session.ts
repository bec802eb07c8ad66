import { Refused } from './http.ts'
import { tokenClaims } from './tokens.ts'

/** What is accepted of another machine's clock. */
export const CLOCK_SKEW_S = 30

export const noSession = () => new Refused(401, 'NO_SESSION', 'A session is required')

/** Whether a token says that it is a person's and has not ended; who signed it is not looked at. */
export function isOfPerson(token: string): boolean {
  const { sub, exp } = tokenClaims(token) ?? {}
  return typeof sub === 'string' && (typeof exp !== 'number' || exp + CLOCK_SKEW_S > Date.now() / 1000)
}
