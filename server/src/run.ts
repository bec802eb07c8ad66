import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { guardAgainstCrashes, lingeringClose, networkOf } from 'embedded-supabase'
import type { Logger } from 'pino'
import type { ServerBuild } from 'react-router'
import { createApp } from './app.ts'
import { type Backend, startBackend } from './backend.ts'
import { createBackupDownload } from './backups/backup-download.ts'
import { backupFolderOf } from './backups/backup-folder.ts'
import { startBackupWorker } from './backups/backup-worker.ts'
import { startChecks } from './checks.ts'
import { type Config, localUrl, readConfig } from './config.ts'
import { mistakesIn } from './doctor/checks.ts'
import { gatherFacts } from './doctor/gather.ts'
import { type Ending, listenForEnd } from './endings.ts'
import { clientAddress } from './http/client-address.ts'
import { createCspReports } from './http/csp-reports-hook.ts'
import { createDraining } from './http/draining.ts'
import { fairTurns } from './http/fair-turns.ts'
import { guardRequests } from './http/guard-requests.ts'
import { listeningPlace } from './http/listening-socket.ts'
import type { ClearablePages } from './http/page-cache.ts'
import { watchPageChanges } from './http/page-changes.ts'
import { commonHeaders, REPORTS_PATH } from './http/security-headers.ts'
import { guardSockets, socketLimits } from './http/sockets.ts'
import { TIMEOUTS } from './http/timeouts.ts'
import { openInboundMail } from './inbound-mail/open-inbound-mail.ts'
import { startJobs } from './jobs.ts'
import { consoleIntoLog, createLog, sayFatal } from './log.ts'
import { createMailEventsHook } from './mail-events/mail-events-hook.ts'
import { startMediaWorker } from './media/media-worker.ts'
import { holdInWords, noteHold } from './outgoing.ts'
import { startReports } from './reports.ts'
import { noteRunning } from './running.ts'
import { startSecurityEvents } from './security-events/security-events.ts'
import { seedWhenEmpty } from './seed/index.ts'
import { createSite } from './site.ts'
import { createSiteDetails } from './site-details.ts'
import { reasonOfFailure } from './start-failure.ts'
import { workers } from './workers/pool.ts'

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

/**
 * Starts the academy, listens, and ends it in order when it is told to, also while it starts; a start that fails ends the
 * process with 1.
 */
export async function run(openPages: (config: Config, server: Server) => Promise<Pages>): Promise<void> {
  const started = performance.now()
  const ending = listenForEnd()
  try {
    await start(openPages, started, ending)
  } catch (error) {
    sayFatal(`The academy could not start: ${error instanceof Error ? error.message : error}`)
    process.exit(1)
  }
}

async function start(
  openPages: (config: Config, server: Server) => Promise<Pages>,
  started: number,
  ending: Ending,
): Promise<void> {
  const config = readConfig()
  const log = createLog(config)
  consoleIntoLog(log)
  guardAgainstCrashes(({ level, part, message, ...details }) => log[level]({ part, ...details }, message))
  let backend: Backend | undefined
  try {
    backend = await startBackend(config, log)
    await serve(openPages, { config, log, backend }, started, ending)
  } catch (error) {
    const reason = reasonOfFailure(error, config.dataDirectory)
    // PostgreSQL would go on without the process that started it.
    await backend?.close()
    throw new Error(reason, { cause: error })
  }
}

type Started = { config: Config; log: Logger; backend: Backend }

async function serve(
  openPages: (config: Config, server: Server) => Promise<Pages>,
  { config, log, backend }: Started,
  started: number,
  ending: Ending,
): Promise<void> {
  if (!ending.reason()) await seedWhenEmpty(backend, config, (message) => log.info(message))
  if (ending.reason()) {
    await backend.close()
    process.exit(0)
  }

  const server = createServer(TIMEOUTS)
  guardSockets(server, socketLimits(config.clientAddressHeader !== undefined))
  const { build, freshMs, inlineStyles, first, close } = await openPages(config, server)
  const details = createSiteDetails(backend, config, log)
  const site = createSite(build, backend, config, log, details)
  const onPageChange = ({ clear, askedAt }: ClearablePages) => {
    const renew = () => {
      details.forget()
      clear()
    }
    details.onTurn(renew)
    watchPageChanges(backend, log, { clear: renew, askedAt })
  }
  const mail = await openInboundMail(backend, config, log)
  const { mailEventsSecret, siteUrl } = config
  const backupFolder = backupFolderOf(config.dataDirectory, process.env.BACKUP_DIR)
  const hooks = {
    ...mail.hooks,
    [REPORTS_PATH]: createCspReports(siteUrl, log),
    '/backups/download': createBackupDownload(backend, siteUrl, backupFolder),
    ...(mailEventsSecret &&
      backend.serviceRoleKey && { '/hooks/mail-events': createMailEventsHook(mailEventsSecret, backend, siteUrl) }),
  }
  const securityEvents = startSecurityEvents(backend, config.siteUrl, log)
  const app = createApp({ config, backend, log, freshMs, inlineStyles, site, hooks, securityEvents, onPageChange })
  const common = commonHeaders(siteUrl)
  const draining = createDraining(server, common)
  const all: RequestListener = first
    ? (incoming, outgoing) => first(incoming, outgoing, () => app(incoming, outgoing))
    : app
  const guarded = guardRequests(draining.listener(all), log, common)
  const callerOf = (incoming: IncomingMessage) => networkOf(clientAddress(incoming, config))
  server.on('request', lingeringClose(fairTurns(server, callerOf, guarded)))
  const jobs = startJobs(backend, config.siteUrl, log)
  const checks = startChecks(backend, log)
  const media = startMediaWorker(backend, config.siteUrl, log)
  const reports = startReports({
    backend,
    config,
    backupFolder,
    jobRuns: jobs.runs,
    examine: async () => mistakesIn(await gatherFacts(process.env)),
    log,
  })
  const backups = startBackupWorker({ backend, config, folder: backupFolder, onChange: reports.tell, log })
  server.listen(listeningPlace(config))
  let forgetRunning: (() => void) | undefined
  server.once('listening', () => {
    const { port } = server.address() as AddressInfo
    const at = { url: localUrl(config.host, port), siteUrl: config.siteUrl }
    forgetRunning = noteRunning(config.dataDirectory, at, (why) => log.warn(why))
    sayOpen(config, log, backend, Math.round(performance.now() - started))
    void sayHeld(config, log, backend)
    void backend.embedded?.prepareFunctions()
  })
  server.on('error', (error: NodeJS.ErrnoException) => {
    // A connection that could not be taken, for want of file descriptors: others are served.
    if (server.listening) return void log.error({ err: error }, 'a connection was not accepted')
    const reason = error.code === 'EADDRINUSE' ? `port ${config.port} is taken: set PORT to another` : error.message
    sayFatal(`The academy could not listen: ${reason}`)
    void backend.close().finally(() => process.exit(1))
  })

  const reason = await ending.asked
  log.info({ reason }, 'stopping')
  jobs.stop()
  media.stop()
  checks.stop()
  reports.stop()
  backups.stop()
  await close?.()
  await mail.stop()
  workers.stop()
  await draining.end({ noticeMs: config.stopDelayMs, longestMs: DRAIN_MS })
  await securityEvents.stop()
  forgetRunning?.()
  await backend.close()
  process.exit(0)
}

/** Warns at each start of a restored copy that nothing leaves it until somebody decides. */
async function sayHeld({ siteUrl }: Config, log: Logger, backend: Backend): Promise<void> {
  const hold = await noteHold(backend, siteUrl).catch((error: Error) => {
    log.warn({ err: error }, 'whether anything is held back is not known')
    return undefined
  })
  if (!hold) return
  const words = holdInWords(hold)
  log.warn({ hold: hold.id }, `Nothing leaves: ${words}. Decide on /admin/operations or by: npm run outgoing`)
  if (process.stdout.isTTY)
    process.stdout.write(`Nothing leaves:      ${words}\n                     npm run outgoing\n\n`)
}

/** Tells a person at a terminal where to look, and the log of everybody else the same in its lines. */
function sayOpen({ siteUrl }: Config, log: Logger, { embedded }: Backend, startedMs: number): void {
  const mailbox = embedded?.mailbox && `${siteUrl}/mailbox?key=${embedded.mailbox.key}`
  if (!process.stdout.isTTY) {
    log.info({ startedMs }, `The academy is open: ${siteUrl}`)
    if (mailbox) log.info(`Its mails: ${mailbox}`)
    return
  }
  const lines = [
    `\nThe academy is open: ${siteUrl}   (started in ${startedMs} ms)`,
    ...(mailbox ? [`Its mails:           ${mailbox}`] : []),
    'First administrator: npm run admin:invite -- you@example.org\n\n',
  ]
  process.stdout.write(lines.join('\n'))
}
