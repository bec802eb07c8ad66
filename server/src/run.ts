import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { ServerBuild } from 'react-router'
import { createApp } from './app.ts'
import { startBackend } from './backend.ts'
import { type Config, readConfig } from './config.ts'
import { guardSockets, socketLimits } from './http/sockets.ts'
import { TIMEOUTS } from './http/timeouts.ts'
import { startJobs } from './jobs.ts'
import { createLog } from './log.ts'
import { seedWhenEmpty } from './seed/index.ts'
import { createSite } from './site.ts'

const DRAIN_MS = 10_000

/** Where the pages come from. */
export type Pages = {
  /** The build of the web application, or what gives the newest one. */
  build: ServerBuild | (() => Promise<ServerBuild>)
  /** How long a rendered page is kept. */
  freshMs: number
  /** The pages get styles while they run, which their policy must allow. */
  inlineStyles?: boolean
  /** Sees every request first; `next` hands it on. */
  first?: (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => void
  close?: () => Promise<void>
}

/** Starts the academy, listens, and ends it in order on SIGTERM and SIGINT; a start that fails ends the process with 1. */
export async function run(openPages: (config: Config, server: Server) => Promise<Pages>): Promise<void> {
  const started = performance.now()
  try {
    await start(openPages, started)
  } catch (error) {
    console.error(`The academy could not start: ${error instanceof Error ? error.message : error}`)
    process.exit(1)
  }
}

async function start(openPages: (config: Config, server: Server) => Promise<Pages>, started: number): Promise<void> {
  const config = readConfig()
  const log = createLog(config)
  const backend = await startBackend(config, log)
  if (config.seedDemo) await seedWhenEmpty(backend, config, (message) => console.log(message))

  const server = createServer(TIMEOUTS)
  guardSockets(server, socketLimits(config.clientAddressHeader !== undefined))
  const { build, freshMs, inlineStyles, first, close } = await openPages(config, server)
  const app = createApp({ config, backend, log, freshMs, inlineStyles, site: createSite(build, backend, config, log) })
  server.on('request', first ? (incoming, outgoing) => first(incoming, outgoing, () => app(incoming, outgoing)) : app)
  const jobs = startJobs(backend, config.siteUrl, log)
  server.listen(config.port, config.host)
  server.once('listening', () => {
    console.log(`\nThe academy is open: ${config.siteUrl}   (started in ${Math.round(performance.now() - started)} ms)`)
    const mailbox = backend.embedded?.mailbox
    if (mailbox) console.log(`Its mails:           ${config.siteUrl}/mailbox?key=${mailbox.key}`)
    console.log('First administrator: npm run admin:invite -- you@example.org\n')
  })
  server.once('error', (error: NodeJS.ErrnoException) => {
    const reason = error.code === 'EADDRINUSE' ? `port ${config.port} is taken: set PORT to another` : error.message
    console.error(`The academy could not listen: ${reason}`)
    void backend.close().finally(() => process.exit(1))
  })

  let stopping = false
  const stop = async (signal: string) => {
    // A terminal and npm both pass Ctrl+C on: the second word must not leave the database behind.
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    jobs.stop()
    await close?.()
    const closed = new Promise((resolve) => server.close(resolve))
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref())])
    await backend.close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
