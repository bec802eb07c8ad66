// Kills the server, and then its database, 20 times each with SIGKILL while eight writers post over HTTP,
// and counts acknowledged writes that are gone afterwards. Usage: node scripts/durability.mjs [rounds]
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { median } from './lib/figures.mjs'
import { freePort } from './lib/free-port.mjs'
import { measure, report } from './lib/measure.mjs'
import { isReady, keyHeaders } from './lib/served.mjs'

const WRITERS = 8
const rounds = Number(process.argv[2] ?? 20)
const settings = { PORT: String(await freePort()), SEED_DEMO: '0', LOG_LEVEL: 'silent' }
const acknowledged = new Set()
const answers = {}
let writing = true
let server

await measure(async ({ dataDirectory, start }) => {
  server = await start(settings)
  const writers = Array.from({ length: WRITERS }, write)
  const ofServer = await killTimes(async () => {
    await server.kill()
    server = await start(settings)
  })
  const ofDatabase = await killTimes(async () => {
    const pidFile = readFileSync(join(dataDirectory, 'postgres', 'postmaster.pid'), 'utf8')
    process.kill(Number(pidFile.split('\n')[0]), 'SIGKILL')
  })
  writing = false
  await Promise.all(writers)
  console.log({ rounds, answers })
  report(`ms to serve again after a kill of the server: ${formatSpread(ofServer)}`)
  report(`ms to serve again after a kill of the database: ${formatSpread(ofDatabase)}`)
  const lost = await countLost()
  report(`lost of ${acknowledged.size} acknowledged writes: ${lost}`, lost === 0)
})

async function killTimes(kill) {
  const times = []
  for (let round = 0; round < rounds; round += 1) {
    await sleep(200 + Math.random() * 400)
    const started = performance.now()
    const before = acknowledged.size
    await kill()
    while (acknowledged.size === before || !(await isReady(server.url))) await sleep(5)
    times.push(performance.now() - started)
  }
  return times
}

async function write() {
  while (writing) {
    const key = `durability-${randomUUID()}@example.org`
    const status = await post(key)
    answers[status] = (answers[status] ?? 0) + 1
    if (status === 201) acknowledged.add(key)
    else if (status === 503 || status === 'no connection') await sleep(10)
    else throw new Error(`a write was answered with ${status}`)
  }
}

async function post(key) {
  try {
    const body = JSON.stringify({ address: key, reason: 'added', note: 'written by npm run durability' })
    const headers = { ...keyHeaders(server.serviceRoleKey), 'content-type': 'application/json' }
    const response = await fetch(`${server.url}/rest/v1/email_suppressions`, { method: 'POST', headers, body })
    await response.arrayBuffer()
    return response.status
  } catch {
    return 'no connection'
  }
}

async function countLost() {
  const there = new Set()
  for (let offset = 0; ; offset += 1000) {
    const query = `select=address&address=like.durability-*&order=address&limit=1000&offset=${offset}`
    const rows = await server.call(`/rest/v1/email_suppressions?${query}`)
    for (const { address } of rows) there.add(address)
    if (rows.length < 1000) break
  }
  return [...acknowledged].filter((key) => !there.has(key)).length
}

function formatSpread(times) {
  return `median ${Math.round(median(times))}, worst ${Math.round(Math.max(...times))}`
}
