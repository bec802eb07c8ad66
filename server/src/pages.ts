import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { chooseEncoding, createFairShare, type Encoding, networkOf, ShareUsedUp, SMALL_BYTES } from 'embedded-supabase'
import { pageAddress } from './http/page-address.ts'
import { bodyOf, type KeptPage, type PageCache } from './http/page-cache.ts'
import {
  contentSecurityPolicy,
  type HeadersOfPath,
  ownScripts,
  type PagePolicy,
  PLAIN_POLICY,
  REPORTING_ENDPOINTS,
} from './http/security-headers.ts'
import type { Site } from './site.ts'

/** The router's own requests name the routes whose data they want; nothing that is longer is asked for twice. */
const MAX_KEPT_SEARCH = 512
/** One address has three pages made at once, of the four connections that pages have, and a third of the time. */
const RENDERING = { atOnce: 3, waiting: 60, waitMs: 10_000, budget: { savedMs: 10_000, perSecondMs: 300 } }

/** A page is read, and a form without scripts is posted. */
const TAKEN = new Set(['GET', 'HEAD', 'POST'])
/** What a page takes unless it has a form, as the header `allow` says it. */
export const PAGE_METHODS = 'GET, HEAD'

/**
 * Answers page requests from the cache, rendering what is missing; each caller has its share of the rendering.
 * @returns a function of the request and the caller's address
 */
export function createPages(site: Site, cache: PageCache, policy: PagePolicy, limits = RENDERING) {
  const shares = createFairShare(limits)

  async function answer(request: Request, clientAddress: string): Promise<Response> {
    const caller = networkOf(clientAddress)
    const { pathname, search, origin } = new URL(request.url)
    if (request.method === 'POST')
      return shares.run([caller], async () => send(await renderPage(site, request, policy, clientAddress), request))
    const address = pageAddress(pathname + search)
    const asked = new Request(`${origin}${address}`, { headers: { accept: request.headers.get('accept') ?? '*/*' } })
    const render = () => renderPage(site, asked, policy)
    const isKept = address.length - pathname.length <= MAX_KEPT_SEARCH
    const make = () => (isKept ? cache.get(address, render) : render())
    return send(cache.peek(address) ?? (await shares.run([caller], make)), request)
  }

  return async (request: Request, clientAddress: string): Promise<Response> => {
    if (!TAKEN.has(request.method)) {
      return new Response('This method is not allowed.\n', { status: 405, headers: { allow: PAGE_METHODS } })
    }
    try {
      return await answer(request, clientAddress)
    } catch (error) {
      if (!(error instanceof ShareUsedUp)) throw error
      const headers = {
        'retry-after': String(error.retryAfterS),
        'cache-control': 'no-store',
        'content-security-policy': PLAIN_POLICY,
      }
      return new Response('Too many requests.\n', { status: 429, headers })
    }
  }
}

/** A page that is kept is made for everyone, and its caller is nobody. */
async function renderPage(site: Site, request: Request, policy: PagePolicy, clientAddress = ''): Promise<KeptPage> {
  const mark = randomBytes(18).toString('base64url')
  const response = await site(request, mark, clientAddress)
  const headers = Object.fromEntries(response.headers)
  let identity: Buffer = Buffer.from(await response.arrayBuffer())
  headers['content-security-policy'] = PLAIN_POLICY
  if (headers['content-type']?.startsWith('text/html')) {
    const { html, hashes } = ownScripts(identity.toString('utf8'), mark)
    identity = Buffer.from(html)
    headers['content-security-policy'] = contentSecurityPolicy(hashes, policy)
    Object.assign(headers, REPORTING_ENDPOINTS)
    headers['cache-control'] ??= 'no-cache'
  }
  headers.vary = 'accept-encoding'
  if (response.status === 405) headers.allow = PAGE_METHODS
  return { status: response.status, headers, bodies: { identity } }
}

async function send(page: KeptPage, request: Request): Promise<Response> {
  const encoding = chooseEncoding(request.headers.get('accept-encoding'))
  const body = await bodyOf(page, page.bodies.identity.length < SMALL_BYTES ? 'identity' : encoding)
  const encoded = body === page.bodies.identity ? {} : { 'content-encoding': encoding }
  return new Response(request.method === 'HEAD' || page.status === 204 ? null : new Uint8Array(body), {
    status: page.status,
    headers: { ...page.headers, ...encoded, 'content-length': String(body.length) },
  })
}

/**
 * Answers a GET of a kept page straight on the socket, where no framework takes its share; every other request is left.
 * @param common headers of every answer, by its path
 * @returns a function that says whether it answered.
 */
export function createCachedPages(cache: PageCache, common: HeadersOfPath) {
  const prepared = new WeakMap<Buffer, Record<string, string>>()

  function headersOf(url: string, page: KeptPage, encoding: Encoding, body: Buffer): Record<string, string> {
    const known = prepared.get(body)
    if (known) return known
    const encoded = encoding === 'identity' ? {} : { 'content-encoding': encoding }
    const headers = { ...common(url), ...page.headers, ...encoded, 'content-length': String(body.length) }
    prepared.set(body, headers)
    return headers
  }

  return ({ method, url = '', headers }: IncomingMessage, outgoing: ServerResponse): boolean => {
    const page = method === 'GET' ? cache.peek(pageAddress(url)) : undefined
    if (!page) return false
    const encoding = page.bodies.identity.length < SMALL_BYTES ? 'identity' : chooseEncoding(headers['accept-encoding'])
    const body = page.bodies[encoding]
    if (!body) return false
    outgoing.writeHead(page.status, headersOf(url, page, encoding, body)).end(body)
    return true
  }
}
