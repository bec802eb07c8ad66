import { health, jwks, openIdConfiguration, settings } from './endpoints/about.ts'
import { adminAuditLog } from './endpoints/admin/audit.ts'
import { adminCreateUser } from './endpoints/admin/create-user.ts'
import { adminDeleteUser } from './endpoints/admin/delete-user.ts'
import { adminDeleteFactor, adminListFactors } from './endpoints/admin/factors.ts'
import { generateLink } from './endpoints/admin/generate-link.ts'
import { adminGetUser } from './endpoints/admin/get-user.ts'
import { invite } from './endpoints/admin/invite.ts'
import { adminListUsers } from './endpoints/admin/list-users.ts'
import { adminUpdateUser } from './endpoints/admin/update-user.ts'
import { challengeFactor } from './endpoints/challenge-factor.ts'
import {
  authorizeDisabled,
  callbackDisabled,
  linkingDisabled,
  oauthServerDisabled,
  passkeysDisabled,
  ssoDisabled,
} from './endpoints/disabled.ts'
import { enrollFactor } from './endpoints/enroll-factor.ts'
import { getUser } from './endpoints/get-user.ts'
import { logout } from './endpoints/logout.ts'
import { methodNotAllowed, pageNotFound } from './endpoints/no-route.ts'
import { requestMagicLink, requestOtp } from './endpoints/otp.ts'
import { reauthenticate } from './endpoints/reauthenticate.ts'
import { recover } from './endpoints/recover.ts'
import { resend } from './endpoints/resend.ts'
import { signUp } from './endpoints/sign-up.ts'
import { token } from './endpoints/token.ts'
import { unenrollFactor } from './endpoints/unenroll-factor.ts'
import { updateUser } from './endpoints/update-user.ts'
import { verifyFactor } from './endpoints/verify-factor.ts'
import { verifyByGet } from './endpoints/verify-get.ts'
import { verifyByPost } from './endpoints/verify-post.ts'
import type { Endpoint } from './service.ts'

type Methods = { [method: string]: Endpoint }

/** Every address of this part; `:id` stands for one segment, `:rest` for all that follow. */
const ROUTES: Record<string, Methods> = {
  '/signup': { POST: signUp },
  '/otp': { POST: requestOtp },
  '/magiclink': { POST: requestMagicLink },
  '/verify': { GET: verifyByGet, POST: verifyByPost },
  '/resend': { POST: resend },
  '/recover': { POST: recover },
  '/token': { POST: token },
  '/user': { GET: getUser, PUT: updateUser },
  '/reauthenticate': { GET: reauthenticate },
  '/logout': { POST: logout },
  '/.well-known/jwks.json': { GET: jwks },
  '/.well-known/openid-configuration': { GET: openIdConfiguration },
  '/.well-known/oauth-authorization-server': { GET: oauthServerDisabled },
  '/settings': { GET: settings },
  '/health': { GET: health },
  '/factors': { POST: enrollFactor },
  '/factors/:id': { DELETE: unenrollFactor },
  '/factors/:id/challenge': { POST: challengeFactor },
  '/factors/:id/verify': { POST: verifyFactor },
  '/invite': { POST: invite },
  '/admin/generate_link': { POST: generateLink },
  '/admin/audit': { GET: adminAuditLog },
  '/admin/users': { GET: adminListUsers, POST: adminCreateUser },
  '/admin/users/:id': { GET: adminGetUser, PUT: adminUpdateUser, DELETE: adminDeleteUser },
  '/admin/users/:id/factors': { GET: adminListFactors },
  '/admin/users/:id/factors/:id': { DELETE: adminDeleteFactor },
  '/authorize': { GET: authorizeDisabled },
  '/callback': { GET: callbackDisabled, POST: callbackDisabled },
  '/sso': { POST: ssoDisabled },
  '/sso/:rest': { GET: ssoDisabled, POST: ssoDisabled },
  '/user/identities/authorize': { GET: linkingDisabled },
  '/user/identities/:id': { DELETE: linkingDisabled },
  '/passkeys/:rest': {
    GET: passkeysDisabled,
    POST: passkeysDisabled,
    PATCH: passkeysDisabled,
    DELETE: passkeysDisabled,
  },
  '/passkeys': { GET: passkeysDisabled },
  '/oauth/:rest': { GET: oauthServerDisabled, POST: oauthServerDisabled },
  '/user/oauth/grants': { GET: oauthServerDisabled, DELETE: oauthServerDisabled },
  '/admin/oauth/:rest': { GET: oauthServerDisabled, POST: oauthServerDisabled },
}

const compiled = Object.entries(ROUTES).map(([path, methods]) => ({
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(':id', '([^/]+)').replaceAll(':rest', '.+')}$`),
  methods,
}))

/**
 * The endpoint of a path (without the prefix of this part) and the variable segments of it. Where there is none, it
 * answers with 404, or with 405 for a method that the path does not have.
 */
export function findRoute(method: string, path: string): { endpoint: Endpoint; parameters: string[] } {
  for (const { pattern, methods } of compiled) {
    const match = pattern.exec(path)
    if (!match) continue
    const endpoint = Object.hasOwn(methods, method) ? methods[method] : undefined
    return { endpoint: endpoint ?? methodNotAllowed(path, Object.keys(methods)), parameters: match.slice(1) }
  }
  return { endpoint: pageNotFound(path), parameters: [] }
}
