// Stands for systemctl on the machine that a test makes: starts and ends units by what their files say. See units.mjs for
// what it imitates.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { parseUnit, sandboxScript, unitOf } from './units.mjs'

const UNITS = '/etc/systemd/system'
const STATE = '/run/units'
/** A word of this stand-in's own: the process that keeps a service running. */
const SUPERVISE = 'supervise'

const read = (name) => readFileSync(`${UNITS}/${name}`, 'utf8')
const pidFile = (name) => `${STATE}/${name}.pid`
const journal = (name) => openSync(`${STATE}/${name}.journal`, 'a')

const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

function homeOf(user) {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`${user}:`))
  if (!line) throw new Error(`Failed to determine user credentials: ${user}`)
  return line.split(':')[5]
}

const sandboxOf = (unit) => [
  ...['--mount', '--propagation', 'private'],
  ...['sh', '-c', sandboxScript(unit, homeOf(unit.user))],
]

/** Opens the socket of a service, where it has one; the service's process keeps it. */
async function socketOf(service) {
  const name = service.replace(/service$/, 'socket')
  if (!existsSync(`${UNITS}/${name}`)) return undefined
  const [host, port] = parseUnit(read(name)).Socket.ListenStream[0].split(':')
  const server = createServer()
  await new Promise((resolve, reject) => server.once('error', reject).listen(Number(port), host, resolve))
  return server
}

async function start(service) {
  if (existsSync(pidFile(service)) && isAlive(Number(readFileSync(pidFile(service), 'utf8')))) return
  const unit = unitOf(read(service))
  const out = journal(service)
  if (unit.isOneshot) {
    const { status } = spawnSync('unshare', sandboxOf(unit), { stdio: ['ignore', out, out] })
    if (status === 0) return
    throw new Error(`Job for ${service} failed because the control process exited with error code ${status}.`)
  }
  const socket = await socketOf(service)
  const child = spawn(process.execPath, [process.argv[1], SUPERVISE, service], {
    detached: true,
    stdio: ['ignore', out, out, socket ? socket._handle.fd : 'ignore'],
    env: { ...process.env, ...(socket ? { SOCKET: '1' } : {}) },
  })
  writeFileSync(pidFile(service), String(child.pid))
  child.unref()
  socket?.close()
}

/** Runs a service until it is told to stop, and starts it again when it ends, as its unit says. */
async function supervise(service) {
  const unit = unitOf(read(service))
  let isStopping = false
  let child
  process.on('SIGTERM', () => {
    isStopping = true
    child?.kill('SIGTERM')
  })
  do {
    child = spawn('unshare', sandboxOf(unit), {
      stdio: ['ignore', 'inherit', 'inherit', process.env.SOCKET ? 3 : 'ignore'],
    })
    await new Promise((resolve) => child.once('exit', resolve))
    if (!isStopping) await new Promise((resolve) => setTimeout(resolve, unit.restartMs))
  } while (unit.restarts && !isStopping)
}

async function stop(service) {
  if (!existsSync(pidFile(service))) return
  const pid = Number(readFileSync(pidFile(service), 'utf8'))
  if (isAlive(pid)) process.kill(pid, 'SIGTERM')
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 20))
  rmSync(pidFile(service))
}

const DO = {
  start: [start],
  stop: [stop],
  restart: [stop, start],
  enable: [],
}

async function main([word, ...rest]) {
  mkdirSync(STATE, { recursive: true })
  if (word === SUPERVISE) return supervise(rest[0])
  if (word === 'daemon-reload' || word === 'reload') return
  const acts = word === 'enable' && rest.includes('--now') ? [start] : DO[word]
  if (!acts) throw new Error(`Unknown command verb ${word}.`)
  for (const name of rest.filter((one) => !one.startsWith('-'))) {
    if (!existsSync(`${UNITS}/${name}`)) throw new Error(`Unit ${name} not found.`)
    if (!name.endsWith('.service')) continue
    for (const act of acts) await act(name)
  }
}

main(process.argv.slice(2)).then(
  () => process.exit(0),
  (error) => {
    console.error(error.message)
    process.exit(1)
  },
)
