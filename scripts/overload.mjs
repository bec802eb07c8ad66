// Sends the built server ten times what it can do, from many addresses, and prints what is still answered; and asks for
// the heaviest things one by one and prints how long each held the event loop. Ends with 1 when less than four fifths of
// the best rate are answered at ten times the load, or a request held the loop for longer than promised.
// Usage: node scripts/overload.mjs   (OVERLOAD_SECONDS, OVERLOAD_TRIES change how much of it)
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { expensiveRequests } from './lib/expensive-requests.mjs'
import { CALLER_HEADER, newCaller } from './lib/load.mjs'
import { measure, report } from './lib/measure.mjs'
import { keyHeaders } from './lib/served.mjs'

const SECONDS = Number(process.env.OVERLOAD_SECONDS ?? 4)
const TRIES = Number(process.env.OVERLOAD_TRIES ?? 300)
/** So many at once keep every core and every connection to the database busy. */
const CAPACITY = 16
const TIMES = [1, 2, 5, 10]
const KEPT_SHARE = 0.8
const PROMISED_MS = 100
/** A page that was made is sent again for ten seconds. */
const NO_LONGER_KEPT_MS = 11_000
const READS = [
  '/rest/v1/courses?select=id,title_he,lessons(id,title_he)&limit=20',
  '/rest/v1/lessons?select=*&limit=20',
  '/rest/v1/categories?select=*,courses(id)',
  '/rest/v1/articles?select=id,title_he&order=published_at.desc&limit=10',
]

const metricsToken = randomBytes(24).toString('hex')
let server
let key
let cpuBefore = 0
await measure(async ({ start }) => {
  server = await start({ CLIENT_ADDRESS_HEADER: CALLER_HEADER, METRICS_TOKEN: metricsToken })
  key = keyHeaders(server.anonKey)
  await longestHold()
  const rates = []
  // Other work on the machine only ever takes away: the better of two turns counts.
  for (const times of TIMES) rates.push(Math.max(await answeredAt(times), await answeredAt(times)))
  const kept = (rates.at(-1) ?? 0) / Math.max(...rates)
  report(`kept at ten times the load: ${(100 * kept).toFixed(0)} % (promised: 80 %)`, kept >= KEPT_SHARE)
})

async function longestHold() {
  const holds = []
  // Code that runs for the first time is compiled on the way.
  for (let at = 0; at < 30; at += 1) await send(`/courses/${at}`)
  for (const [name, path, init] of heavyRequests()) {
    await heldMs()
    let status = await send(path, init)
    let ms = await heldMs()
    if (ms > PROMISED_MS) {
      await sleep(NO_LONGER_KEPT_MS)
      await heldMs()
      status = await send(path, init)
      ms = Math.min(ms, await heldMs())
    }
    holds.push({ name: `${name}: ${status}`, ms })
  }
  holds.sort((a, b) => b.ms - a.ms)
  report(
    `the longest holds of the loop by ${holds.length} heavy requests (promised: ${PROMISED_MS} ms):`,
    (holds[0]?.ms ?? 0) <= PROMISED_MS,
  )
  for (const { name, ms } of holds.slice(0, 5)) console.log(`    ${ms.toFixed(0)} ms  ${name.slice(0, 120)}`)
}

async function send(path, init) {
  const answer = await fetch(`${server.url}${path}`, { ...init, headers: { ...key, ...newCaller(), ...init?.headers } })
  await answer.arrayBuffer()
  return answer.status
}

function heavyRequests() {
  const json = { 'content-type': 'application/json' }
  const service = keyHeaders(server.serviceRoleKey)
  const post = (body, headers = json) => ({ method: 'POST', body, headers })
  const rows = JSON.stringify(
    Array.from({ length: 10_000 }, (_, i) => ({ title_he: `שיעור ${i}`, slug: `${'x'.repeat(60)}${i}` })),
  )
  return [
    ['a body of ten thousand rows', '/rest/v1/courses', post(rows)],
    ['a body of a mebibyte that only nests', '/rest/v1/courses', post('['.repeat(1_000_000))],
    [
      'a mebibyte of arguments',
      '/rest/v1/rpc/check_admin_sign_in',
      post(JSON.stringify({ email: 'x'.repeat(1_000_000) })),
    ],
    [
      'a mebibyte for sign-in',
      '/auth/v1/otp',
      post(JSON.stringify({ email: 'x'.repeat(1_000_000) }), { ...json, ...key }),
    ],
    [
      'a password',
      '/auth/v1/signup',
      post(JSON.stringify({ email: 'heavy@example.org', password: 'x'.repeat(60) }), { ...json, ...key }),
    ],
    [
      'a mebibyte for a function',
      '/functions/v1/batch-progress',
      post(JSON.stringify({ updates: 'x'.repeat(1_000_000) })),
    ],
    [
      'a file of four mebibytes',
      '/storage/v1/object/images/heavy.png',
      post(randomBytes(4_194_304), { ...service, 'content-type': 'image/png', 'x-upsert': 'true' }),
    ],
    ['the home page, made anew', '/?heavy', { headers: { 'accept-encoding': 'br' } }],
    ['all courses, made anew', '/courses?heavy', { headers: { 'accept-encoding': 'br' } }],
    ...expensiveRequests(TRIES).map((path) => [path, path, { headers: { 'accept-encoding': 'br' } }]),
  ]
}

/**
 * The longest hold since it was asked before; no longer than the processor worked for the process, so that waiting for
 * what else the machine does is no hold.
 */
async function heldMs() {
  const answer = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
  const text = await answer.text()
  const figure = (name) => 1000 * Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1])
  const cpu = figure('process_cpu_seconds_total')
  const worked = cpu - cpuBefore
  cpuBefore = cpu
  return Math.min(figure('nodejs_eventloop_lag_max_seconds'), worked)
}

async function answeredAt(times) {
  let next = 0
  const setupRequest = (request) => {
    next += 1
    return { ...request, path: READS[next % READS.length], headers: { ...key, ...newCaller() } }
  }
  const { latency, ...result } = await autocannon({
    ...{ url: server.url, connections: CAPACITY * times, duration: SECONDS },
    requests: [{ setupRequest }],
  })
  const rate = result['2xx'] / result.duration
  console.log(
    `  ${String(CAPACITY * times).padStart(4)} at once: ${rate.toFixed(0)} answered a second, median ${latency.p50} ms, p99 ${latency.p99} ms; refused ${result.non2xx}, failed ${result.errors}`,
  )
  return rate
}
