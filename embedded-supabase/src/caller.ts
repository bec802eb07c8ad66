import type { Caller } from './database/index.ts'
import type { Claims, Jwt } from './jwt.ts'
import { networkOf } from './network.ts'

/**
 * The caller of a request: its bearer token or, failing that, its `apikey`; nobody is `anon` (protocol section 0).
 * @throws TokenError for a token that does not count
 */
export async function callerOf(request: Request, jwt: Jwt): Promise<Caller> {
  const token = bearerToken(request) ?? request.headers.get('apikey')
  if (!token) return { role: 'anon', claims: { role: 'anon' } }
  const claims = await jwt.verify(token)
  return { role: claims.role ?? 'anon', claims }
}

/** How many verified tokens are remembered. */
const KEPT = 1_000

/**
 * Finds the caller of a request as {@link callerOf} does, remembering verified tokens, whose signature needs no second
 * look. A remembered token ends with its own `exp`.
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

/**
 * For whose share a request counts: its account or, without one, its address; and the address that many callers may
 * share, as those of a school do. The service key is our own and has no share.
 */
export function sharesOf(
  { role, claims }: { role?: string | undefined; claims: Claims },
  clientAddress: string,
): { own: string[]; shared: string[] } {
  const address = networkOf(clientAddress)
  if (role === 'service_role') return { own: [], shared: [] }
  if (typeof claims.sub !== 'string') return { own: [`address ${address}`], shared: [address] }
  return { own: [`account ${claims.sub}`], shared: [address] }
}

/** The token of the Authorization header; undefined without one. */
export function bearerToken(request: Request): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
}
