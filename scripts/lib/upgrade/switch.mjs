import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  codeMark,
  currentCode,
  deleteReplacedScripts,
  deleteTrialCopy,
  folderOf,
  installScripts,
  readPointer,
  writePointer,
} from '../current-release.mjs'
import { deleteOldReleases } from './prepare.mjs'
import { endOwn, serverOf, stopServing, untilServing } from './serving.mjs'
import { git, print, Refusal, step } from './steps.mjs'

const BACK_WITHIN_MS = 120_000

/**
 * Lets a release take over: the pointer names it, on trial; what runs is stopped and, started by its supervisor or here,
 * is the new release; it is proved, or everything goes back.
 * @returns {Promise<boolean>} whether the new release serves
 */
export async function switchTo(home, release, { backup, patienceMs }) {
  const wasServing = serverOf(home) !== undefined
  const running = currentCode(home)
  const { before: _, lastWayBack: __, ...before } = readPointer(home) ?? {}
  const migrates = bringsMigrations(running, folderOf(home, release))
  await step(`switching to ${release.name}`, async () => {
    writePointer(home, {
      release,
      previous: running === home ? null : (before.release ?? null),
      home: [...new Set([codeMark(home), release.commit ?? codeMark(home)])],
      trial: {
        since: new Date()
          .toISOString()
          .replaceAll(/[^0-9]/g, '')
          .slice(0, 14),
        ...{ migrates, starts: 0, backup },
        canGoBack: !migrates || !process.env.DATABASE_URL,
      },
      ...(before.release === undefined ? {} : { before }),
    })
    installScripts(home, folderOf(home, release))
    await stopServing(home)
  })
  const isProved = await settle(home, patienceMs)
  if (!wasServing) {
    await endOwn(home)
    print('The academy did not run before and was stopped again.')
  }
  return isProved
}

/**
 * Proves the release that is on trial, or goes back; also what an interrupted upgrade left.
 * @returns {Promise<boolean>} whether the release of the trial serves
 */
export async function settle(home, patienceMs) {
  const { release, trial, wayBack } = readPointer(home)
  const server = serverOf(home)
  // Whoever wrote the pointer was killed before it ended what ran.
  if (wayBack === undefined && server && server.release !== release.name) await stopServing(home)
  const isNew = Object.assign((server) => server.release === release.name, { isTrial: true })
  const wrong =
    wayBack ?? (await step(`waiting for ${release.name} to serve`, () => untilServing(home, isNew, patienceMs)))
  if (wrong === undefined) {
    await keep(home)
    return true
  }
  await returnFrom(home, release, trial, wrong)
  return false
}

async function returnFrom(home, release, trial, wrong) {
  process.stderr.write(`${release.name}: ${wrong}\n`)
  if (!trial.canGoBack)
    throw new Refusal(
      `With DATABASE_URL its migrations stay applied, and the release before cannot run on them. ${release.name} stays chosen: ` +
        `mend what it says in the log, or restore ${trial.backup} into a new database with the release before.`,
    )
  await step('going back', async () => {
    const pointer = readPointer(home)
    // The start itself may have gone back already.
    if (pointer.trial) writePointer(home, { ...pointer, wayBack: wrong })
    if (serverOf(home)?.release === release.name || pointer.trial) await endOwn(home)
    const failure = await untilServing(home, (server) => server.release !== release.name, BACK_WITHIN_MS)
    if (failure) throw new Refusal(`The release before was started again, but ${failure}: see its log.`)
  })
  const { lastWayBack } = readPointer(home) ?? {}
  process.stderr.write(`The release before serves again, with everything that it had saved.\n`)
  if (lastWayBack?.aside)
    process.stderr.write(
      `What was written by ${release.name} lies in ${lastWayBack.aside}; delete it when nobody needs it.\n`,
    )
}

/** The trial is over: the release stays, and what only the way back needed goes. */
async function keep(home) {
  const { trial, before: _, ...pointer } = readPointer(home)
  writePointer(home, pointer)
  deleteTrialCopy(home, trial)
  await moveHome(home, pointer)
  deleteReplacedScripts(home)
  await deleteOldReleases(home, [pointer.release, pointer.previous])
}

/** Moves the home's checkout to the release, so that what a person reads there is what runs; a changed one is left. */
async function moveHome(home, pointer) {
  const { commit } = pointer.release
  if (!commit || !existsSync(join(home, '.git')) || codeMark(home) === commit) return
  const replaced = /^.. scripts\/(start|academy)\.mjs$/
  try {
    const changes = (await git(home, 'status', '--porcelain', '--untracked-files=no')).split('\n').filter(Boolean)
    if (changes.some((line) => !replaced.test(line) && !replaced.test(` ${line}`)))
      return print(`${home} has changed files: its checkout stays where it is.`)
    const branch = await git(home, 'symbolic-ref', '--quiet', '--short', 'HEAD').catch(() => '')
    const isAhead = await git(home, 'merge-base', '--is-ancestor', 'HEAD', commit).then(
      () => true,
      () => false,
    )
    await git(
      home,
      ...(branch && isAhead
        ? ['reset', '--hard', '--quiet', commit]
        : ['checkout', '--force', '--quiet', '--detach', commit]),
    )
    writePointer(home, { ...pointer, home: [commit] })
  } catch {
    print(`The checkout of ${home} stays where it is: git could not move it to ${commit}.`)
  }
}

function bringsMigrations(from, to) {
  const [old, fresh] = [from, to].map(
    (folder) =>
      new Set(['supabase/migrations', 'embedded-supabase/sql'].flatMap((name) => filesOf(join(folder, name)))),
  )
  return [...fresh].some((name) => !old.has(name))
}

const filesOf = (folder) => (existsSync(folder) ? readdirSync(folder) : [])
