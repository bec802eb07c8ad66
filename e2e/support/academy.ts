import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { type MailServer, startMailServer } from './mail-server.ts'
import { copyTemplate, makeAcademyFolder } from './template.ts'

const MAIN = fileURLToPath(new URL('../../server/build/main.js', import.meta.url))
const START_DEADLINE_MS = 60_000

/** What the proxy in front of the academy would call it; each test is a caller of its own, with limits of its own. */
export const ADDRESS_HEADER = 'x-forwarded-for'

let asked = 0

/** A whole academy of its own: the built server as a process, its database, and a mail server. */
export type Academy = {
  url: string
  /** Where its server keeps its files. */
  data: string
  mail: MailServer
  /** The key that every page carries. */
  anonKey: string
  /** Stops the server with a signal, said so many times, and starts it again on the same data. */
  restart(signal?: NodeJS.Signals, times?: number): Promise<void>
  /** Asks the academy as its own server does, with the service key; the answer's body. @throws when it is refused */
  asServer(method: string, path: string, body?: unknown): Promise<unknown>
  /** Changes a row of `table` that has `value` in `column`, as the staff does with the service key. */
  patch(table: string, [column, value]: [column: string, value: string], change: Record<string, unknown>): Promise<void>
  /** Reads rows with the service key: `table?column=eq.value`. */
  read<Row>(query: string): Promise<Row[]>
  /** Puts a file into the private bucket of lesson videos. */
  uploadVideo(name: string, file: string): Promise<void>
  /** Stops the server and, unless told otherwise, removes its files. */
  stop(options?: { keepFiles: boolean }): Promise<void>
}

type Keys = { anonKey: string; serviceRoleKey: string }

export async function startAcademy(environment: Record<string, string> = {}): Promise<Academy> {
  const mail = await startMailServer()
  const folder = makeAcademyFolder()
  const data = join(folder, 'data')
  copyTemplate(data)
  const port = await freePort()
  const url = `http://localhost:${port}`
  const start = () =>
    startProcess(url, {
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
  const { anonKey, serviceRoleKey } = JSON.parse(readFileSync(join(data, 'keys.json'), 'utf8')) as Keys
  async function asServer(method: string, path: string, body?: unknown): Promise<unknown> {
    asked += 1
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        [ADDRESS_HEADER]: `10.1.${(asked >> 8) & 255}.${asked & 255}`,
        apikey: serviceRoleKey,
        authorization: `Bearer ${serviceRoleKey}`,
        'content-type': body instanceof Blob ? body.type : 'application/json',
        prefer: 'return=representation',
      },
      ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text ? JSON.parse(text) : null
  }
  return {
    url,
    data,
    mail,
    anonKey,
    async restart(signal = 'SIGTERM', times = 1) {
      await end(server, signal, times)
      server = await start()
    },
    asServer,
    async patch(table, [column, value], change) {
      const rows = await asServer('PATCH', `/rest/v1/${table}?${column}=eq.${encodeURIComponent(value)}`, change)
      if (!Array.isArray(rows) || rows.length !== 1)
        throw new Error(`${table} was not changed: ${JSON.stringify(rows)}`)
    },
    read: async <Row>(query: string) => (await asServer('GET', `/rest/v1/${query}`)) as Row[],
    async uploadVideo(name, file) {
      const video = new Blob([readFileSync(file)], { type: 'video/mp4' })
      await asServer('POST', `/storage/v1/object/lesson-videos/${name}`, video)
    },
    async stop(options) {
      await end(server, 'SIGTERM')
      await mail.close()
      if (!options?.keepFiles) rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function startProcess(url: string, environment: Record<string, string>): Promise<ChildProcess> {
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
  for (let said = 0; said < times; said += 1) {
    child.kill(signal)
    // Two at once would arrive as one.
    await sleep(5)
  }
  const code = await ended
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`The academy ended with ${code ?? 'a signal'} on ${signal}`)
}
