// Upgrades a running academy (docs/operations.md). It lays the new release into a folder of its own and hands over to that
// release's own copy of this script, which tries it on a copy of the data, lets it take over, and goes back if it fails.
//   npm run upgrade [-- <tag | branch | commit | folder> | --back] [--check] [--patience=<seconds>]
//   node scripts/upgrade.mjs --home=<folder>     from the folder of a new release, for a home that has no such command yet
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { currentCode, folderOf, readPointer, releasesIn } from './lib/current-release.mjs'
import { loadEnvFile } from './lib/env-file.mjs'
import { checkNodeVersion } from './lib/node-version.mjs'
import { root } from './lib/run.mjs'
import { prepareRelease } from './lib/upgrade/prepare.mjs'
import { backUpRunning, examine, rehearse } from './lib/upgrade/rehearse.mjs'
import { waitForOwnServer } from './lib/upgrade/serving.mjs'
import { claimUpgrade, print, Refusal, step } from './lib/upgrade/steps.mjs'
import { settle, switchTo } from './lib/upgrade/switch.mjs'

const words = process.argv.slice(2)
const option = (name) => words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3)
const here = root.replace(/\/$/, '')
const home = resolve(option('home') ?? here)
const requested = words.find((word) => !word.startsWith('--')) ?? (home === here ? undefined : here)
const isCheck = words.includes('--check') || words.includes('--dry-run')
const patienceMs = Number(option('patience') ?? 60) * 1_000

checkNodeVersion()
loadEnvFile(home)
try {
  claimUpgrade(home)
  const isDone = (await finishEarlier()) && (option('release') ? takeOver(JSON.parse(option('release'))) : prepare())
  process.exitCode = (await isDone) ? 0 : 1
  await waitForOwnServer()
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  process.stderr.write(`${error.message}\nNothing that serves was changed by this step.\n`)
  process.exit(1)
}

/** Brings an upgrade to its end that was interrupted after its switch. @returns whether another one may begin */
async function finishEarlier() {
  const { trial, release } = readPointer(home) ?? {}
  if (!trial) return true
  print(`An upgrade was interrupted after its switch to ${release.name}: it is brought to its end first.`)
  return settle(home, patienceMs)
}

/** Everything before the new release exists; @returns whether it serves in the end */
async function prepare() {
  const release = words.includes('--back') ? earlier() : await prepareRelease(home, requested)
  if (currentCode(home) === folderOf(home, release)) {
    print(`${release.name} is the current release already`)
    return true
  }
  const script = join(folderOf(home, release), 'scripts/upgrade.mjs')
  if (!existsSync(script)) throw new Refusal(`${release.name} is older than this command: it cannot be switched to.`)
  const passed = words.filter((word) => /^--(check|dry-run|patience=)/.test(word))
  const child = spawn(process.execPath, [script, `--home=${home}`, `--release=${JSON.stringify(release)}`, ...passed], {
    stdio: 'inherit',
    cwd: home,
  })
  // What ends a terminal's command reaches both.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => child.kill(name))
  return new Promise((done) => child.once('exit', (code) => done(code === 0)))
}

function earlier() {
  const previous = readPointer(home)?.previous
  if (!previous || !existsSync(folderOf(home, previous)))
    throw new Refusal(`No earlier release lies in ${releasesIn(home)}.`)
  return previous
}

/** In the new release: what it is tried with, and the switch. */
async function takeOver(release) {
  const code = folderOf(home, release)
  if (currentCode(home) === code) return true
  await step('looking at settings and room', () => examine(home, code))
  const isElsewhere = Boolean(process.env.SUPABASE_URL)
  const backup = isElsewhere ? undefined : await step('backing up', () => backUpRunning(home, currentCode(home), code))
  await step('trying the new release on a copy of the data', () => rehearse(home, code, backup, patienceMs))
  if (isCheck) {
    print(`${release.name} is ready; nothing was switched`)
    return true
  }
  return switchTo(home, release, { backup, patienceMs })
}
