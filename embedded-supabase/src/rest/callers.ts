import { bearerToken, callerOf } from '../caller.ts'
import type { Caller } from '../database/index.ts'
import type { Jwt } from '../jwt.ts'

const KEPT = 1_000

/**
 * Finds the caller of a request, remembering verified tokens, whose signature needs no second look. A remembered
 * token ends with its own `exp`.
 */
export function rememberCallers(jwt: Jwt): (request: Request) => Caller | Promise<Caller> {
  const known = new Map<string, Caller>()

  async function verify(request: Request, token: string): Promise<Caller> {
    const caller = await callerOf(request, jwt)
    if (known.size >= KEPT) for (const [oldest] of known) if (known.delete(oldest)) break
    known.set(token, caller)
    return caller
  }

  return (request) => {
    const token = bearerToken(request) ?? request.headers.get('apikey')
    if (!token) return callerOf(request, jwt)
    const caller = known.get(token)
    if (!caller) return verify(request, token)
    const { exp } = caller.claims
    if (typeof exp !== 'number' || exp > Date.now() / 1000) return caller
    known.delete(token)
    return verify(request, token)
  }
}
