// Which release of the academy runs. `npm run upgrade` also lays this file into homes that are older than it: it imports
// nothing but Node's own modules.
import { execFileSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { copyTree } from './copy-tree.mjs'

/** A release that was started as often without being proved does not stay up: the one before it is started instead. */
const MOST_STARTS = 3
const STOP_WAIT_MS = 30_000

/**
 * @typedef {{ name: string, commit?: string, version: string }} Release
 * @typedef {{ since: string, migrates: boolean, canGoBack: boolean, isKept?: boolean, starts: number, backup?: string }} Trial
 * @typedef {{ release: Release | null, previous: Release | null, home: string[], trial?: Trial, before?: Pointer,
 *   wayBack?: string, lastWayBack?: { release: string, reason: string, aside?: string } }} Pointer
 *   `release` runs, null for the home's own code, while the home's checkout is one of `home`. A `trial` is a release that
 *   was not proved yet; `wayBack` says why the next start returns to the pointer of `before`.
 */

export const releasesIn = (home) => join(home, 'releases')
const pointerIn = (home) => join(releasesIn(home), 'current.json')

/** @returns {Pointer | undefined} what the last upgrade noted */
export const readPointer = (home) => readJson(pointerIn(home))

/** Replaces the pointer at once: whatever is interrupted, the old one or the new one is there, whole. */
export function writePointer(home, pointer) {
  mkdirSync(releasesIn(home), { recursive: true })
  replaceFile(pointerIn(home), JSON.stringify(pointer, null, 2))
  return pointer
}

export function replaceFile(file, content) {
  const fresh = `${file}.new`
  const descriptor = openSync(fresh, 'w', 0o644)
  writeSync(descriptor, content)
  fsyncSync(descriptor)
  closeSync(descriptor)
  renameSync(fresh, file)
  const folder = openSync(dirname(file), 'r')
  fsyncSync(folder)
  closeSync(folder)
}

export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

/** What the checkout of a folder is: its commit or, where it is no clone of git, the version that it names. */
export function codeMark(folder) {
  if (existsSync(join(folder, '.git'))) {
    try {
      const options = { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }
      return execFileSync('git', ['rev-parse', 'HEAD'], options).trim()
    } catch {
      // Git is not installed, or does not trust the folder's owner: the version has to do.
    }
  }
  return `version ${versionOf(folder)}`
}

export const versionOf = (folder) => readJson(join(folder, 'package.json')).version

export const folderOf = (home, release) => (release ? join(releasesIn(home), release.name) : home)

/** The folder whose code runs: that of the last upgrade, or the home's own where its checkout was moved since. */
export function currentCode(home) {
  const pointer = readPointer(home)
  return pointer && !isMoved(home, pointer) ? folderOf(home, pointer.release) : home
}

const isMoved = (home, pointer) => !pointer.home.includes(codeMark(home))

/** The data folder of a home, as its settings name it; call it when `.env` was read. */
export const dataFolderOf = (home, { DATA_DIR } = process.env) => resolve(home, DATA_DIR || 'data')

/** Lets a release find what the home's settings name relative to the home, and say which one it is. */
export function settleSettings(home, release) {
  process.env.DATA_DIR = dataFolderOf(home)
  process.env.ACADEMY_RELEASE = basename(release)
}

/**
 * The folder to start, as the only place that acts on what an upgrade has asked for: nothing else runs on the data then.
 * Before a release that brings migrations is tried, the database is copied; on the way back the copy takes its place and
 * what was written since is laid aside. Each of these may be interrupted and is completed by the next start.
 */
export function codeToStart(home) {
  let pointer = readPointer(home)
  if (!pointer) return home
  noteStarting(home)
  if (pointer.trial && !pointer.wayBack && !isMoved(home, pointer)) {
    const starts = pointer.trial.starts + 1
    if (starts > MOST_STARTS && pointer.trial.canGoBack)
      pointer = writePointer(home, { ...pointer, wayBack: 'it did not stay up' })
    else {
      if (pointer.trial.migrates && !pointer.trial.isKept) keepDatabase(placesOf(home, pointer.trial))
      pointer = writePointer(home, { ...pointer, trial: { ...pointer.trial, isKept: true, starts } })
    }
  }
  if (pointer.wayBack) pointer = goBack(home, pointer)
  if (isMoved(home, pointer)) {
    warn(
      `The checkout of ${home} was moved since the last upgrade: it is started, and not the release of that upgrade.`,
    )
    return home
  }
  const folder = folderOf(home, pointer.release)
  if (folder === home || existsSync(join(folder, 'scripts/start.mjs'))) return folder
  warn(`${folder} is gone, which the last upgrade chose: npm run upgrade makes it again.`)
  return process.exit(1)
}

/** Lets an upgrade that waits see that somebody starts the academy; where nothing may be written, none waits. */
function noteStarting(home) {
  try {
    replaceFile(join(releasesIn(home), 'starting.json'), JSON.stringify({ pid: process.pid }))
  } catch (error) {
    if (!['EROFS', 'EACCES', 'EPERM'].includes(error.code)) throw error
  }
}

/** Puts everything back as it was before a trial. @returns {Pointer} */
function goBack(home, pointer) {
  const { release, trial, before, wayBack } = pointer
  const places = placesOf(home, trial)
  const isPutBack = trial.migrates && existsSync(places.kept)
  if (isPutBack) {
    stopDatabase(places.database)
    if (existsSync(places.database)) renameSync(places.database, places.aside)
    renameSync(places.kept, places.database)
  }
  putScriptsBack(home)
  const aside = existsSync(places.aside) ? { aside: places.aside } : {}
  const lastWayBack = { release: release.name, reason: wayBack, ...aside }
  return writePointer(home, { ...(before ?? { release: null, previous: null, home: [codeMark(home)] }), lastWayBack })
}

/** Where the embedded database lies, and where its copies go: no backup takes what is in `backups`. */
function placesOf(home, { since }) {
  const data = dataFolderOf(home)
  const elsewhere = join(data, 'database-folder')
  const folder = existsSync(elsewhere) ? readFileSync(elsewhere, 'utf8').trim() : data
  const place = (name) => join(folder, 'backups', `${name}-${since}`)
  return {
    database: join(folder, 'postgres'),
    kept: place('database-before-upgrade'),
    aside: place('database-of-failed-upgrade'),
  }
}

/** Deletes the copy of the database that a trial no longer needs. */
export const deleteTrialCopy = (home, trial) => rmSync(placesOf(home, trial).kept, { recursive: true, force: true })

function keepDatabase({ database, kept }) {
  if (!existsSync(database) || existsSync(kept)) return
  stopDatabase(database)
  mkdirSync(dirname(kept), { recursive: true, mode: 0o700 })
  rmSync(`${kept}.part`, { recursive: true, force: true })
  copyTree(database, `${kept}.part`)
  renameSync(`${kept}.part`, kept)
}

/** Ends a database that outlived the process that started it: files that are being written cannot be copied. */
function stopDatabase(database) {
  const file = join(database, 'postmaster.pid')
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
  if (!pid || !isPostgres(pid)) return
  process.kill(pid, 'SIGINT')
  const until = Date.now() + STOP_WAIT_MS
  while (isPostgres(pid) && Date.now() < until) sleep(20)
}

function isPostgres(pid) {
  if (!isAlive(pid)) return false
  return !existsSync('/proc/self') || (readIfThere(`/proc/${pid}/cmdline`) ?? '').includes('postgres')
}

/** Whether a process runs; one that has ended and waits for its parent does not. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code !== 'EPERM') return false
  }
  const stat = readIfThere(`/proc/${pid}/stat`)
  return stat === undefined || stat.slice(stat.lastIndexOf(')') + 2)[0] !== 'Z'
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

/** What a home that is older than upgrades needs to follow the pointer. */
const FOLLOWING = [
  'scripts/lib/copy-tree.mjs',
  'scripts/lib/current-release.mjs',
  'scripts/academy.mjs',
  'scripts/start.mjs',
]
const replacedIn = (home) => join(releasesIn(home), 'replaced')

/** Teaches an older home to follow the pointer; its `start.mjs` comes last, by one rename. */
export function installScripts(home, release) {
  if (existsSync(join(home, 'scripts/lib/current-release.mjs')) && !existsSync(replacedIn(home))) return
  for (const name of FOLLOWING) {
    const [file, replaced] = [join(home, name), join(replacedIn(home), name)]
    mkdirSync(dirname(replaced), { recursive: true })
    if (existsSync(file) && !existsSync(replaced)) replaceFile(replaced, readFileSync(file))
    replaceFile(file, readFileSync(join(release, name)))
  }
}

function putScriptsBack(home) {
  if (!existsSync(replacedIn(home))) return
  for (const name of [...FOLLOWING].reverse()) {
    const [file, replaced] = [join(home, name), join(replacedIn(home), name)]
    if (existsSync(replaced)) replaceFile(file, readFileSync(replaced))
  }
  for (const name of FOLLOWING) if (!existsSync(join(replacedIn(home), name))) rmSync(join(home, name), { force: true })
  rmSync(replacedIn(home), { recursive: true })
}

/** The scripts that were replaced are not needed any more: the home has newer ones. */
export const deleteReplacedScripts = (home) => rmSync(replacedIn(home), { recursive: true, force: true })

/** A line on standard error: plain for a person, else as the server writes its log. */
function warn(msg) {
  const line = process.stderr.isTTY ? msg : JSON.stringify({ level: 40, time: Date.now(), msg })
  writeSync(2, `${line}\n`)
}
