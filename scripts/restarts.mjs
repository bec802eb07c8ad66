// Restarts the academy behind nginx, on a socket that outlives it as one of systemd does, while clients open pages and
// call the API, and counts what was not answered. Wants nginx and openssl. Usage: node scripts/restarts.mjs [rounds]
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:https'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { serveBehindNginx } from './lib/nginx.mjs'
import { root } from './lib/run.mjs'
import { freePort, temporaryData } from './lib/served.mjs'

const rounds = Number(process.argv[2] ?? 5)
const CLIENTS = 8
const { dataDirectory, remove } = temporaryData()
const folder = mkdtempSync(join(tmpdir(), 'academy-nginx-'))
const [port, securePort] = [await freePort(), await freePort()]
const siteUrl = `https://academy.example:${securePort}`

const listening = createServer()
await new Promise((resolve) => listening.listen(0, '127.0.0.1', resolve))
const academyPort = listening.address().port
const holder = holdSocket(listening._handle.fd)
listening.close()

const nginx = serveBehindNginx(folder, { port, securePort, academyPort })
await untilAnswered()
const { anonKey } = JSON.parse(readFileSync(join(dataDirectory, 'keys.json'), 'utf8'))

const answers = {}
let slowestMs = 0
let isOver = false
const clients = Array.from({ length: CLIENTS }, async (_, client) => {
  for (let turn = client; !isOver; turn += 1) {
    const began = performance.now()
    const answer = turn % 2 ? await ask('/') : await ask('/rest/v1/rpc/track_page_view', visit())
    answers[answer] = (answers[answer] ?? 0) + 1
    slowestMs = Math.max(slowestMs, performance.now() - began)
  }
})
for (let round = 0; round < rounds; round += 1) {
  await sleep(1_000)
  const before = running()
  process.kill(before, 'SIGTERM')
  while (running() === before || running() === undefined) await sleep(20)
}
await sleep(1_000)
isOver = true
await Promise.all(clients)
console.log(`${rounds} restarts, answers by status:`, answers, `slowest ${Math.round(slowestMs)} ms`)

const ended = new Promise((resolve) => holder.once('exit', resolve))
holder.kill('SIGUSR1')
process.kill(running(), 'SIGTERM')
await Promise.all([ended, nginx.stop()])
remove()
rmSync(folder, { recursive: true, force: true })
const lost = Object.keys(answers).filter((answer) => !/^2\d\d$/.test(answer))
if (lost.length > 0) {
  console.error(`not answered: ${lost.join(', ')}`)
  process.exit(1)
}

/** Stands for systemd: keeps the socket, and starts the academy on it whenever it has ended. */
function holdSocket(socket) {
  const once = `LISTEN_PID=$$ exec "$0" --max-old-space-size=256 "$1"`
  const loop = `trap 'over=1' USR1; until [ "$over" ]; do sh -c '${once}' "$0" "$1" & wait; wait; done`
  return spawn('/bin/sh', ['-c', loop, process.execPath, join(root, 'server/build/main.js')], {
    env: {
      ...process.env,
      ...{ NODE_ENV: 'production', LISTEN_FDS: '1', SITE_URL: siteUrl, DATA_DIR: dataDirectory },
      ...{ LOG_LEVEL: 'error', CLIENT_ADDRESS_HEADER: 'x-forwarded-for' },
    },
    stdio: ['ignore', 'ignore', 'inherit', socket],
  })
}

/** Process number of the academy that listens; undefined while none does. */
function running() {
  const file = join(dataDirectory, 'running.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).pid : undefined
}

async function untilAnswered() {
  while ((await ask('/health')) !== '200') await sleep(50)
}

function visit() {
  return JSON.stringify({ path_pattern: '/' })
}

/** Status of an answer through nginx, or the code of the failure. */
function ask(path, body) {
  return new Promise((resolve) => {
    const call = request(
      {
        ...{ host: '127.0.0.1', port: securePort, path, servername: 'academy.example', ca: nginx.certificate },
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          host: `academy.example:${securePort}`,
          ...(body === undefined ? {} : { apikey: anonKey, 'content-type': 'application/json' }),
        },
      },
      (answer) => {
        answer.resume()
        answer.once('end', () => resolve(String(answer.statusCode)))
      },
    )
    call.once('error', (error) => resolve(error.code ?? error.message))
    call.end(body)
  })
}
