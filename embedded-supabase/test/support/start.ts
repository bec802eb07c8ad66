import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import ws from 'ws'
import {
  type EmbeddedSupabase,
  type EmbeddedSupabaseOptions,
  lingeringClose,
  startEmbeddedSupabase,
} from '../../src/index.ts'
import { prepareDataFolder } from './data-templates.ts'
import { temporaryFolder } from './folder.ts'

export type TestServer = {
  url: string
  supabase: EmbeddedSupabase
  /** A whole official client; with the anonymous key unless another key is given. */
  client(key?: string): SupabaseClient
  /** The folder that stands for `supabase/`: put `config.toml` and `migrations/` there before the start. */
  close(): Promise<void>
}

export type TestServerOptions = Partial<EmbeddedSupabaseOptions> & {
  /** Text of `config.toml`. */
  config?: string
  /** SQL files of `migrations/` by name. */
  migrations?: Record<string, string>
  /** Mail templates by path below the project folder. */
  files?: Record<string, string>
}

/**
 * A real server on real HTTP and a real PostgreSQL in a temporary folder (or the one of TEST_DATABASE_URL).
 * Everything is gone after `close`. Its data survives no crash, its answers keep no floor and its passwords are hashed quickly, unless told otherwise.
 */
export async function startTestServer({
  config = '',
  migrations = {},
  files = {},
  ...options
}: TestServerOptions = {}): Promise<TestServer> {
  const { path: folder, remove } = temporaryFolder()
  const project = join(folder, 'project')
  mkdirSync(join(project, 'migrations'), { recursive: true })
  writeFileSync(join(project, 'config.toml'), config)
  for (const [name, sql] of Object.entries(migrations)) writeFileSync(join(project, 'migrations', name), sql)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(project, name, '..'), { recursive: true })
    writeFileSync(join(project, name), text)
  }
  const http = createServer({ keepAliveTimeout: 75_000 })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const { dataDirectory = join(folder, 'data'), databaseUrl = process.env.TEST_DATABASE_URL } = options
  if (!databaseUrl) prepareDataFolder(dataDirectory, options.projectDirectory)
  const supabase = await startEmbeddedSupabase({
    durable: false,
    answerFloorMs: 0,
    passwordCost: 4,
    projectDirectory: options.projectDirectory ?? project,
    siteUrl: url,
    externalUrl: url,
    ...options,
    dataDirectory,
    databaseUrl,
  })
  const listener = lingeringClose((incoming, outgoing) => {
    void respond(supabase, url, incoming, outgoing)
  })
  http.on('request', listener)
  return {
    url,
    supabase,
    client: (key = supabase.anonKey) =>
      createClient(url, key, {
        auth: { persistSession: false, autoRefreshToken: false },
        realtime: { transport: ws as unknown as typeof WebSocket },
      }),
    async close() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
      await supabase.close()
      remove()
    },
  }
}

async function respond(supabase: EmbeddedSupabase, url: string, incoming: IncomingMessage, outgoing: ServerResponse) {
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const part of Array.isArray(value) ? value : [value ?? '']) headers.append(name, part)
  }
  outgoing.on('finish', () => {
    if (!incoming.complete) incoming.removeAllListeners('data').resume()
  })
  const hasBody = !['GET', 'HEAD'].includes(incoming.method ?? 'GET')
  const request = new Request(new URL(incoming.url ?? '/', url), {
    method: incoming.method ?? 'GET',
    headers,
    ...(hasBody ? { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' } : {}),
  } as RequestInit)
  try {
    const response = await supabase.fetch(request, { clientAddress: incoming.socket.remoteAddress ?? '127.0.0.1' })
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    if (response.body)
      await pipeline(Readable.fromWeb(response.body as ReadableStream), outgoing).catch(() => undefined)
    else outgoing.end()
  } catch (error) {
    outgoing.writeHead(500).end(String(error))
  }
}
