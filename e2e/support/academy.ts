import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { type MailServer, startMailServer } from './mail-server.ts'
import type { Mailbox } from './mailbox.ts'
import { type ServerCalls, serverCalls } from './server-calls.ts'
import { copyTemplate, makeAcademyFolder } from './template.ts'

const MAIN = fileURLToPath(new URL('../../server/build/main.js', import.meta.url))
const START_DEADLINE_MS = 60_000

/** What the proxy in front of the academy would call it; each test is a caller of its own, with limits of its own. */
export const ADDRESS_HEADER = 'x-forwarded-for'

let asked = 0

/** What journeys know of an academy, wherever it and its Supabase run. */
export type Academy = ServerCalls & {
  /** Address of its pages. */
  url: string
  /** Address of its Supabase, the same where the academy brings one along. */
  supabaseUrl: string
  mail: Mailbox
  /** The key that every page carries. */
  anonKey: string
}

/** A whole academy of the tests' own: the built server as a process, its database, and a mail server. */
export type OwnAcademy = Academy & {
  /** Where its server keeps its files. */
  data: string
  keys: Keys
  mail: MailServer
  /** Stops the server with a signal, sent so many times, and starts it again on the same data. */
  restart(signal?: NodeJS.Signals, times?: number): Promise<void>
  /** Stops the server and, unless it is to keep them, removes its files. */
  stop(options?: { keepFiles: boolean }): Promise<void>
}

type Keys = Record<'anonKey' | 'serviceRoleKey' | 'publishableKey' | 'secretKey', string>

export async function startAcademy(environment: Record<string, string> = {}): Promise<OwnAcademy> {
  const mail = await startMailServer()
  const folder = makeAcademyFolder()
  const data = join(folder, 'data')
  copyTemplate(data)
  const port = await freePort()
  const url = `http://localhost:${port}`
  const start = () =>
    startServer(url, {
      NODE_ENV: 'production',
      PORT: String(port),
      SITE_URL: url,
      DATA_DIR: data,
      LOG_LEVEL: 'error',
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(mail.port),
      MAIL_FROM: '"האקדמיה לפיננסים" <academy@example.org>',
      ...environment,
    })
  let server = await start()
  const keys = JSON.parse(readFileSync(join(data, 'keys.json'), 'utf8')) as Keys
  const address = () => {
    asked += 1
    return { [ADDRESS_HEADER]: `10.1.${(asked >> 8) & 255}.${asked & 255}` }
  }
  return {
    ...serverCalls(url, keys.serviceRoleKey, address),
    ...{ url, supabaseUrl: url, data, mail, keys, anonKey: keys.anonKey },
    async restart(signal = 'SIGTERM', times = 1) {
      await end(server, signal, times)
      server = await start()
    },
    async stop(options) {
      await end(server, 'SIGTERM')
      await mail.close()
      if (!options?.keepFiles) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts the built server with these settings and waits until it is ready. @throws when it does not become so */
export async function startServer(url: string, environment: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (let waited = 0; waited < START_DEADLINE_MS; waited += 25) {
    if (child.exitCode !== null) throw new Error(`The academy ended at its start with code ${child.exitCode}`)
    const ready = await fetch(`${url}/ready`).then(
      (response) => response.ok,
      () => false,
    )
    if (ready) return child
    await sleep(25)
  }
  child.kill('SIGKILL')
  throw new Error('The academy did not become ready')
}

/** @throws when a server that was asked to stop did not end in order: its database would be left behind */
async function end(child: ChildProcess, signal: NodeJS.Signals, times = 1): Promise<void> {
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  for (let sent = 0; sent < times; sent += 1) {
    child.kill(signal)
    // Two at once would arrive as one.
    await sleep(5)
  }
  const code = await ended
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`The academy ended with ${code ?? 'a signal'} on ${signal}`)
}
