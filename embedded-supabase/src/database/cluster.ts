import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Binaries, findBinaries } from './binaries.ts'
import { databaseIdentity, give, type Identity } from './run-as.ts'

const SOCKET_PATH_LIMIT = 90
const READY_DEADLINE_MS = 30_000
const RESTART_DELAYS_MS = [50, 200, 1000, 3000]

/** A PostgreSQL of our own: one folder, one child process, one private unix socket. */
export type Cluster = {
  /** Folder of the unix socket; `host` for a client. */
  socketDirectory: string
  /** Password of the superuser `postgres`. */
  ownerPassword: string
  /** Process id of the running postmaster; undefined while it is down. */
  pid(): number | undefined
  /** Stops PostgreSQL cleanly (fast shutdown) and ends the supervision. */
  stop(): Promise<void>
}

type Log = (message: string) => void

/**
 * Starts PostgreSQL on `folder/postgres`, creating it when it is new, and keeps it running:
 * a server that dies is started again; one that an earlier, killed process left behind is stopped first.
 */
export async function startCluster(folder: string, log: Log): Promise<Cluster> {
  const binaries = findBinaries()
  const identity = databaseIdentity()
  const data = join(folder, 'postgres')
  const passwordFile = join(folder, 'postgres-password')
  mkdirSync(folder, { recursive: true })
  if (!existsSync(join(data, 'PG_VERSION'))) initialise({ binaries, identity, data, passwordFile, log })
  const ownerPassword = readFileSync(passwordFile, 'utf8').trim()
  const socketDirectory = makeSocketDirectory(folder, identity)

  await stopLeftover(data, log)
  const supervisor = supervise({ binaries, identity, data, socketDirectory, log })
  await supervisor.ready()
  return { socketDirectory, ownerPassword, pid: supervisor.pid, stop: supervisor.stop }
}

type Place = { binaries: Binaries; identity: Identity; data: string; log: Log }

function initialise({ binaries, identity, data, passwordFile, log }: Place & { passwordFile: string }): void {
  log('creating the database')
  rmSync(data, { recursive: true, force: true })
  mkdirSync(data, { mode: 0o700 })
  give(data, identity)
  writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  give(passwordFile, identity)
  const run = spawnSync(
    binaries.initdb,
    [
      ...['--pgdata', data, '--username', 'postgres', '--pwfile', passwordFile, '--auth', 'scram-sha-256'],
      ...['--encoding', 'UTF8', '--locale', 'C.UTF-8', '--no-instructions'],
    ],
    { ...identity, cwd: data, encoding: 'utf8', env: { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' } },
  )
  if (run.status !== 0) {
    rmSync(data, { recursive: true, force: true })
    throw new Error(`PostgreSQL could not be initialised: ${run.error?.message ?? run.stderr}`)
  }
}

/** A unix socket's path may hold about a hundred bytes, so a deep data folder gets its socket in the temporary folder. */
function makeSocketDirectory(folder: string, identity: Identity): string {
  const near = join(folder, 'socket')
  const directory = near.length <= SOCKET_PATH_LIMIT ? near : mkdtempSync(join(tmpdir(), 'pg-'))
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  give(directory, identity)
  return directory
}

/** Ends a postmaster that outlived the process that started it. */
async function stopLeftover(data: string, log: Log): Promise<void> {
  const pidFile = join(data, 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  if (!Number.isInteger(pid) || !isPostgres(pid)) return
  log(`stopping the database that an earlier run left behind (process ${pid})`)
  process.kill(pid, 'SIGINT')
  for (let waited = 0; isPostgres(pid) && waited < READY_DEADLINE_MS; waited += 50) await sleep(50)
}

function isPostgres(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !existsSync('/proc/self') || readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
  } catch {
    return false
  }
}

function supervise(place: Place & { socketDirectory: string }) {
  let child: ChildProcess | undefined
  let stopping = false
  let deaths = 0

  function launch(): void {
    const started = Date.now()
    child = spawn(place.binaries.postgres, serverArguments(place), {
      ...place.identity,
      cwd: place.data,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' },
    })
    child.stderr?.setEncoding('utf8')
    child.stderr?.on('data', (text: string) => {
      for (const line of text.split('\n')) if (/ (FATAL|PANIC): /.test(line)) place.log(line)
    })
    child.once('exit', (code, signal) => {
      child = undefined
      if (stopping) return
      deaths = Date.now() - started > 60_000 ? 0 : deaths + 1
      const delay = RESTART_DELAYS_MS[Math.min(deaths, RESTART_DELAYS_MS.length) - 1] ?? RESTART_DELAYS_MS[0] ?? 50
      place.log(`the database stopped (${signal ?? `code ${code}`}); starting it again in ${delay} ms`)
      setTimeout(() => stopping || launch(), delay)
    })
  }

  launch()
  return {
    pid: () => child?.pid,
    async ready(): Promise<void> {
      const status = join(place.data, 'postmaster.pid')
      for (let waited = 0; waited < READY_DEADLINE_MS; waited += 20) {
        if (existsSync(status) && /ready\s*$/.test(readFileSync(status, 'utf8'))) return
        await sleep(20)
      }
      stopping = true
      child?.kill('SIGKILL')
      throw new Error('PostgreSQL did not become ready within 30 seconds')
    },
    async stop(): Promise<void> {
      stopping = true
      const running = child
      if (!running) return
      const ended = new Promise((resolve) => running.once('exit', resolve))
      running.kill('SIGINT')
      await ended
    },
  }
}

function serverArguments({ data, socketDirectory }: { data: string; socketDirectory: string }): string[] {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socketDirectory,
    unix_socket_permissions: '0700',
    max_connections: 60,
    shared_buffers: '64MB',
    max_wal_size: '512MB',
    log_destination: 'stderr',
    logging_collector: 'off',
    log_min_messages: 'warning',
    timezone: 'UTC',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
  }
  return ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}
