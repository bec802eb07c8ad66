// Kills the server, and then its database, 20 times each with SIGKILL while eight writers post over HTTP,
// and counts acknowledged writes that are gone afterwards. Usage: node scripts/durability.mjs [rounds]
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './lib/free-port.mjs'
import { root } from './lib/run.mjs'

const WRITERS = 8
const rounds = Number(process.argv[2] ?? 20)
const folder = mkdtempSync(join(tmpdir(), 'academy-durability-'))
chmodSync(folder, 0o711)
const dataDirectory = join(folder, 'data')
const port = await freePort()
const base = `http://127.0.0.1:${port}`
const acknowledged = new Set()
const answers = {}
let writing = true

let server = await start()
const { serviceRoleKey } = JSON.parse(readFileSync(join(dataDirectory, 'keys.json'), 'utf8'))
const headers = {
  apikey: serviceRoleKey,
  authorization: `Bearer ${serviceRoleKey}`,
  'content-type': 'application/json',
}
const writers = Array.from({ length: WRITERS }, write)

const ofServer = await killTimes(async () => {
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGKILL')
  await ended
  server = await start()
})
const ofDatabase = await killTimes(async () => {
  const pidFile = readFileSync(join(dataDirectory, 'postgres', 'postmaster.pid'), 'utf8')
  process.kill(Number(pidFile.split('\n')[0]), 'SIGKILL')
})

writing = false
await Promise.all(writers)
const lost = await countLost()
console.log(
  JSON.stringify(
    {
      rounds,
      acknowledged: acknowledged.size,
      lost,
      answers,
      msToServeAgainAfterServerKill: spread(ofServer),
      msToServeAgainAfterDatabaseKill: spread(ofDatabase),
    },
    null,
    2,
  ),
)
const ended = new Promise((resolve) => server.once('exit', resolve))
server.kill('SIGTERM')
await ended
rmSync(folder, { recursive: true, force: true })
process.exit(lost > 0 ? 1 : 0)

async function killTimes(kill) {
  const times = []
  for (let round = 0; round < rounds; round += 1) {
    await sleep(200 + Math.random() * 400)
    const started = performance.now()
    const before = acknowledged.size
    await kill()
    while (acknowledged.size === before || !(await isReady())) await sleep(5)
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
    const response = await fetch(`${base}/rest/v1/email_suppressions`, { method: 'POST', headers, body })
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
    const rows = await (await fetch(`${base}/rest/v1/email_suppressions?${query}`, { headers })).json()
    for (const { address } of rows) there.add(address)
    if (rows.length < 1000) break
  }
  return [...acknowledged].filter((key) => !there.has(key)).length
}

async function start() {
  const child = spawn(process.execPath, [join(root, 'server/build/main.js')], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDirectory,
      SEED_DEMO: '0',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode}`)
    await sleep(10)
  }
  return child
}

async function isReady() {
  return fetch(`${base}/ready`).then(
    (response) => response.ok,
    () => false,
  )
}

function spread(times) {
  const sorted = times.map(Math.round).sort((a, b) => a - b)
  return { median: sorted[Math.floor(sorted.length / 2)], worst: sorted.at(-1) }
}
