import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { dataFolderOf, isAlive, readJson, readPointer, releasesIn } from '../current-release.mjs'
import { isServing } from './rehearse.mjs'
import { print } from './steps.mjs'

/** A supervisor starts again what ended within as long; later nobody will. */
const SUPERVISED_WITHIN_MS = 4_000
/** What serves for as long after its start does not end at its first work. */
const STEADY_MS = 3_000
const LOOK_MS = 25
const ENDING_MS = 15_000

/** The academy that serves a home's data: its process, address and release; undefined where none does. */
export function serverOf(home) {
  const server = noted(join(dataFolderOf(home), 'running.json'))
  return server && isAcademy(server.pid) ? server : undefined
}

/** A process that serves a home's data or is about to. */
function holderOf(home) {
  const notes = [
    noted(join(dataFolderOf(home), 'running.json')),
    noted(join(dataFolderOf(home), 'lock')),
    noted(join(releasesIn(home), 'starting.json')),
  ]
  return notes.find((note) => note && note.pid !== process.pid && isAcademy(note.pid))?.pid
}

/** Whether a process that left its number runs still, and is no other one that was given the number since. */
function isAcademy(pid) {
  if (!isAlive(pid)) return false
  return !existsSync('/proc/self') || /start\.mjs|build\/main\.js/.test(commandLine(pid))
}

function commandLine(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

function noted(file) {
  try {
    return readJson(file)
  } catch {
    // It is being written by a version that does not replace it whole.
    return undefined
  }
}

/** Ends what serves a home, in order; after the time that a stop may take, at once. */
export async function stopServing(home) {
  const pid = holderOf(home)
  if (pid === undefined) return
  signal(pid, 'SIGTERM')
  const until = Date.now() + ENDING_MS + Number(process.env.STOP_DELAY || 0) * 1_000
  while (isAlive(pid)) {
    if (Date.now() > until) signal(pid, 'SIGKILL')
    await sleep(LOOK_MS)
  }
}

function signal(pid, name) {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended meanwhile.
  }
}

/** An academy that this command started because nobody else did; it ends with the command. */
let own

/**
 * Waits until an academy serves and stays up; where no supervisor starts one, it is started here.
 * @param {(server: { release?: string, pid: number }) => boolean} isWanted
 * @returns {Promise<string | undefined>} what is wrong with it; nothing when it serves
 */
export async function untilServing(home, isWanted, patienceMs) {
  const until = Date.now() + patienceMs
  let aloneSince = Date.now()
  let steady
  for (;;) {
    const holder = holderOf(home)
    if (holder !== undefined || isOwnAlive()) aloneSince = Date.now()
    else if (own) return `it ended with ${own.signalCode ?? own.exitCode} soon after its start`
    else if (Date.now() - aloneSince > SUPERVISED_WITHIN_MS) startHere(home)
    const left = isWanted.isTrial && trialEnded(home)
    if (left) return left
    const server = serverOf(home)
    const serves = server && isWanted(server) && (await isServing(server.url))
    if (!serves || steady?.pid !== server.pid) steady = serves ? { pid: server.pid, since: Date.now() } : undefined
    else if (Date.now() - steady.since >= STEADY_MS) return undefined
    if (Date.now() > until) return `it did not serve within ${Math.round(patienceMs / 1_000)} seconds`
    await sleep(steady ? LOOK_MS * 8 : LOOK_MS)
  }
}

/** What the starts of a release on trial have noted of it, if it ended. */
function trialEnded(home) {
  const pointer = readPointer(home)
  if (!pointer?.trial) return pointer?.lastWayBack?.reason ?? 'it was taken back'
  return pointer.trial.starts > 1 ? 'it ended soon after its start' : undefined
}

const isOwnAlive = () => own !== undefined && own.exitCode === null && own.signalCode === null

function startHere(home) {
  print('nobody starts it: it is started here, and ends with this command')
  own = spawn(process.execPath, ['--max-old-space-size=256', join(home, 'scripts/start.mjs')], {
    cwd: home,
    stdio: 'inherit',
  })
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => own?.kill(name))
}

/** Forgets an academy of this command that has been stopped, so that the next one may be started. */
export async function endOwn(home) {
  await stopServing(home)
  while (isOwnAlive()) await sleep(LOOK_MS)
  own = undefined
}

/** Stays for as long as an academy of this command runs. */
export async function waitForOwnServer() {
  if (isOwnAlive()) await new Promise((done) => own.once('exit', done))
}
