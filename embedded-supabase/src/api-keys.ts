import { bearerToken } from './caller.ts'
import { TokenError } from './jwt.ts'
import { type KeyFile, PUBLISHABLE_PREFIX, SECRET_PREFIX, sameSecret } from './keys.ts'
import type { Part } from './options.ts'
import type { PartDependencies } from './part-dependencies.ts'

export type ApiKeys = Pick<KeyFile, 'anonKey' | 'serviceRoleKey' | 'publishableKey' | 'secretKey'>

/** What browsers begin their User-Agent with. */
const BROWSER = /^Mozilla\/5\.0/

const isOpaque = (key: string | null | undefined): key is string =>
  key?.startsWith(PUBLISHABLE_PREFIX) === true || key?.startsWith(SECRET_PREFIX) === true

type Role = 'anon' | 'service_role'

/** The refusal of a key that does not count, as {@link withTokenOfKey} refuses it; undefined for every other request. */
export function refuseKey(request: Request, keys: ApiKeys): Response | undefined {
  const judged = judgeKey(request, keys)
  return judged instanceof Response ? judged : undefined
}

/**
 * The request with the token of its key's role, as Supabase's gateway hands it on: a publishable or secret key in `apikey`
 * stands for the legacy key of the same role, unless `Authorization` has a token of its own. The clients repeat the key
 * there, and it counts for nothing unless it is the same.
 * @returns the refusal (401) of a key that is not ours, of a secret one that comes from a browser, and of another key in
 * `Authorization`. Whether a request needs a key at all is for each part to decide.
 */
export function withTokenOfKey(request: Request, keys: ApiKeys): Request | Response {
  const role = judgeKey(request, keys)
  if (role instanceof Response) return role
  const [key, bearer] = [request.headers.get('apikey'), bearerToken(request)]
  if (isOpaque(bearer) && !(key && sameSecret(bearer, key))) return invalidKey()
  if (!role || (request.headers.has('authorization') && !isOpaque(bearer))) return request
  const headers = new Headers(request.headers)
  headers.set('authorization', `Bearer ${role === 'service_role' ? keys.serviceRoleKey : keys.anonKey}`)
  return new Request(request, { headers })
}

/** The role of a publishable or secret key, or its refusal; undefined where there is none of them. */
function judgeKey({ headers }: Request, { publishableKey, secretKey }: ApiKeys): Role | Response | undefined {
  const key = headers.get('apikey')
  if (!isOpaque(key)) return undefined
  const [isPublishable, isSecret] = [sameSecret(key, publishableKey), sameSecret(key, secretKey)]
  if (isSecret) return BROWSER.test(headers.get('user-agent') ?? '') ? forbiddenInBrowser() : 'service_role'
  return isPublishable ? 'anon' : invalidKey()
}

const invalidKey = () =>
  Response.json(
    { message: 'Invalid API key', hint: 'Double check your Supabase `anon` or `service_role` API key.' },
    { status: 401 },
  )

const forbiddenInBrowser = () =>
  Response.json(
    {
      message: 'Forbidden use of secret API key in browser',
      hint: 'Secret API keys can only be used in a protected environment and should never be used in a browser. Delete this secret API key immediately if you are unsure of its purpose.',
    },
    { status: 401 },
  )

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
    if (key && !(await isApiKey(key, request.url, callerOf))) return invalidKey()
    return part(request, context)
  }
}

const NO_KEY = () =>
  Response.json(
    { message: 'No API key found in request', hint: 'No `apikey` request header or url param was found.' },
    { status: 401, headers: { 'www-authenticate': 'Key realm="kong"' } },
  )

/** Whether it stands for a role and for nobody in person. */
async function isApiKey(key: string, url: string, callerOf: PartDependencies['callerOf']): Promise<boolean> {
  // What is left of those when the door has refused the others.
  if (isOpaque(key)) return true
  try {
    const { role, claims } = await callerOf(new Request(url, { headers: { apikey: key } }))
    return role !== 'authenticated' && claims.sub === undefined
  } catch (error) {
    if (error instanceof TokenError) return false
    throw error
  }
}
