import { DatabaseUnavailable, RETRY_AFTER_SECONDS } from './errors.ts'
import type { Part, RequestContext } from './options.ts'

const METHODS = 'GET,HEAD,POST,PUT,PATCH,DELETE,OPTIONS'
const EXPOSED =
  'Content-Range,Content-Location,Content-Type,Location,Range-Unit,Preference-Applied,X-Total-Count,Link,X-Supabase-Api-Version,X-Sb-Error-Code,X-Relay-Error'

/** Puts the parts behind one door: preflights, cross-origin headers, and an answer while the database is away. */
export function createGateway(parts: Record<string, Part>): Part {
  const prefixes = Object.entries(parts)
  return async (request, context) => {
    const { pathname } = new URL(request.url)
    const part = prefixes.find(([prefix]) => pathname === prefix || pathname.startsWith(`${prefix}/`))?.[1]
    if (!part) return Response.json({ message: 'no Route matched with those values' }, { status: 404 })
    if (request.method === 'OPTIONS') return preflight(request)
    return withCors(await answer(part, withKeyInHeader(request), context))
  }
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

function preflight(request: Request): Response {
  return new Response(null, {
    status: 204,
    headers: {
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
