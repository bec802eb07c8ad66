// Measures the academy on this machine, in one run: pages against a bare node:http handler of the same bytes, REST against
// a bare node:http + pg handler, the price of a row of progress, start times and memory. Ends with 1 when a budget is missed.
// Usage: node scripts/bench.mjs   (BENCH_SECONDS and BENCH_TURNS change how long each side is loaded)
import { fork } from 'node:child_process'
import { createServer, get } from 'node:http'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { ensureBuilt } from './lib/build.mjs'
import { costOfProgress, tellCost } from './lib/progress-cost.mjs'
import { runTool } from './lib/run.mjs'
import { serve, temporaryData } from './lib/served.mjs'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 4)
const TURNS = Number(process.env.BENCH_TURNS ?? 3)
const CONNECTIONS = 16
const BUDGETS = { pageRatio: 0.5, firstStartMs: 6000, startMs: 2000, memoryMb: 250, flatness: 1.25 }

if (process.argv[2] === 'bare') serveBare()
else await measure()

async function measure() {
  await ensureBuilt()
  const missed = []
  const report = (line, isKept = true) => {
    console.log(`${isKept ? ' ' : '!'} ${line}`)
    if (!isKept) missed.push(line)
  }
  console.log(`load of the machine before the start: ${loadavg()[0]?.toFixed(1)}`)
  const { dataDirectory, remove } = temporaryData()
  const first = await serve(dataDirectory)
  report(`first start, with demo content: ${first.startedMs} ms`, first.startedMs <= BUDGETS.firstStartMs)
  await first.stop()
  const server = await serve(dataDirectory)
  report(`start with data: ${server.startedMs} ms`, server.startedMs <= BUDGETS.startMs)
  try {
    const pages = await comparePages(server.url)
    report(
      `home page, warm: ${pages.ours} req/s of ${pages.bare} req/s bare (${pages.bytes} bytes): ${pages.ratio.toFixed(2)}`,
      pages.ratio >= BUDGETS.pageRatio,
    )
    const cost = await costOfProgress(server)
    report(tellCost(cost), cost.perRow[500] / cost.perRow[10] <= BUDGETS.flatness)
    const memory = Math.round(server.memoryMb())
    report(`memory of the Node process after the load: ${memory} MB`, memory <= BUDGETS.memoryMb)
  } finally {
    await server.stop()
    remove()
  }
  console.log('  REST read of a course list:')
  if ((await runTool('tsx', ['embedded-supabase/bench/rest-read.ts'])) !== 0) missed.push('REST')
  process.exit(missed.length > 0 ? 1 : 0)
}

/** The sides take turns and the best turn of each counts: other work on the machine only ever takes away. */
async function comparePages(url) {
  const page = await fetch(url, { headers: { 'accept-encoding': 'br' } })
  const headers = Object.fromEntries(page.headers)
  for (const own of ['connection', 'date', 'keep-alive', 'transfer-encoding', 'content-length']) delete headers[own]
  // fetch unpacks; the bare side has to send the packed bytes.
  const packed = await packedBody(url)
  const bare = fork(fileURLToPath(import.meta.url), ['bare'])
  const bareUrl = await new Promise((resolve) => {
    bare.once('message', resolve)
    bare.send({ headers, body: packed.toString('base64') })
  })
  const best = { ours: 0, bare: 0 }
  for (let turn = 0; turn < TURNS; turn += 1) {
    best.ours = Math.max(best.ours, await load(url))
    best.bare = Math.max(best.bare, await load(bareUrl))
  }
  bare.kill()
  return { ...best, ratio: best.ours / best.bare, bytes: packed.length }
}

function packedBody(url) {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      const parts = []
      response.on('data', (part) => parts.push(part)).on('end', () => resolve(Buffer.concat(parts)))
    }).on('error', reject)
  })
}

async function load(url) {
  const result = await autocannon({
    ...{ url, connections: CONNECTIONS, duration: SECONDS },
    headers: { 'accept-encoding': 'br' },
  })
  if (result.non2xx + result.errors > 0) throw new Error(`${url}: ${result.non2xx + result.errors} failed`)
  return Math.round(result.requests.average)
}

function serveBare() {
  process.once('message', ({ headers, body }) => {
    const bytes = Buffer.from(body, 'base64')
    const server = createServer((_, response) => {
      response.writeHead(200, { ...headers, 'content-length': bytes.length }).end(bytes)
    }).listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${server.address().port}`))
  })
}
