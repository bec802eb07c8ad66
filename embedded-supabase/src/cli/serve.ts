import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import {
  type EmbeddedSupabase,
  findFunctions,
  lingeringClose,
  readProjectConfig,
  seed,
  startEmbeddedSupabase,
} from '../index.ts'
import type { ServeSettings } from './arguments.ts'
import { defaultDataFolder, findProject, functionVariables } from './project-folder.ts'

/** Longer than proxies keep an idle connection, so that the server never closes one that is being sent to. */
const KEEP_ALIVE_MS = 75_000
const DRAIN_MS = 10_000
const LOOPBACK = /^(localhost|127(\.\d+){3}|::1)$/

/** A project that is served. */
export type Served = {
  url: string
  supabase: EmbeddedSupabase
  functions: string[]
  dataDirectory: string
  seeded: string[]
  /** Ends requests in flight within ten seconds, then the database. */
  close(): Promise<void>
}

/**
 * Starts a project's database and serves it over HTTP. The port is taken first: where it is busy nothing else has begun.
 * @throws with what to mend: no project in the folder, a busy port, a wrong setting, a failing migration or seed
 */
export async function serve(settings: ServeSettings, log: (line: string) => void): Promise<Served> {
  const { root, projectDirectory } = findProject(settings.folder)
  const config = readProjectConfig(projectDirectory)
  const functions = findFunctions(projectDirectory)
  const http = createServer({ keepAliveTimeout: KEEP_ALIVE_MS })
  const url = await listen(http, settings)
  let supabase: EmbeddedSupabase | undefined
  const listener = getRequestListener((request, bindings) => answer(supabase, request, bindings as HttpBindings))
  http.on('request', lingeringClose(listener))
  try {
    const dataDirectory = settings.data ? resolve(settings.data) : defaultDataFolder(root)
    const started = await startEmbeddedSupabase({
      ...{ projectDirectory, dataDirectory, functions, databaseUrl: settings.databaseUrl },
      siteUrl: settings.siteUrl ?? config.auth.site_url,
      externalUrl: settings.externalUrl ?? url,
      functionEnvironment: functionVariables(projectDirectory),
      mailbox: LOOPBACK.test(settings.host),
      log: ({ level, part, message, ...details }) => {
        if (level !== 'info') log(`${level} ${part}: ${message}${describe(details)}`)
      },
    })
    supabase = started
    void started.prepareFunctions()
    const { sql_paths, enabled } = config.db.seed
    const seeded = enabled && settings.seed ? await seed(started.database, projectDirectory, sql_paths) : []
    return {
      ...{ url, supabase: started, functions: Object.keys(functions), dataDirectory, seeded },
      async close() {
        await closeServer(http)
        await started.close()
      },
    }
  } catch (error) {
    await closeServer(http)
    await supabase?.close()
    throw error
  }
}

function answer(
  supabase: EmbeddedSupabase | undefined,
  request: Request,
  { incoming }: HttpBindings,
): Response | Promise<Response> {
  if (!supabase)
    return Response.json({ message: 'The server is starting' }, { status: 503, headers: { 'retry-after': '1' } })
  const { mailbox } = supabase
  if (mailbox && /^\/mailbox(\/|$)/.test(new URL(request.url).pathname)) return mailbox.page(request)
  return supabase.fetch(request, { clientAddress: incoming.socket.remoteAddress ?? '127.0.0.1' })
}

const describe = (details: Record<string, unknown>) =>
  Object.keys(details).length > 0 ? ` ${JSON.stringify(details)}` : ''

function listen(http: Server, { host, port }: ServeSettings): Promise<string> {
  return new Promise((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE' ? new Error(`The port ${port} is in use: choose another with --port.`) : error,
      ),
    )
    http.listen(port, host, () => {
      const reachable = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host
      const name = reachable.includes(':') ? `[${reachable}]` : reachable
      resolve(`http://${name}:${(http.address() as AddressInfo).port}`)
    })
  })
}

async function closeServer(http: Server): Promise<void> {
  const closed = new Promise((resolve) => http.close(resolve))
  http.closeIdleConnections()
  const timer = setTimeout(() => http.closeAllConnections(), DRAIN_MS)
  await closed
  clearTimeout(timer)
}
