import { createServer } from 'node:http'
import { createApp } from './app.ts'
import { startBackend } from './backend.ts'
import { readConfig } from './config.ts'
import { startJobs } from './jobs.ts'
import { createLog } from './log.ts'
import { seedWhenEmpty } from './seed/index.ts'
import { createSite, loadBuild } from './site.ts'

const HEADERS_TIMEOUT_MS = 10_000
/** Long enough for a large video over a slow line; headers have a deadline of their own. */
const REQUEST_TIMEOUT_MS = 300_000
const DRAIN_MS = 10_000

const started = performance.now()

async function main(): Promise<void> {
  const config = readConfig()
  const log = createLog(config)
  const backend = await startBackend(config, log)
  if (config.seedDemo) await seedWhenEmpty(backend, config, (message) => console.log(message))
  const app = createApp({ config, backend, log, site: createSite(await loadBuild(config), backend, config) })

  const jobs = startJobs(backend, config.siteUrl, log)
  const timeouts = { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS }
  const server = createServer(timeouts, app).listen(config.port, config.host)
  server.once('listening', () => {
    console.log(`\nThe academy is open: ${config.siteUrl}   (started in ${Math.round(performance.now() - started)} ms)`)
    if (backend.embedded?.mailboxPage) console.log(`Its mails:           ${config.siteUrl}/mailbox`)
    console.log('First administrator: npm run admin:invite -- you@example.org\n')
  })
  server.once('error', (error: NodeJS.ErrnoException) => {
    const reason = error.code === 'EADDRINUSE' ? `port ${config.port} is taken: set PORT to another` : error.message
    console.error(`The academy could not listen: ${reason}`)
    void backend.close().finally(() => process.exit(1))
  })

  const stop = async (signal: string) => {
    log.info({ signal }, 'stopping')
    jobs.stop()
    const closed = new Promise((resolve) => server.close(resolve))
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref())])
    await backend.close()
    process.exit(0)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

main().catch((error: Error) => {
  console.error(`The academy could not start: ${error.message}`)
  process.exit(1)
})
