import { Refused } from './http.ts'
import { isOpaqueKey, kindOfKey } from './project-keys.ts'
import { noSession } from './session.ts'
import { bearer, tokenClaims } from './tokens.ts'
import { verifySession } from './verify-session.ts'

/** What a caller may show: a publishable (or the legacy anonymous) key, a person's token, a secret (or the service) key. */
export type Credential = 'publishable' | 'user' | 'secret'

/** Who calls a function, and the token or key with which the function may ask the project on their behalf. */
export type FunctionCaller = { kind: Credential; token: string }

/**
 * Decides who calls, in the place of the gateway, which looks at no key in front of functions (`verify_jwt = false`): keys
 * come in `apikey`, a person's token in `Authorization`, and a person counts before the key beside them.
 * @param accepted what the function accepts
 * @throws Refused 401 NO_SESSION without any of it; 403 FORBIDDEN where only a secret key counts and another is shown; 503
 * while a token cannot be verified
 */
export async function functionCaller(request: Request, accepted: readonly Credential[]): Promise<FunctionCaller> {
  const caller = await identify(request)
  if (caller && accepted.includes(caller.kind)) return caller
  if (caller && accepted.every((one) => one === 'secret'))
    throw new Refused(403, 'FORBIDDEN', 'A secret key of the project is required')
  throw noSession()
}

async function identify(request: Request): Promise<FunctionCaller | undefined> {
  const [key, token] = [request.headers.get('apikey') ?? undefined, bearer(request)]
  // The clients repeat their key there; a new one is of use in `apikey` alone.
  if (token && isOpaqueKey(token)) return token === key ? ofKey(key) : undefined
  if (!token) return ofKey(key)
  if (tokenClaims(token)?.sub !== undefined) {
    await verifySession(token)
    return { kind: 'user', token }
  }
  const legacy = await ofKey(token)
  if (legacy) return legacy
  // A gateway may put a token of the key's role there: it stands for the same caller as the key.
  return tokenClaims(token) ? ofKey(key) : undefined
}

async function ofKey(key: string | undefined): Promise<FunctionCaller | undefined> {
  const kind = key && (await kindOfKey(key))
  return key && kind ? { kind, token: key } : undefined
}
