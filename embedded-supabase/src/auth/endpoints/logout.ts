import { invalid } from '../protocol/errors.ts'
import type { Endpoint } from '../service.ts'
import { loadSignedIn, requireClaims } from '../sessions/authenticate.ts'
import { endSessions, type Scope } from '../sessions/end.ts'
import { transact } from '../transact.ts'

const SCOPES: readonly string[] = ['global', 'local', 'others'] satisfies Scope[]

/** POST /logout?scope=global|local|others. */
export const logout: Endpoint = async (request) => {
  const claims = await requireClaims(request)
  const scope = request.url.searchParams.get('scope') || 'global'
  if (!isScope(scope)) throw invalid(`Unsupported logout scope "${scope}"`)
  await transact(request.service, async (tx) => {
    const { user, session } = await loadSignedIn(tx, request, claims)
    await endSessions(tx, { userId: user.id, sessionId: session.id, scope })
  })
  return new Response(null, { status: 204 })
}

const isScope = (scope: string): scope is Scope => SCOPES.includes(scope)
