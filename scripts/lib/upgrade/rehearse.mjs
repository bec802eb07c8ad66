import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { dataFolderOf, releasesIn } from '../current-release.mjs'
import { freePort } from '../free-port.mjs'
import { print, Refusal, runProgram } from './steps.mjs'

/** What the doctor finds and no start survives; the rest was there before. */
const BLOCKING = new Set(['setting-refused', 'node-old', 'keys-damaged', 'logins-damaged', 'mail-from-no-address'])
const SPARE_BYTES = 300e6
const PAGES = ['/', '/courses', '/news', '/login', '/rest/v1/courses?select=id&limit=1']

/** Runs a command of a built academy, without building anything. */
export const command = (code, args, env) =>
  runProgram(process.execPath, [join(code, 'server/build/academy.js'), ...args], { env })

/** The settings of the home, for its data and the code of any release. */
export const homeEnvironment = (home) => ({
  ...process.env,
  NODE_ENV: process.env.NODE_ENV ?? 'production',
  DATA_DIR: dataFolderOf(home),
})

/** Asks the new release what keeps it from starting here. @throws {Refusal} with all of it */
export async function examine(home, code) {
  const program = [join(code, 'server/build/academy.js'), 'doctor', '--json']
  // It ends with 1 where it found anything.
  const text = await runProgram(process.execPath, program, { env: homeEnvironment(home), fine: [0, 1] })
  if (!text.includes('{')) throw new Refusal(`The doctor of the new release could not look: ${text}`)
  const { mistakes } = JSON.parse(text.slice(text.indexOf('{')))
  const blocking = mistakes.filter(({ code: name }) => BLOCKING.has(name))
  if (blocking.length > 0)
    throw new Refusal(
      `The new release would not start here:\n${blocking.map(({ what, mend }) => `  ${what} ${mend}`).join('\n')}`,
    )
  const bytes = sizeOf(dataFolderOf(home))
  for (const folder of [dataFolderOf(home), releasesIn(home)]) {
    const { bavail, bsize } = statfsSync(folder)
    if (bavail * bsize < 2 * bytes + SPARE_BYTES)
      throw new Refusal(
        `The disk of ${folder} has ${mb(bavail * bsize)} left; backup and rehearsal need ${mb(2 * bytes + SPARE_BYTES)}.`,
      )
  }
}

const mb = (bytes) => `${Math.ceil(bytes / 1e6)} MB`

function sizeOf(folder) {
  if (!existsSync(folder)) return 0
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'backups' ? sum : sum + sizeOf(path)
    try {
      return sum + statSync(path).size
    } catch {
      // A database makes and deletes files at any time.
      return sum
    }
  }, 0)
}

/**
 * Writes a backup of the academy by the code that wrote its data, while it runs or not. Where backups are encrypted for keys
 * that are elsewhere, it is for one more, which the trial opens it with and which is then gone.
 * @param {string} running the code that serves now
 * @param {string} code the new release
 * @returns {Promise<{archive: string, identity: string | undefined}>} the archive, and the file of that key
 */
export async function backUpRunning(home, running, code) {
  const folder = resolve(home, process.env.BACKUP_DIR || join(dataFolderOf(home), 'backups'))
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const time = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
  const file = join(folder, `academy-${time}Z-upgrade.tar.gz`)
  const env = homeEnvironment(home)
  const identity = env.BACKUP_RECIPIENTS && join(releasesIn(home), 'trial.key')
  if (identity) {
    rmSync(identity, { force: true })
    const key = /age1\w+/.exec(await command(code, ['keys', 'backup-key', identity], env))?.[0]
    env.BACKUP_RECIPIENTS += ` ${key}`
  }
  await command(running, ['backup', file], env)
  // A release from before backups were encrypted writes it in the clear.
  const archive = existsSync(file) ? file : `${file}.age`
  print(`${archive}: ${mb(statSync(archive).size)}`)
  return { archive, identity }
}

/**
 * Restores a backup into a folder of its own with the new release, which applies its migrations to it, and serves it on a
 * port of this machine. It knows no mail server, no store and no service of the academy: nothing of it leaves.
 * @throws {Refusal} with what the new release wrote, where it does not serve
 */
export async function rehearse(home, code, { archive, identity } = {}, patienceMs) {
  const folder = join(releasesIn(home), `rehearsal-${process.pid}`)
  const port = await freePort()
  const { PATH, HOME, LANG, POSTGRES_BINARIES, BACKUP_PASSPHRASE } = process.env
  const env = {
    ...{
      PATH,
      HOME,
      LANG,
      POSTGRES_BINARIES,
      BACKUP_PASSPHRASE,
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      SEED_DEMO: '0',
    },
    ...{ DATA_DIR: join(folder, 'data'), HOST: '127.0.0.1', PORT: String(port), SITE_URL: `http://127.0.0.1:${port}` },
    // It ends when this process does, as under npm.
    npm_lifecycle_event: 'start',
  }
  try {
    if (archive) {
      const text = await command(code, ['restore', archive, ...(identity ? [`--identity=${identity}`] : [])], env)
      print(text.trim().split('\n').at(-1) ?? '')
    } else {
      const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, SUPABASE_ANON_KEY } = process.env
      Object.assign(env, { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, SUPABASE_ANON_KEY })
    }
    await tryServer(code, env, `http://127.0.0.1:${port}`, patienceMs)
  } finally {
    await command(code, ['reset', '--yes'], env).catch(() => undefined)
    rmSync(folder, { recursive: true, force: true })
    if (identity) rmSync(identity, { force: true })
  }
}

async function tryServer(code, env, url, patienceMs) {
  const child = spawn(process.execPath, ['--max-old-space-size=256', join(code, 'server/build/main.js')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let written = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (written += text))
  const ended = new Promise((done) => child.once('close', done))
  try {
    const until = Date.now() + patienceMs
    while (!(await isServing(url))) {
      if (child.exitCode !== null || child.signalCode !== null || Date.now() > until)
        throw new Refusal(`The new release does not serve a copy of the data:\n${written.trim().slice(-3_000)}`)
      await sleep(50)
    }
  } finally {
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), 15_000)
    await ended
    clearTimeout(timer)
  }
}

/** Whether an academy says that it is ready, and answers a few pages. */
export async function isServing(url) {
  const isFine = async (path) => {
    try {
      const answer = await fetch(url + path, { redirect: 'follow', signal: AbortSignal.timeout(10_000) })
      await answer.arrayBuffer()
      // Without a key REST refuses, and so shows that it is there.
      return path.startsWith('/rest') ? answer.status < 500 : answer.ok
    } catch {
      return false
    }
  }
  if (!(await isFine('/ready'))) return false
  return (await Promise.all(PAGES.map(isFine))).every(Boolean)
}
