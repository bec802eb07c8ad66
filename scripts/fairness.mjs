// Lets one address send the worst requests that can be found, while visitors at other addresses open pages and read the
// catalogue; prints how long those wait. The worst reads are found by trying generated requests one by one and keeping the
// slowest; calls of functions, uploads and mails are sent by kind, and in the end a hundred of all kinds together. Ends
// with 1 when a visitor waits longer than promised or is refused; a busy machine adds to every figure. Then other programs
// take every processor several times over, and one address asks for something slow now and then: it ends with 1, too, when
// that one is refused.
// Usage: npm run fairness -- [reads] [functions] [uploads] [mails] [together] [busy]   (all of them unless named;
// FAIRNESS_TRIES, FAIRNESS_WORST and FAIRNESS_SECONDS change how much of it)
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expensiveRequests } from './lib/expensive-requests.mjs'
import { send } from './lib/expensive-writes.mjs'
import { openDesk, openSessions } from './lib/fairness-academy.mjs'
import { quantile } from './lib/figures.mjs'
import { freePort } from './lib/free-port.mjs'
import { isWanted, measure, report } from './lib/measure.mjs'
import { keyHeaders } from './lib/served.mjs'

const TRIES = Number(process.env.FAIRNESS_TRIES ?? 300)
const WORST = Number(process.env.FAIRNESS_WORST ?? 100)
const SECONDS = Number(process.env.FAIRNESS_SECONDS ?? 15)
const KINDS = ['reads', 'functions', 'uploads', 'mails']
const VISITORS = 4
const PROMISED_MS = 300
/** Programs beside the academy for each processor, and what somebody asks for meanwhile: its time alone, and the pause. */
const BUSY = { perProcessor: 8, aloneMs: 120, pauseMs: 500 }
const PAGES = ['/', '/courses', '/categories', '/news', '/terms']
const READS = ['/rest/v1/courses?select=id,title_he&limit=20', '/rest/v1/categories?select=*', '/health', '/ready']

const HEADER = 'x-test-caller'
const ATTACKER = '203.0.113.66'
let server

await measure(async ({ dataDirectory, start }) => {
  await openDesk(dataDirectory)
  const mailPort = await freePort()
  const listening = { CLIENT_ADDRESS_HEADER: HEADER, INBOUND_MAIL_PORT: String(mailPort) }
  server = await start({ ...listening, LOG_LEVEL: 'silent' })
  const worst = await findWorst()
  report(`the ${worst.length} worst of ${TRIES} generated requests, alone: ${formatTimes(worst.map(({ ms }) => ms))}`)
  report(`their answers, alone: ${tallyText(worst.map(({ status }) => status))}`)
  const target = { url: server.url, anonKey: server.anonKey, headers: { [HEADER]: ATTACKER }, mailPort }
  const attack = {
    worst: WORST,
    paths: worst.map(({ path }) => path),
    target: { ...target, ...(await openSessions(server)) },
  }
  for (const kind of KINDS) if (isWanted(kind)) await underAttack(kind, { ...attack, kinds: [kind] })
  if (isWanted('together')) await underAttack('together', { ...attack, kinds: KINDS })
  if (isWanted('busy')) await onBusyMachine(worst)
})

async function underAttack(kind, workerData) {
  const alone = await visit(5)
  report(`visitors alone:           ${formatTimes(alone.times)}`)
  const attack = await startAttack(workerData)
  await sleep(200)
  const { times, refused } = await visit(SECONDS)
  const statuses = await attack.stop()
  // What a busy machine takes from everybody is no matter of fairness.
  report(
    `visitors under ${kind}:`.padEnd(27) +
      `${formatTimes(times)}; refused or failed ${refused} (promised: p99 <= ${PROMISED_MS} ms on an idle machine, none)`,
    refused === 0 && quantile(times, 0.99) <= Math.max(PROMISED_MS, 3 * quantile(alone.times, 0.99)),
  )
  report(`answers to the attacker:  ${tallyText(statuses)}`)
  await sleep(5_000)
}

async function onBusyMachine(worst) {
  const slow = await askOnBusyMachine(worst)
  report(
    `one who asks for ${slow.aloneMs.toFixed(0)} ms now and then on a busy machine: ${formatTimes(slow.times)}; answers ${tallyText(slow.statuses)}`,
    slow.statuses.every((status) => status === 200),
  )
}

/** Each try comes from an address of its own, so that no share is used up while the worst are looked for. */
async function findWorst() {
  const tried = []
  for (const [at, path] of expensiveRequests(TRIES).entries()) {
    const began = performance.now()
    const status = await ask(path, `10.1.${at >> 8}.${at & 255}`)
    tried.push({ path, status, ms: performance.now() - began })
  }
  const broken = tried.filter(({ status }) => status >= 500 && status !== 500)
  if (broken.length > 0) console.log(`! answered with ${tallyText(broken.map(({ status }) => status))}`)
  return tried.sort((a, b) => b.ms - a.ms).slice(0, WORST)
}

/** Lets one address send all of them at once, again and again. */
async function startAttack(workerData) {
  const worker = new Worker(new URL('./lib/fairness-attack.mjs', import.meta.url), { workerData })
  await once(worker, 'message')
  return {
    async stop() {
      worker.postMessage('stop')
      const [statuses] = await once(worker, 'message')
      return statuses
    },
  }
}

/** Asks again and again, one by one, for something slow, while other programs want every processor. */
async function askOnBusyMachine(worst) {
  await sleep(5_000)
  const distance = ({ ms }) => Math.abs(ms - BUSY.aloneMs)
  const [{ path }] = worst.filter(({ status }) => status === 200).sort((a, b) => distance(a) - distance(b))
  const askOnce = async () => {
    const began = performance.now()
    const status = await ask(path, '198.51.100.77')
    return { status, ms: performance.now() - began }
  }
  const aloneMs = Math.min((await askOnce()).ms, (await askOnce()).ms, (await askOnce()).ms)
  // Each in a session of its own: what belongs together shares a processor's time on some systems.
  const others = Array.from({ length: BUSY.perProcessor * availableParallelism() }, () =>
    spawn(process.execPath, ['--eval', 'for (;;);'], { detached: true, stdio: 'ignore' }),
  )
  const answers = []
  const end = performance.now() + 2 * SECONDS * 1000
  while (performance.now() < end) {
    answers.push(await askOnce())
    await sleep(BUSY.pauseMs)
  }
  for (const other of others) other.kill('SIGKILL')
  return { aloneMs, times: answers.map(({ ms }) => ms), statuses: answers.map(({ status }) => status) }
}

async function visit(seconds) {
  const times = []
  let refused = 0
  const end = performance.now() + seconds * 1000
  const one = async (address) => {
    const agent = new Agent({ keepAlive: true })
    for (let at = 0; performance.now() < end; at += 1) {
      const list = at % 2 ? READS : PAGES
      const began = performance.now()
      const status = await ask(list[(at >> 1) % list.length], address, agent)
      times.push(performance.now() - began)
      if (status !== 200) refused += 1
      await sleep(10)
    }
    agent.destroy()
  }
  await Promise.all(Array.from({ length: VISITORS }, (_, i) => one(`198.51.100.${i + 1}`)))
  return { times, refused }
}

async function ask(path, caller, agent) {
  const headers = { [HEADER]: caller, ...keyHeaders(server.anonKey) }
  return send(`${server.url}${path}`, { headers, agent })
}

function formatTimes(times) {
  const [half, most, all] = [0.5, 0.99, 1].map((share) => quantile(times, share).toFixed(0))
  return `median ${half} ms, p99 ${most} ms, longest ${all} ms of ${times.length}`
}

function tallyText(list) {
  const tally = new Map()
  for (const one of list) tally.set(one, (tally.get(one) ?? 0) + 1)
  return [...tally]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${count} x ${status}`)
    .join(', ')
}
