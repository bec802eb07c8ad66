import { DatabaseUnavailable, RETRY_AFTER_SECONDS } from './errors.ts'
import { createFairShare, ShareUsedUp } from './fair-share.ts'
import { networkOf } from './network.ts'
import type { Part, RequestContext } from './options.ts'

const METHODS = 'GET,HEAD,POST,PUT,PATCH,DELETE,OPTIONS'
const EXPOSED =
  'Content-Range,Content-Location,Content-Type,Location,Range-Unit,Preference-Applied,X-Total-Count,Link,X-Supabase-Api-Version,X-Sb-Error-Code,X-Relay-Error,Tus-Resumable,Tus-Version,Tus-Extension,Tus-Max-Size,Tus-Complete,Upload-Offset,Upload-Length,Upload-Metadata,Upload-Expires'

/**
 * What one address may do at once in the parts that share a few connections and the processor; REST and the functions
 * have shares of their own, by account too. Uploads take as long as the caller's line needs and hold nothing meanwhile.
 */
const SHARES: Record<string, { atOnce: number; waiting: number; waitMs: number }> = {
  '/auth/v1': { atOnce: 5, waiting: 200, waitMs: 10_000 },
  '/storage/v1': { atOnce: 8, waiting: 200, waitMs: 10_000 },
}
const UPLOAD = /^\/storage\/v1\/object\/(?!list|list-v2|sign|copy|move|info)/
/** Uploads in parts. A preflight asks too what is offered. */
const RESUMABLE = /^\/storage\/v1\/upload\/resumable(\/|$)/

/** Puts the parts behind one door: preflights, cross-origin headers, and an answer while the database is away. */
export function createGateway(parts: Record<string, Part>): Part {
  const prefixes = Object.entries(parts).map(([prefix, part]): [string, Part] => [prefix, fairly(prefix, part)])
  return async (request, context) => {
    const { pathname } = new URL(request.url)
    const part = prefixes.find(([prefix]) => pathname === prefix || pathname.startsWith(`${prefix}/`))?.[1]
    if (!part) return Response.json({ message: 'no Route matched with those values' }, { status: 404 })
    if (request.method === 'OPTIONS') {
      return preflight(request, RESUMABLE.test(pathname) ? await answer(part, request, context) : undefined)
    }
    return withCors(await answer(part, withKeyInHeader(request), context))
  }
}

function fairly(prefix: string, part: Part): Part {
  const limits = SHARES[prefix]
  if (!limits) return part
  const shares = createFairShare(limits)
  return (request, context) => {
    if (context.inProcess || isUpload(request)) return part(request, context)
    return shares.run([networkOf(context.clientAddress)], () => part(request, context))
  }
}

function isUpload({ method, url }: Request): boolean {
  const { pathname } = new URL(url)
  if (RESUMABLE.test(pathname)) return method === 'POST' || method === 'PATCH'
  return method !== 'GET' && method !== 'HEAD' && UPLOAD.test(pathname)
}

/** A key in the address counts when no header has one, and goes no further. */
function withKeyInHeader(request: Request): Request {
  if (!request.url.includes('apikey=') || request.headers.has('apikey')) return request
  const url = new URL(request.url)
  const key = url.searchParams.get('apikey')
  if (!key) return request
  const kept = url.search.slice(1).split('&')
  url.search = kept.filter((pair) => !pair.startsWith('apikey=')).join('&')
  const moved = new Request(url, request)
  moved.headers.set('apikey', key)
  return moved
}

async function answer(part: Part, request: Request, context: RequestContext): Promise<Response> {
  try {
    return await part(request, context)
  } catch (error) {
    if (error instanceof ShareUsedUp) return tooMany(error, request)
    if (!(error instanceof DatabaseUnavailable)) throw error
    return Response.json(
      { code: 'PGRST001', message: 'Database connection error. Retrying the connection.', details: null, hint: null },
      {
        status: 503,
        headers: { 'retry-after': String(RETRY_AFTER_SECONDS), 'proxy-status': 'PostgREST; error=PGRST001' },
      },
    )
  }
}

function tooMany({ retryAfterS }: ShareUsedUp, { method, url }: Request): Response {
  // tus-js-client asks again after 423 alone; after any other refusal to look at an upload it begins anew.
  const isLook = method === 'HEAD' && RESUMABLE.test(new URL(url).pathname)
  const message = 'Request rate limit reached'
  return Response.json(
    { code: 'over_request_rate_limit', error_code: 'over_request_rate_limit', error: message, message, msg: message },
    { status: isLook ? 423 : 429, headers: { 'retry-after': String(retryAfterS) } },
  )
}

/** @param told what the part has to say beside, in headers */
function preflight(request: Request, told?: Response): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...Object.fromEntries(told?.headers ?? []),
      'access-control-expose-headers': EXPOSED,
      'access-control-allow-origin': '*',
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '*',
      'access-control-max-age': '3600',
    },
  })
}

/** Sets the headers on the answer itself: rebuilding it would turn a ready text into a stream. */
function withCors(response: Response): Response {
  try {
    response.headers.set('access-control-allow-origin', '*')
    response.headers.set('access-control-expose-headers', EXPOSED)
    return response
  } catch {
    // What a function hands on from `fetch` cannot be changed.
    return withCors(new Response(response.body, response))
  }
}
