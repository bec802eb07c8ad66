// Keeps the academy busy with mixed work on loopback and prints its memory every minute, and the slope at the end.
// Usage: node scripts/soak.mjs [minutes]   (30 unless told)
import { setTimeout as sleep } from 'node:timers/promises'
import { CALLER_HEADER, newCaller } from './lib/load.mjs'
import { measure, report } from './lib/measure.mjs'
import { newCourse, newStudent } from './lib/served.mjs'

const MINUTES = Number(process.argv[2] ?? 30)
const BUDGET_MB = 250
const LESSONS = 20
const READERS = 4
const STUDENTS = 2

let server
let updates
let courses
let files
const done = {}
const failed = {}
let busy = true

await measure(async ({ start }) => {
  server = await start({ CLIENT_ADDRESS_HEADER: CALLER_HEADER })
  updates = await newCourse(server, LESSONS)
  courses = await server.call('/rest/v1/courses?select=id&limit=20', undefined, server.anonKey)
  const pictures = await server.call('/rest/v1/courses?select=thumbnail_url&thumbnail_url=not.is.null&limit=20')
  files = pictures.map(({ thumbnail_url }) => thumbnail_url)
  const workers = [...Array.from({ length: READERS }, read), ...Array.from({ length: STUDENTS }, learn)]
  const samples = []
  const began = Date.now()
  for (let minute = 1; minute <= MINUTES; minute += 1) {
    await sleep(began + minute * 60_000 - Date.now())
    samples.push({ minute, memory: server.memoryMb() })
    console.log(`minute ${minute}: ${samples.at(-1)?.memory.toFixed(0)} MB, answered ${JSON.stringify(done)}`)
  }
  busy = false
  await Promise.all(workers)
  const most = Math.max(...samples.map(({ memory }) => memory))
  const growth = slope(samples.slice(1))
  report(
    `slope after the first minute: ${growth.toFixed(2)} MB a minute; most ${most.toFixed(0)} MB`,
    most <= BUDGET_MB,
  )
  report(`failed: ${JSON.stringify(failed)}`, Object.keys(failed).length === 0)
})

/** Visitors, each request another: pages with ever new queries among the usual ones, rows, a picture, a page that is rendered anew because it is not there. */
async function read() {
  for (let turn = 0; busy; turn += 1) {
    const { id } = courses[turn % courses.length]
    await answered('page', () => page('/', 200))
    await answered('page', () => page(`/courses/${id}?v=${Math.random()}`, 200))
    await answered('missing', () => page(`/none-${Math.random()}`, 404))
    await answered('rows', () => server.call(`/rest/v1/lessons?course_id=eq.${id}&select=*`, undefined, server.anonKey))
    if (files.length > 0) await answered('picture', () => page(files[turn % files.length], 200))
    await sleep(5)
  }
}

/** A student: signs in, saves progress many times, is succeeded by another. */
async function learn() {
  while (busy) {
    let token
    await answered('student', async () => {
      token = await newStudent(server)
    })
    for (let second = 10; busy && token && second < 500; second += 10) {
      await answered('progress', () => server.call('/rest/v1/rpc/save_progress', { updates: updates(second) }, token))
      await sleep(50)
    }
    await sleep(5000)
  }
}

async function page(path, expected) {
  const response = await fetch(new URL(path, server.url), { headers: { 'accept-encoding': 'gzip', ...newCaller() } })
  await response.arrayBuffer()
  if (response.status !== expected) throw new Error(`${path}: ${response.status}`)
}

async function answered(kind, work) {
  try {
    await work()
    done[kind] = (done[kind] ?? 0) + 1
  } catch (error) {
    if (!failed[kind]) console.error(String(error))
    failed[kind] = (failed[kind] ?? 0) + 1
  }
}

/** Least squares, in MB a minute; 0 for fewer than two samples. */
function slope(points) {
  if (points.length < 2) return 0
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length
  const x = mean(points.map(({ minute }) => minute))
  const y = mean(points.map(({ memory }) => memory))
  const above = points.reduce((sum, { minute, memory }) => sum + (minute - x) * (memory - y), 0)
  return above / points.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0)
}
