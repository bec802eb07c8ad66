// Measures the academy on this machine, in one run: pages against a bare node:http handler of the same bytes, pages that
// are not kept and what they leave in memory, REST through the whole server against a bare node:http + pg handler, REST
// alone, the price of a row of progress, start times and memory. Ends with 1 when a budget is missed.
// Usage: node scripts/bench.mjs   (BENCH_SECONDS and BENCH_TURNS change how long each side is loaded)
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { startBare } from '../embedded-supabase/bench/bare.mjs'
import { CALLER_HEADER, compare } from './lib/load.mjs'
import { measure, report } from './lib/measure.mjs'
import { costOfProgress, formatCost } from './lib/progress-cost.mjs'
import { runTool } from './lib/run.mjs'
import { keyHeaders, newCourse } from './lib/served.mjs'

const BUDGETS = { pageRatio: 0.5, restRatio: 0.6, firstStartMs: 6000, startMs: 2000, memoryMb: 250, flatness: 1.25 }
/** More than the server keeps. */
const COURSES = 200
const COLUMNS = 'id,title_he,description_he,thumbnail_url,author_name,is_published,order_index,created_at'
const REST_PATH = `/rest/v1/courses?select=${COLUMNS}&is_published=is.true&order=order_index,id&limit=24`
const SAME_ROWS = `select coalesce(json_agg(c), '[]')::text as body
  from (select ${COLUMNS} from public.courses where is_published order by order_index, id limit 24) c`

let server
let dataDirectory
await measure(async (measured) => {
  dataDirectory = measured.dataDirectory
  const first = await measured.start()
  report(`first start, with demo content: ${first.startedMs} ms`, first.startedMs <= BUDGETS.firstStartMs)
  server = await measured.start({ CLIENT_ADDRESS_HEADER: CALLER_HEADER })
  report(`start with data: ${server.startedMs} ms`, server.startedMs <= BUDGETS.startMs)
  await comparePages()
  await compareRest()
  const cost = await costOfProgress(server)
  report(formatCost(cost), cost.perRow[500] / cost.perRow[10] <= BUDGETS.flatness)
  await loadUnkeptPages()
  await server.stop()
  const code = await runTool('tsx', ['embedded-supabase/bench/rest-read.ts'])
  report('REST read of a course list, without the server around it: above', code === 0)
})

async function comparePages() {
  const { headers, body } = await packed('/')
  for (const own of ['connection', 'date', 'keep-alive', 'transfer-encoding', 'content-length']) delete headers[own]
  const bare = await startBare({ headers, body: body.toString('base64') })
  const asked = { 'accept-encoding': 'br' }
  const rate = await compare({ ours: { url: server.url, headers: asked }, bare: { url: bare.url, headers: asked } })
  bare.stop()
  const ratio = rate.ours / rate.bare
  report(
    `home page, warm: ${rate.ours} req/s of ${rate.bare} req/s bare (${body.length} bytes): ${ratio.toFixed(2)}`,
    ratio >= BUDGETS.pageRatio,
  )
}

/** Everything that a browser's request passes: HTTP, headers, gateway, shares, REST, PostgreSQL and back, packed. */
async function compareRest() {
  const bare = await startBare({
    database: {
      ...{ host: join(dataDirectory, 'socket'), user: 'postgres', database: 'postgres' },
      password: readFileSync(join(dataDirectory, 'postgres-password'), 'utf8').trim(),
    },
    settings: { role: 'anon', 'request.jwt.claims': '{"role":"anon"}', 'request.method': 'GET' },
    text: SAME_ROWS,
  })
  const ours = await server.call(REST_PATH, undefined, server.anonKey)
  const theirs = await (await fetch(bare.url)).json()
  if (JSON.stringify(ours) !== JSON.stringify(theirs) || ours.length === 0) throw new Error('not the same rows')
  const key = keyHeaders(server.anonKey)
  const rate = await compare({
    bare: { url: bare.url },
    ours: { url: server.url, headers: key, paths: [REST_PATH] },
    packed: { url: server.url, headers: { ...key, 'accept-encoding': 'br' }, paths: [REST_PATH] },
  })
  bare.stop()
  const [ratio, packedRatio] = [rate.ours / rate.bare, rate.packed / rate.bare]
  const [plainBytes, packedBytes] = [JSON.stringify(ours).length, (await packed(REST_PATH, key)).body.length]
  report(
    `REST through the whole server: ${rate.ours} req/s of ${rate.bare} req/s bare: ${ratio.toFixed(2)}; ` +
      `compressed ${rate.packed}: ${packedRatio.toFixed(2)} (${packedBytes} bytes of ${plainBytes} characters)`,
    Math.min(ratio, packedRatio) >= BUDGETS.restRatio,
  )
}

/** Each page is rendered anew, for another person: what a crowd or a crawler causes. */
async function loadUnkeptPages() {
  for (let made = 0; made < COURSES; made += 1) await newCourse(server, 8)
  const ids = await server.call(`/rest/v1/courses?select=id&is_published=is.true&limit=${COURSES}`)
  const paths = ids.map(({ id }) => `/courses/${id}`)
  let peak = 0
  const watch = setInterval(() => (peak = Math.max(peak, server.memoryMb())), 200)
  const rate = await compare({ pages: { url: server.url, headers: { 'accept-encoding': 'br' }, paths } })
  clearInterval(watch)
  report(`course pages that are not kept: ${rate.pages} req/s`)
  report(
    `memory of the Node process after it all: ${Math.round(server.memoryMb())} MB, most ${Math.round(peak)} MB`,
    peak <= BUDGETS.memoryMb,
  )
}

/** The bytes as they travel: `fetch` would unpack them. */
function packed(path, headers = {}) {
  return new Promise((resolve, reject) => {
    get(server.url + path, { headers: { 'accept-encoding': 'br', ...headers } }, (response) => {
      const parts = []
      response.on('data', (part) => parts.push(part))
      response.on('end', () => resolve({ headers: { ...response.headers }, body: Buffer.concat(parts) }))
    }).on('error', reject)
  })
}
