import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect } from 'vitest'
import { type Database, openDatabase } from '../../../embedded-supabase/src/database/index.ts'
import { freePort } from '../../../embedded-supabase/test/support/free-port.ts'
import { startTestS3, type TestS3 } from '../../../embedded-supabase/test/support/s3.ts'
import { parseEnvFile } from '../../../scripts/lib/env-file.mjs'
import { type AcademyProcess, academyFolder, DIRECTLY, startAcademyProcess } from './academy-process.ts'
import { hookSecret, signedCall } from './signed-call.ts'

/** A service of the test's own that notes what it is asked and answers JSON. */
type StandIn = { url: string; asked: { path: string; headers: IncomingMessage['headers'] }[]; server: Server }

async function standIn(answer: (path: string) => unknown): Promise<StandIn> {
  const asked: StandIn['asked'] = []
  const server = createServer((request, response) => {
    asked.push({ path: request.url ?? '', headers: request.headers })
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer(request.url ?? '')))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, server }
}

export const SECRETS = { inbound: hookSecret(), events: hookSecret() }
/** The token of /metrics. */
export const METRICS = 'a-token-of-sixteen-or-more'
const { dataDirectory, remove } = academyFolder()

export { dataDirectory }

const backups = join(dataDirectory, '..', 'backups')
/** What the mail server was given, and by whom. */
export const mails: { from: string; user: string | undefined; password: string | undefined; text: string }[] = []
let mailServer: SMTPServer
export let s3: TestS3
export let vimeo: StandIn
export let project: StandIn
export let academy: AcademyProcess
export let database: Database
export let settings: Record<string, string>
export let url: string
export let keys: { anonKey: string; serviceRoleKey: string }

/** As an operator writes them into `.env`. */
async function writeSettings(): Promise<string> {
  const [port, inboundPort] = [await freePort(), await freePort()]
  return `
HOST=127.0.0.2
PORT=${port}
SITE_URL=http://127.0.0.2:${port}
STOP_DELAY=2   # seconds
DATA_DIR=${dataDirectory}
NODE_ENV=production
LOG_LEVEL=warn
SEED_DEMO=0
SMTP_HOST=127.0.0.1
SMTP_PORT=${(mailServer.server.address() as AddressInfo).port}
SMTP_SECURE=0
SMTP_USER=postman
SMTP_PASSWORD="a # in quotes"
MAIL_FROM=האקדמיה שלנו <ours@academy.example>
INBOUND_MAIL_PORT=${inboundPort}
INBOUND_MAIL_HOST=127.0.0.3
INBOUND_MAIL_PROTOCOL=smtp
INBOUND_MAIL_SERVER=mx.academy.example
INBOUND_MAIL_SECRET=${SECRETS.inbound}
MAIL_EVENTS_SECRET=${SECRETS.events}
CLIENT_ADDRESS_HEADER=x-real-client
CLIENT_ADDRESS_HOPS=2
STORAGE_S3_ENDPOINT=${s3.options.endpoint}
STORAGE_S3_REGION=${s3.options.region}
STORAGE_S3_BUCKET=${s3.options.bucket}
STORAGE_S3_ACCESS_KEY_ID=${s3.options.accessKeyId}
STORAGE_S3_SECRET_ACCESS_KEY=${s3.options.secretAccessKey}
VIMEO_TOKEN=token-of-vimeo
VIMEO_API_URL=${vimeo.url}
BACKUP_DIR=${backups}
METRICS_TOKEN=${METRICS}
`
}

/** Starts the academy of the file on these settings, with the services that they name. */
export function withSettings(): void {
  beforeAll(async () => {
    mailServer = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _, done) => done(null, { user: JSON.stringify([username, password]) }),
      async onData(stream, session, done) {
        const [user, password] = JSON.parse(session.user ?? '[]') as string[]
        const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : ''
        mails.push({ from, user, password, text: String(await buffer(stream)) })
        done()
      },
    })
    await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve))
    s3 = await startTestS3()
    const video = { uri: '/videos/76979871', name: 'ריבית', duration: 62 }
    vimeo = await standIn(() => ({ data: [video], paging: { next: null } }))
    project = await standIn((path) => (path.includes('/rpc/') ? null : []))
    mkdirSync(backups)
    writeFileSync(join(backups, 'academy-20260101T000000Z.tar.gz'), '')
    utimesSync(join(backups, 'academy-20260101T000000Z.tar.gz'), new Date('2026-01-01Z'), new Date('2026-01-01Z'))
    settings = parseEnvFile(await writeSettings()) as Record<string, string>
    url = settings.SITE_URL ?? ''
    academy = await startAcademyProcess(DIRECTLY, dataDirectory, settings)
    await isOpen(academy, `${url}/ready`)
    keys = JSON.parse(readFileSync(join(dataDirectory, 'keys.json'), 'utf8'))
    const host = readFileSync(join(dataDirectory, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[4]
    const password = readFileSync(join(dataDirectory, 'postgres-password'), 'utf8').trim()
    const databaseUrl = `postgres://postgres:${password}@localhost/postgres?host=${host}`
    database = await openDatabase({ dataDirectory, databaseUrl })
  })
  afterAll(async () => {
    await database?.close()
    academy?.child.kill('SIGKILL')
    await academy?.ended
    await s3?.close()
    for (const { server } of [vimeo, project]) server?.close()
    await new Promise<void>((resolve) => mailServer.close(() => resolve()))
    remove()
  })
}

/** Waits until an academy answers at an address, and fails when it ends instead. */
export async function isOpen({ child, lines }: AcademyProcess, address: string): Promise<void> {
  while (
    !(await fetch(address).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`it ended: ${JSON.stringify(lines())}`)
    await sleep(50)
  }
}

/** The status of an answer of the academy, or that there was none. */
export const answerOf = (path: string, init: RequestInit = {}): Promise<number | string> =>
  fetch(`${url}${path}`, init).then(
    ({ status }) => status,
    () => 'nothing',
  )
export const asServer = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      apikey: keys.serviceRoleKey,
      authorization: `Bearer ${keys.serviceRoleKey}`,
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(body),
  })
/** Calls a webhook as the service that shares its secret. */
export const hook = (place: string, secret: string, base = url) => {
  const { headers } = signedCall('{}', secret)
  return fetch(`${base}${place}`, { method: 'POST', headers, body: '{}' }).then(({ status }) => status)
}
/** What a server of mail answers to a first word. */
export const greet = (host: string, port: number, word: string) =>
  new Promise<string>((resolve, reject) => {
    let heard = ''
    const socket = connect({ host, port }, () => undefined)
    socket.on('error', reject)
    socket.on('data', (text) => {
      heard += text
      if (heard.startsWith('220 ') && heard.split('\n').length === 2) socket.write(`${word} test\r\n`)
      else if (/\n\d{3} [^\n]*\n$/.test(heard)) socket.destroy()
    })
    socket.on('close', () => resolve(heard.split('\n')[1]?.slice(0, 3) ?? ''))
  })
/** Starts an academy on settings with which it cannot go on; gives what it says. */
export async function failed(more: Record<string, string>): Promise<string> {
  const folder = academyFolder()
  const attempt = await startAcademyProcess(DIRECTLY, folder.dataDirectory, more)
  expect(await attempt.ended).not.toBe(0)
  folder.remove()
  return JSON.stringify(attempt.lines())
}
