// Restarts the academy behind nginx while clients open pages and call the API, and counts what was not answered: one
// process on a socket that outlives it or, with DATABASE_URL (an empty database), two in turn, of which both must show a
// change within a second. Wants nginx and openssl. Usage: node scripts/restarts.mjs [rounds]
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { academiesOnDatabase, academyOnSocket } from './lib/academies.mjs'
import { quantile } from './lib/figures.mjs'
import { freePort } from './lib/free-port.mjs'
import { serveBehindNginx } from './lib/nginx.mjs'
import { keyHeaders, temporaryData } from './lib/served.mjs'

const rounds = Number(process.argv[2] ?? 5)
const CLIENTS = 8
const CHANGES = 10
const PROMISED_MS = 1_000
const { dataDirectory, remove } = temporaryData()
const folder = mkdtempSync(join(tmpdir(), 'academy-nginx-'))
const [port, securePort] = [await freePort(), await freePort()]
const siteUrl = `https://academy.example:${securePort}`

const academies = await (process.env.DATABASE_URL ? academiesOnDatabase : academyOnSocket)(dataDirectory, siteUrl)
const nginx = serveBehindNginx(folder, { port, securePort, academyPorts: academies.ports })
const { anonKey, serviceRoleKey } = JSON.parse(readFileSync(join(dataDirectory, 'keys.json'), 'utf8'))
let failed = true
try {
  failed = !(await isWhole())
} finally {
  await Promise.all([academies.stop(), nginx.stop()])
  remove()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(failed ? 1 : 0)

async function isWhole() {
  while ((await ask('/health')) !== '200') await sleep(50)

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
    await academies.restart()
  }
  await sleep(1_000)
  isOver = true
  await Promise.all(clients)
  console.log(`${rounds} restarts, answers by status:`, answers, `slowest ${Math.round(slowestMs)} ms`)
  const shownMs = await timesUntilShown()
  console.log(
    `${CHANGES} changes, until every process showed them: median ${quantile(shownMs, 0.5).toFixed(0)} ms, longest ${Math.max(...shownMs).toFixed(0)} ms`,
  )

  const lost = Object.keys(answers).filter((answer) => !/^2\d\d$/.test(answer))
  if (lost.length > 0) console.error(`not answered: ${lost.join(', ')}`)
  return lost.length === 0 && Math.max(...shownMs) <= PROMISED_MS
}

/** Changes what a page shows; how long it took until each process showed it. */
async function timesUntilShown() {
  const times = []
  for (let change = 0; change < CHANGES; change += 1) {
    const title = `שינוי ${change}`
    await Promise.all(academies.ports.map((port) => page(port)))
    await rename(title)
    const began = performance.now()
    await Promise.all(
      academies.ports.map(async (port) => {
        while (!(await page(port)).includes(title)) await sleep(10)
      }),
    )
    times.push(performance.now() - began)
  }
  return times
}

async function page(port) {
  return (await fetch(`http://127.0.0.1:${port}/courses`)).text()
}

async function rename(title) {
  const headers = { ...keyHeaders(serviceRoleKey), 'content-type': 'application/json' }
  const rest = `http://127.0.0.1:${academies.ports[0]}/rest/v1/courses`
  const [course] = await (await fetch(`${rest}?select=id&is_published=is.true&order=id&limit=1`, { headers })).json()
  const body = JSON.stringify({ title_he: title })
  const { status } = await fetch(`${rest}?id=eq.${course.id}`, { method: 'PATCH', headers, body })
  if (status !== 204) throw new Error(`the change was answered with ${status}`)
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
