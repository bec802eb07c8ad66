import { spawn } from 'node:child_process'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../scripts/lib/free-port.mjs'
import { ADDRESS_HEADER, startAcademy, startServer } from './support/academy.ts'
import { startCatcherStandIn } from './support/catcher-stand-in.ts'

const E2E = fileURLToPath(new URL('../scripts/e2e.mjs', import.meta.url))
/** A walk through what a project does: registering, signing in, recovery, another address, lessons, tests, staff. */
const JOURNEYS = [
  'account',
  'sign-in',
  'email-change',
  'catalog',
  'lesson-notes',
  'my-data',
  'quiz',
  'staff-entry',
  'stopping',
]

/**
 * Passes requests on as a project's gateway does: it leaves to pages of other origins what the academy keeps to its own,
 * and says where they come from, another place each minute, so that no limit of one address is met.
 */
async function startGateway(port: number): Promise<{ url: string; close(): void }> {
  const server = createServer((asked, answered) => {
    const { url: path, method, headers } = asked
    const from = { [ADDRESS_HEADER]: `10.2.0.${Math.floor(Date.now() / 60_000) % 250}` }
    const to = { host: '127.0.0.1', port, path, method, headers: { ...headers, ...from } }
    const onwards = request(to, (answer) => {
      const { 'cross-origin-resource-policy': _, ...kept } = answer.headers
      answered.writeHead(answer.statusCode ?? 502, kept)
      answer.pipe(answered)
    })
    onwards.on('error', () => answered.destroy())
    answered.on('close', () => onwards.destroy())
    asked.pipe(onwards)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/**
 * Proves that journeys run against a project: an academy in a process of its own stands for Supabase, and another process
 * without a database serves the pages from another origin. Mails go to a catcher with Mailpit's interface. Arguments are
 * those of `npm run e2e`; without any, some journeys run on the desktop.
 */
async function main(): Promise<number> {
  const catcher = await startCatcherStandIn()
  const port = await freePort()
  const site = `http://localhost:${port}`
  const mail = { SMTP_PORT: String(catcher.smtpPort), MAIL_FROM: '"האקדמיה לפיננסים" <academy@example.org>' }
  const supabase = await startAcademy({ ...mail, SITE_URL: site, CLIENT_ADDRESS_HEADER: ADDRESS_HEADER })
  const gateway = await startGateway(Number(new URL(supabase.url).port))
  const project = {
    SITE_URL: site,
    SUPABASE_PUBLISHABLE_KEY: supabase.keys.publishableKey,
    SUPABASE_SECRET_KEY: supabase.keys.secretKey,
  }
  const where = { PORT: String(port), SUPABASE_URL: gateway.url, DATA_DIR: join(supabase.data, '..', 'pages') }
  const pages = await startServer(site, { ...project, ...where, NODE_ENV: 'production', LOG_LEVEL: 'error' })
  try {
    const wished = process.argv.slice(2)
    const files = JOURNEYS.map((name) => `e2e/tests/${name}.spec.ts`)
    const words = wished.length > 0 ? wished : ['--project=desktop', ...files]
    const env = { ...process.env, ...project, MAIL_CATCHER_URL: catcher.url }
    const run = spawn(process.execPath, [E2E, '--project', gateway.url, ...words], { env, stdio: 'inherit' })
    return await new Promise((resolve) => run.once('exit', (code) => resolve(code ?? 1)))
  } finally {
    pages.kill('SIGTERM')
    gateway.close()
    await supabase.stop()
    await catcher.close()
  }
}

process.exitCode = await main()
