import type { AuthRequest, Endpoint } from '../service.ts'
import { requireAdmin, requireSignedIn } from '../sessions/authenticate.ts'
import { pathUser } from './admin/find-user.ts'

const OF_PERSON = /^\/(user|reauthenticate|factors)(\/|$)/
const OF_ADMIN = /^\/admin(\/|$)/
const OF_USER = /^\/admin\/users\/([^/]+)/

/** 404 in GoTrue's words, which come from its router: text, and no error code. */
export const pageNotFound =
  (path: string): Endpoint =>
  async (request) => {
    await requireCallerOf(path, request)
    return new Response('404 page not found\n', {
      status: 404,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
    })
  }

/** 405 as GoTrue's router answers: no body, and the methods that there are. */
export const methodNotAllowed =
  (path: string, methods: string[]): Endpoint =>
  async (request) => {
    await requireCallerOf(path, request)
    return new Response(null, { status: 405, headers: { allow: methods.join(', ') } })
  }

/**
 * Checks the caller of a path that belongs to persons or administrators, and the user it names, before it answers anything
 * about the path.
 * @throws AuthError
 */
async function requireCallerOf(path: string, request: AuthRequest): Promise<void> {
  if (OF_PERSON.test(path)) await requireSignedIn(request)
  if (!OF_ADMIN.test(path)) return
  await requireAdmin(request)
  const id = OF_USER.exec(path)?.[1]
  if (id === undefined) return
  await request.service.database.asAuthAdmin((tx) => pathUser(tx, { ...request, parameters: [id] }))
}
