import { spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from './run.mjs'

const FILES = 1500
/** A repository of its own: the scripts find their root by where they lie. */
const folder = mkdtempSync(join(tmpdir(), 'interrupted-'))
const inFolder = (...names: string[]) => join(folder, ...names)
const npm = (...words: string[]) => expect(spawnSync('npm', words, { cwd: folder }).status).toBe(0)
const installed = () =>
  existsSync(inFolder('node_modules/many')) ? readdirSync(inFolder('node_modules/many')).length : 0

beforeAll(() => {
  cpSync(join(root, 'scripts/lib'), inFolder('scripts/lib'), { recursive: true })
  mkdirSync(inFolder('many'))
  writeFileSync(inFolder('many/package.json'), JSON.stringify({ name: 'many', version: '1.0.0' }))
  for (let file = 0; file < FILES; file += 1) writeFileSync(inFolder('many', `${file}.txt`), 'x'.repeat(2000))
  npm('pack', './many')
  writeFileSync(inFolder('package.json'), JSON.stringify({ dependencies: { many: 'file:many-1.0.0.tgz' } }, null, 1))
  npm('install', '--package-lock-only', '--no-audit', '--no-fund')
  // As of a package of a registry, which npm takes for whole by its version.
  for (const name of ['package.json', 'package-lock.json']) {
    writeFileSync(
      inFolder(name),
      readFileSync(inFolder(name), 'utf8').replace('"many": "file:many-1.0.0.tgz"', '"many": "1.0.0"'),
    )
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function install() {
  const script = `import('./scripts/lib/install.mjs').then(({ ensureInstalled }) => ensureInstalled('everything'))`
  const child = spawn(process.execPath, ['-e', script], { cwd: folder, detached: true, stdio: 'ignore' })
  return { child, ended: new Promise((resolve) => child.once('exit', resolve)) }
}

test('an install that was killed in the middle of a package is made anew, also one that npm was told by hand', async () => {
  const whole = FILES + 1
  for (const isByHand of [false, true]) {
    rmSync(inFolder('node_modules'), { recursive: true, force: true })
    const { child, ended } = install()
    while (installed() < FILES / 10) await sleep(1)
    process.kill(-(child.pid ?? 0), 'SIGKILL')
    await ended
    expect(installed()).toBeLessThan(whole)
    if (isByHand) rmSync(inFolder('node_modules/.academy-install.json'), { force: true })
    expect(await install().ended).toBe(0)
    expect(installed()).toBe(whole)
  }
  expect(JSON.parse(readFileSync(inFolder('node_modules/.academy-install.json'), 'utf8'))).toMatchObject({
    scope: 'everything',
  })
})

test('a build that ended half-way is made anew, also where its sources went back to what was built before', async () => {
  const { buildWhenStale } = (await import(inFolder('scripts/lib/stale.mjs'))) as typeof import('./stale.mjs')
  const write = (text: string, at: number) => {
    mkdirSync(inFolder('source'), { recursive: true })
    writeFileSync(inFolder('source/a.js'), text)
    utimesSync(inFolder('source/a.js'), at, at)
  }
  const build = (run = async () => undefined as unknown) =>
    buildWhenStale({ stamp: 'out/.stamp', sources: ['source'] }, run)
  write('old', 1)
  expect([await build(), await build()]).toEqual([true, false])
  write('new', 2)
  const killed = new Error('killed')
  await expect(build(() => Promise.reject(killed))).rejects.toBe(killed)
  write('old', 1)
  expect([await build(), await build()]).toEqual([true, false])
})
