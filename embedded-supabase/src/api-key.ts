import { bearerToken } from './caller.ts'
import { TokenError } from './jwt.ts'
import type { Part } from './options.ts'
import type { PartDependencies } from './part-dependencies.ts'

/** Addresses that browsers open, and programs ask, without a key. */
const OPEN = /^\/auth\/v1\/(verify|callback|authorize|sso\/saml\/.*|\.well-known\/.*)$/

/**
 * The part behind a check of the API key, as Supabase's gateway makes it (Kong's key-auth): a request without a key or
 * with a wrong one is refused with 401. A bearer token alone passes: the part judges it.
 */
export function behindKey(part: Part, callerOf: PartDependencies['callerOf']): Part {
  return async (request, context) => {
    const { pathname } = new URL(request.url)
    if (OPEN.test(pathname)) return part(request, context)
    const key = request.headers.get('apikey')
    if (!key && !bearerToken(request)) return NO_KEY()
    if (key && !(await isApiKey(key, request.url, callerOf))) return WRONG_KEY()
    return part(request, context)
  }
}

const NO_KEY = () =>
  Response.json(
    { message: 'No API key found in request', hint: 'No `apikey` request header or url param was found.' },
    { status: 401, headers: { 'www-authenticate': 'Key realm="kong"' } },
  )

const WRONG_KEY = () =>
  Response.json(
    { message: 'Invalid API key', hint: 'Double check your Supabase `anon` or `service_role` API key.' },
    { status: 401 },
  )

/** Whether it stands for a role and for nobody in person. */
async function isApiKey(key: string, url: string, callerOf: PartDependencies['callerOf']): Promise<boolean> {
  try {
    const { role, claims } = await callerOf(new Request(url, { headers: { apikey: key } }))
    return role !== 'authenticated' && claims.sub === undefined
  } catch (error) {
    if (error instanceof TokenError) return false
    throw error
  }
}
