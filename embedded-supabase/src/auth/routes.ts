import { health, jwks, settings } from './endpoints/about.ts'
import { getUser } from './endpoints/get-user.ts'
import { logout } from './endpoints/logout.ts'
import { requestOtp } from './endpoints/otp.ts'
import { reauthenticate } from './endpoints/reauthenticate.ts'
import { recover } from './endpoints/recover.ts'
import { resend } from './endpoints/resend.ts'
import { signUp } from './endpoints/sign-up.ts'
import { token } from './endpoints/token.ts'
import { updateUser } from './endpoints/update-user.ts'
import { verifyByGet } from './endpoints/verify-get.ts'
import { verifyByPost } from './endpoints/verify-post.ts'
import { AuthError } from './protocol/errors.ts'
import type { Endpoint } from './service.ts'

type Methods = { [method: string]: Endpoint }

/** Every address of this part; `:id` stands for one segment. */
const ROUTES: Record<string, Methods> = {
  '/signup': { POST: signUp },
  '/otp': { POST: requestOtp },
  '/magiclink': { POST: requestOtp },
  '/verify': { GET: verifyByGet, POST: verifyByPost },
  '/resend': { POST: resend },
  '/recover': { POST: recover },
  '/token': { POST: token },
  '/user': { GET: getUser, PUT: updateUser },
  '/reauthenticate': { GET: reauthenticate, POST: reauthenticate },
  '/logout': { POST: logout },
  '/.well-known/jwks.json': { GET: jwks },
  '/settings': { GET: settings },
  '/health': { GET: health },
}

const compiled = Object.entries(ROUTES).map(([path, methods]) => ({
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(':id', '([^/]+)')}$`),
  methods,
}))

/**
 * The endpoint of a path (without the prefix of this part) and the variable segments of it.
 * @throws AuthError 404 for an unknown path, 405 for a method that the path does not have.
 */
export function findRoute(method: string, path: string): { endpoint: Endpoint; parameters: string[] } {
  for (const { pattern, methods } of compiled) {
    const match = pattern.exec(path)
    if (!match) continue
    const endpoint = Object.hasOwn(methods, method) ? methods[method] : undefined
    if (!endpoint) throw new AuthError(405, 'method_not_allowed', 'Method not allowed')
    return { endpoint, parameters: match.slice(1) }
  }
  throw new AuthError(404, 'not_found', 'Not found')
}
