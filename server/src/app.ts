import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import type { Logger } from 'pino'
import type { Backend } from './backend.ts'
import type { Config } from './config.ts'
import { createBuildFiles, MISSING_FILE } from './http/build-files.ts'
import { canonicalPath } from './http/canonical-path.ts'
import { clientAddress } from './http/client-address.ts'
import { createHostCheck, namesOneHost } from './http/known-host.ts'
import { createMetrics, type Metrics } from './http/metrics.ts'
import { isForeignWrite } from './http/own-origin.ts'
import { type ClearablePages, createPageCache, type PageCache } from './http/page-cache.ts'
import { createReady } from './http/ready.ts'
import { commonHeaders, FORGET_CACHED, PLAIN_POLICY, SIGNED_OUT_PATH } from './http/security-headers.ts'
import { createCachedPages, createPages, PAGE_METHODS } from './pages.ts'
import { NO_SECURITY_EVENTS, type SecurityEvents } from './security-events/security-events.ts'
import type { Site } from './site.ts'

const KEPT_PAGES = 150
/** What this server has of a project's services, and two that it has not: these answer so in JSON, not with a page. */
const SERVICES = [
  '/auth/v1/*',
  '/rest/v1/*',
  '/storage/v1/*',
  '/functions/v1/*',
  '/realtime/v1',
  '/realtime/v1/*',
  '/graphql/v1',
] as const

/** Answers that are made for one person, which a browser would otherwise leave on the disk of a shared computer. */
const NOT_KEPT = /^\/(rest|functions)\/v1(\/|$)/
const NO_STORE = { 'cache-control': 'no-store' }
/** Lets a page of another site read why it was refused. */
const READABLE = { 'access-control-allow-origin': '*' }

/** What answers under a path, by the caller's address. */
export type Hooks = Record<string, (request: Request, clientAddress: string) => Promise<Response>>

type AppParts = {
  config: Config
  backend: Backend
  site: Site
  log: Logger
  freshMs: number
  inlineStyles?: boolean | undefined
  /** What answers the signed calls of other services, by path. */
  hooks?: Hooks
  /** Sees how the services answer. */
  securityEvents?: Pick<SecurityEvents, 'watch'>
  /** Gets the pages that are kept, to clear them when they show something that is no longer so. */
  onPageChange?: (pages: ClearablePages) => void
}

/** The academy on node:http: kept pages and files of the build leave at once, everything else passes through the routes. */
export function createApp(parts: AppParts): RequestListener {
  const { config, freshMs } = parts
  const cache = createPageCache({ freshMs, maxEntries: KEPT_PAGES })
  parts.onPageChange?.(cache)
  const metrics = config.metricsToken ? createMetrics(config.metricsToken, parts.backend) : undefined
  const listener = getRequestListener(createRoutes(parts, cache, metrics).fetch)
  const common = commonHeaders(config.siteUrl)
  const refusal = (path = '') => ({ ...common(path), 'content-security-policy': PLAIN_POLICY })
  const sendKept = createCachedPages(cache, common)
  const sendFile = createBuildFiles(join(config.webBuild, 'client'), common)
  const isKnownHost = hostCheckOf(config)
  return (incoming, outgoing) => {
    if (!namesOneHost(incoming.rawHeaders))
      outgoing.writeHead(400, { ...refusal(incoming.url), connection: 'close' }).end()
    // No request of the Fetch standard has this method, so nothing behind could take it.
    else if (incoming.method === 'TRACE')
      outgoing.writeHead(405, { ...refusal(incoming.url), allow: PAGE_METHODS }).end()
    else if (isKnownHost(incoming.headers.host) && (sendKept(incoming, outgoing) || sendFile(incoming, outgoing)))
      metrics?.countKept()
    else void listener(incoming, outgoing)
  }
}

/** Everything the academy answers: Supabase's services, the files of the build, health, and the rendered site. */
function createRoutes(
  parts: Omit<AppParts, 'freshMs'>,
  cache: PageCache,
  metrics?: Metrics,
): Hono<{ Bindings: HttpBindings }> {
  const { config, backend, site, log, inlineStyles = false, hooks = {}, securityEvents = NO_SECURITY_EVENTS } = parts
  const app = new Hono<{ Bindings: HttpBindings }>()
  const common = commonHeaders(config.siteUrl)
  const pages = createPages(site, cache, { supabaseOrigin: backend.publicUrl, inlineStyles })

  app.use(async (c, next) => {
    await next()
    // On the answer itself: `c.header` would make a new one for each and turn a ready text into a stream.
    const { headers: own } = c.res
    const path = c.req.path
    const wanted = { ...common(path), 'content-security-policy': PLAIN_POLICY, ...(NOT_KEPT.test(path) && NO_STORE) }
    for (const [name, value] of Object.entries(wanted)) if (!own.has(name)) own.set(name, value)
  })
  app.onError((error, c) => {
    log.error({ path: c.req.path, error: error.message, stack: error.stack }, 'a request failed')
    return c.json({ code: 'unexpected_failure', message: 'Internal Server Error' }, 500)
  })

  if (metrics) app.use(metrics.measure).get('/metrics', metrics.answer)
  app.get('/health', (c) => c.json({ status: 'ok' }))
  app.get('/ready', createReady(config, backend))

  // Probes reach the process by its bare address, so they are answered above.
  const isKnownHost = hostCheckOf(config)
  app.use(async (c, next) => {
    const named = [new URL(c.req.url).host, c.req.header('host')]
    if (!named.every(isKnownHost)) return c.text('This host is not served here; see SITE_URL.\n', 421)
    await next()
  })
  app.use(async (c, next) => {
    if (config.production && isForeignWrite(c.req.method, c.req.raw.headers, config.siteUrl))
      return c.json({ code: 'foreign_origin', message: 'Other sites write nothing here' }, 403, READABLE)
    await next()
  })

  // The sign-in service of a project answers from an origin of its own, whose word about ours counts for nothing.
  app.post(SIGNED_OUT_PATH, () => new Response(null, { status: 204, headers: FORGET_CACHED }))
  for (const [path, answer] of Object.entries(hooks)) app.post(path, (c) => answer(c.req.raw, addressOf(c, config)))

  const { embedded } = backend
  if (embedded) {
    for (const path of SERVICES) {
      app.all(path, (c) => {
        return securityEvents.watch(c.req.raw, { clientAddress: addressOf(c, config) }, embedded.fetch)
      })
    }
    const { mailbox } = embedded
    if (mailbox) app.all('/mailbox/*', (c) => mailbox.page(c.req.raw)).all('/mailbox', (c) => mailbox.page(c.req.raw))
  }

  // A page in its place would be rendered for nobody: what asks for it is a script or a picture.
  app.on(['GET', 'HEAD'], '/assets/*', (c) => c.body(MISSING_FILE.body, 404, MISSING_FILE.headers))
  app.on(['GET', 'HEAD'], '*', async (c, next) => {
    const { pathname, search } = new URL(c.req.url)
    const canonical = canonicalPath(pathname)
    if (canonical) return c.redirect(`${canonical}${search}`, 301)
    await next()
  })
  app.all('*', (c) => pages(c.req.raw, addressOf(c, config)))
  return app
}

const hostCheckOf = ({ production, siteUrl }: Config) => (production ? createHostCheck(siteUrl) : () => true)

const addressOf = ({ env }: Context<{ Bindings: HttpBindings }>, config: Config) => clientAddress(env.incoming, config)
