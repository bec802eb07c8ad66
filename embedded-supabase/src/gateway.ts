import { behindKey, refuseKey, withTokenOfKey } from './api-keys.ts'
import { knownCaller } from './caller-shares.ts'
import { DatabaseUnavailable, RETRY_AFTER_SECONDS } from './errors.ts'
import { ShareUsedUp } from './fair-share.ts'
import type { Runs } from './functions/runs.ts'
import type { Part, RequestContext } from './options.ts'
import type { PartDependencies } from './part-dependencies.ts'

const METHODS = 'GET,HEAD,PUT,PATCH,POST,DELETE,OPTIONS,TRACE,CONNECT'
const EXPOSED =
  'Content-Range,Content-Location,Content-Type,Location,Range-Unit,Preference-Applied,X-Total-Count,Link,X-Supabase-Api-Version,X-Sb-Error-Code,X-Relay-Error,Tus-Resumable,Tus-Version,Tus-Extension,Tus-Max-Size,Tus-Complete,Upload-Offset,Upload-Length,Upload-Metadata,Upload-Expires'

/** What a browser sends with a preflight. */
const ASKED = ['access-control-request-method', 'access-control-request-headers']

/** The parts that take a turn of their caller at the door; REST and the functions do when they have looked at the token. */
const IN_TURN = ['/auth/v1', '/storage/v1']
const UPLOAD = /^\/storage\/v1\/object\/(?!list|list-v2|sign|copy|move|info)/
/** Uploads in parts. A preflight asks too what is offered. */
const RESUMABLE = /^\/storage\/v1\/upload\/resumable(\/|$)/

/** Puts the parts behind one door: preflights, cross-origin headers, and an answer while the database is away. */
export function createGateway(
  parts: Record<string, Part>,
  dependencies: Pick<PartDependencies, 'callerOf' | 'shares' | 'keys'> & { runs: Runs },
): Part {
  const prefixes = Object.entries(parts).map(([prefix, part]): [string, Part] => {
    const guarded = prefix === '/auth/v1' ? behindKey(part, dependencies.callerOf) : part
    return [prefix, IN_TURN.includes(prefix) ? inTurn(guarded, dependencies) : guarded]
  })
  return async (request, outside) => {
    const charge = dependencies.runs.chargeOf(request)
    const context = charge ? { ...outside, charge } : outside
    const { pathname } = new URL(request.url)
    const part = prefixes.find(([prefix]) => pathname === prefix || pathname.startsWith(`${prefix}/`))?.[1]
    if (!part) return withCors(Response.json({ message: 'no Route matched with those values' }, { status: 404 }))
    // A part that says what it allows is asked, unless a browser asks what other origins may do.
    const isPreflight = part !== parts['/rest/v1'] || ASKED.some((name) => request.headers.has(name))
    if (request.method === 'OPTIONS' && isPreflight) {
      return preflight(request, RESUMABLE.test(pathname) ? await answer(part, request, context) : undefined)
    }
    const keyed = withKeyInHeader(request)
    // A function reads the key itself: its caller may have a token beside it, and `verify_jwt` accepts no key.
    const isRead = part === parts['/functions/v1']
    const admitted = isRead ? (refuseKey(keyed, dependencies.keys) ?? keyed) : withTokenOfKey(keyed, dependencies.keys)
    return withCors(admitted instanceof Response ? admitted : await answer(part, admitted, context))
  }
}

function inTurn(part: Part, { callerOf, shares }: Pick<PartDependencies, 'callerOf' | 'shares'>): Part {
  return async (request, context) => {
    if (context.inProcess) return part(request, context)
    const run = isUpload(request) ? shares.upload : shares.run
    return run(await knownCaller(request, callerOf), context, () => part(request, context))
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
  // tus-js-client asks again after 423 alone; after another refusal to look at an upload, or to go on, it begins anew.
  const isGoingOn = (method === 'HEAD' || method === 'PATCH') && RESUMABLE.test(new URL(url).pathname)
  const message = 'Request rate limit reached'
  return Response.json(
    { code: 'over_request_rate_limit', error_code: 'over_request_rate_limit', error: message, message, msg: message },
    { status: isGoingOn ? 423 : 429, headers: { 'retry-after': String(retryAfterS) } },
  )
}

/** @param answer of the part, whose headers come along */
function preflight(request: Request, answer?: Response): Response {
  return new Response(null, {
    status: 200,
    headers: {
      ...(answer && { ...Object.fromEntries(answer.headers), 'access-control-expose-headers': EXPOSED }),
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
