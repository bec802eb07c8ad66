import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Logger } from 'pino'
import { createRequestHandler, type ServerBuild } from 'react-router'
import type { AcademyContext } from 'web/load-context'
import { createSupabase } from 'web/supabase'
import type { Backend } from './backend.ts'
import type { Config } from './config.ts'
import { alarms } from './http/metrics.ts'
import { createSiteDetails, type SiteKeeper } from './site-details.ts'

/**
 * Renders a page of the site for a request of the caller at an address; the scripts that the application writes into it
 * carry the mark as nonce.
 */
export type Site = (request: Request, scriptMark: string, clientAddress: string) => Promise<Response>

/** Loads the build of the web application. */
export async function loadBuild(config: Config): Promise<ServerBuild> {
  const file = join(config.webBuild, 'server', 'index.js')
  if (!existsSync(file)) throw new Error(`The web application is not built (${file} is missing): npm run build`)
  return (await import(pathToFileURL(file).href)) as ServerBuild
}

/** Makes the renderer; `build` may be a function that gives the newest build while developing. */
export function createSite(
  build: ServerBuild | (() => Promise<ServerBuild>),
  backend: Backend,
  config: Config,
  log: Logger,
  details: SiteKeeper = createSiteDetails(backend, config, log),
): Site {
  // The router compares the origin of a form with the address of the request, whose scheme is that behind the proxy.
  const own = typeof build === 'function' ? build : { ...build, allowedActionOrigins: [new URL(config.siteUrl).host] }
  const handle = createRequestHandler(own, config.production ? 'production' : 'development')
  const damaged = reportDamage(log)
  const supabaseBy = (send: typeof fetch) =>
    createSupabase({ supabaseUrl: backend.publicUrl || config.siteUrl, anonKey: backend.anonKey, fetch: send, damaged })
  const context: Omit<AcademyContext, 'asCaller' | 'once' | 'scriptMark' | 'report'> = {
    supabase: supabaseBy(backend.fetch),
    publicConfig: { supabaseUrl: backend.publicUrl, anonKey: backend.anonKey },
    siteUrl: config.siteUrl,
    site: details.current,
  }
  return (request, scriptMark, clientAddress) =>
    handle(request, {
      ...context,
      asCaller: () => supabaseBy(backend.fetchAs(clientAddress)),
      scriptMark,
      once: createOnce(),
      report: (error) => {
        const { message, stack } = error instanceof Error ? error : new Error(String(error))
        log.error({ part: 'pages', path: new URL(request.url).pathname, error: message, stack }, 'a page failed')
      },
    })
}

const DAMAGE_AGAIN_MS = 3_600_000
const MOST_DAMAGES = 1_000

/** Raises an alarm for each place where the database holds what no page can show whole: once an hour, for a thousand at most. */
export function reportDamage(log: Pick<Logger, 'error'>, now: () => number = Date.now): (place: string) => void {
  const reported = new Map<string, number>()
  return (place) => {
    const before = reported.get(place)
    if (before === undefined ? reported.size >= MOST_DAMAGES : now() - before < DAMAGE_AGAIN_MS) return
    reported.set(place, now())
    alarms.inc({ alarm: 'damaged content' })
    log.error(
      { part: 'pages', alarm: 'damaged content', place },
      'a stored value cannot be shown: the page leaves it out',
    )
  }
}

/** Reads by name, for the length of one request. */
function createOnce(): AcademyContext['once'] {
  const reads = new Map<string, Promise<unknown>>()
  return <T>(name: string, read: () => Promise<T>) => {
    const running = (reads.get(name) as Promise<T> | undefined) ?? read()
    reads.set(name, running)
    return running
  }
}
