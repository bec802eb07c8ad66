import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { SupervisedHome } from './support/supervised-home.ts'
import { layTinyAcademy } from './support/tiny-academy.ts'

const PATIENT = '--patience=60'
/** As the start of release 0.5.0, which knows of no upgrade. */
const OLD_START = `import { loadEnvFile } from './lib/env-file.mjs'
loadEnvFile()
await import('../server/build/main.js')
`

let home: SupervisedHome
const folders: string[] = []
afterEach(async () => {
  await home?.close()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()
const runs = async () => (await fetch(home.url)).text()
const setVersion = (folder: string, version: string) => {
  const file = join(folder, 'package.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"version": "[^"]*"/, `"version": "${version}"`))
}

/** A repository with two releases: one that knows of no upgrade, and the next. */
function repository(): { folder: string; commits: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'academy-origin-'))
  folders.push(folder)
  git(folder, 'init', '--quiet', '--initial-branch=main')
  const commit = (version: string) => {
    setVersion(folder, version)
    git(folder, 'add', '--all')
    git(folder, 'commit', '--quiet', '--message', version)
    git(folder, 'tag', `v${version}`)
    return git(folder, 'rev-parse', 'HEAD')
  }
  layTinyAcademy()(folder)
  rmSync(join(folder, 'scripts/lib/current-release.mjs'))
  rmSync(join(folder, 'scripts/lib/upgrade'), { recursive: true })
  rmSync(join(folder, 'scripts/upgrade.mjs'))
  writeFileSync(join(folder, 'scripts/start.mjs'), OLD_START)
  writeFileSync(join(folder, '.gitignore'), 'data\nbuild\n/releases/\n.env\n')
  const old = commit('0.5.0')
  layTinyAcademy({ migration: 'create table second ();' })(folder)
  const next = commit('0.6.0')
  layTinyAcademy({ migration: 'create table second ();' })(folder)
  writeFileSync(join(folder, 'README'), 'a page changed')
  return { folder, commits: [old, next, commit('0.10.0')] }
}

async function clonedHome(origin: string, at: string): Promise<void> {
  home = new SupervisedHome((folder) => {
    git(folder, 'clone', '--quiet', origin, '.')
    git(folder, 'reset', '--hard', '--quiet', at)
    cpSync(join(folder, 'server/program'), join(folder, 'server/build'), { recursive: true })
  })
  mkdirSync(home.data)
  await home.start()
}

test('one command in the home takes the newest tag of a release, and moves the checkout to it', async () => {
  const { folder, commits } = repository()
  await clonedHome(folder, 'v0.6.0')
  const { code, output } = await home.run(['scripts/upgrade.mjs', PATIENT])
  expect([code, output]).toEqual([0, expect.stringContaining('laying 0.10.0-')])
  expect([await runs(), git(home.folder, 'rev-parse', 'main')]).toEqual([
    `0.10.0-${commits[2]?.slice(0, 12)}`,
    commits[2],
  ])
  expect(git(home.folder, 'status', '--porcelain')).toBe('')

  const again = await home.run(['scripts/upgrade.mjs', PATIENT])
  expect(again).toEqual({ code: 0, output: expect.stringContaining('is the current release already') })

  // Who moves the checkout by hand is heard, as before there was the command.
  git(home.folder, 'reset', '--hard', '--quiet', 'v0.6.0')
  process.kill(home.running().pid, 'SIGTERM')
  await expect.poll(runs).toBe('home')
})

test('a home that knows of no upgrade is upgraded from the folder of the new release', async () => {
  const { folder, commits } = repository()
  await clonedHome(folder, 'v0.5.0')
  expect(existsSync(join(home.folder, 'scripts/upgrade.mjs'))).toBe(false)
  const next = mkdtempSync(join(tmpdir(), 'academy-next-'))
  folders.push(next)
  git(next, 'clone', '--quiet', '--branch', 'v0.6.0', folder, '.')
  const command = [join(next, 'scripts/upgrade.mjs'), `--home=${home.folder}`, PATIENT]
  expect(await home.run([...command, '--check'])).toEqual({
    code: 0,
    output: expect.stringContaining('nothing was switched'),
  })
  expect(await runs()).toBe('home')
  const { code, output } = await home.run(command)
  expect([code, output]).toEqual([0, expect.stringContaining('to serve')])
  expect(await runs()).toBe(`0.6.0-${commits[1]?.slice(0, 12)}`)
  expect([git(home.folder, 'rev-parse', 'HEAD'), git(home.folder, 'status', '--porcelain')]).toEqual([commits[1], ''])
})

test('a home that knows of no upgrade gets its own start back when the new release fails', async () => {
  const { folder } = repository()
  await clonedHome(folder, 'v0.5.0')
  const next = mkdtempSync(join(tmpdir(), 'academy-next-'))
  folders.push(next)
  layTinyAcademy({ change: 'if (!state.isRehearsal) process.exit(3)', migration: 'create table second ();' })(next)
  const { code, output } = await home.run([join(next, 'scripts/upgrade.mjs'), `--home=${home.folder}`, PATIENT])
  expect([code, output]).toEqual([1, expect.stringContaining('The release before serves again')])
  expect([await runs(), git(home.folder, 'status', '--porcelain')]).toEqual(['home', ''])
  expect(readFileSync(join(home.folder, 'scripts/start.mjs'), 'utf8')).toBe(OLD_START)
})

test('a release that cannot be built is refused, and built anew the next time', async () => {
  const { folder } = repository()
  await clonedHome(folder, 'v0.6.0')
  const next = mkdtempSync(join(tmpdir(), 'academy-next-'))
  folders.push(next)
  git(next, 'clone', '--quiet', folder, '.')
  const build = join(next, 'scripts/lib/build.mjs')
  const whole = readFileSync(build, 'utf8')
  const commitWith = (text: string) => {
    writeFileSync(build, text)
    git(next, 'commit', '--quiet', '--all', '--allow-empty', '--message', 'next')
  }
  commitWith("export const ensureBuilt = async () => Promise.reject(new Error('the pages could not be built'))")
  const command = ['scripts/upgrade.mjs', next, PATIENT]
  expect(await home.run(command)).toEqual({ code: 1, output: expect.stringContaining('the pages could not be built') })
  expect(await runs()).toBe('home')
  commitWith(whole)
  expect((await home.run(command)).code).toBe(0)
  expect(await runs()).toMatch(/^0\.10\.0-/)
  expect(git(home.folder, 'rev-parse', 'HEAD')).toBe(git(next, 'rev-parse', 'HEAD'))
})
