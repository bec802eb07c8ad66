import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

/** Says its process id, and when told to end does so only after a while, as a server does that stops its database. */
const SLOW_TO_END = `process.on('SIGTERM', () => setTimeout(() => { console.log('put away'); process.exit(0) }, 300))
  setInterval(() => undefined, 1000)
  console.log('started', process.pid)`

let folder: string
let parent: ChildProcess

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'restarting-'))
  mkdirSync(join(folder, 'watched'))
})
afterEach(async () => {
  if (parent.exitCode === null && parent.signalCode === null) {
    const ended = once(parent, 'exit')
    parent.kill('SIGTERM')
    await ended
  }
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a script under the supervisor; gives the next line that it says. */
async function supervise(script: string, { byShell = false } = {}): Promise<() => Promise<string>> {
  writeFileSync(join(folder, 'script.mjs'), script)
  writeFileSync(
    join(folder, 'supervisor.mjs'),
    `import { runRestarting } from ${JSON.stringify(join(import.meta.dirname, 'restarting.mjs'))}
     process.exit(await runRestarting([${JSON.stringify(join(folder, 'script.mjs'))}],
       [${JSON.stringify(relative(ROOT, join(folder, 'watched')))}]))`,
  )
  const supervisor = [process.execPath, join(folder, 'supervisor.mjs')]
  const [command = '', ...args] = byShell ? ['sh', '-c', `${supervisor.join(' ')}; true`] : supervisor
  const started = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  parent = started
  const output = createInterface({ input: started.stdout })[Symbol.asyncIterator]()
  return async () => (await output.next()).value ?? ''
}

const pidOf = (line: string) => Number(line.split(' ')[1])

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('SIGTERM reaches the script, and the supervisor ends after it has put away what it started', async () => {
  const next = await supervise(SLOW_TO_END)
  const pid = pidOf(await next())
  const ended = once(parent, 'exit')
  parent.kill('SIGTERM')
  expect(await next()).toBe('put away')
  expect(await ended).toEqual([0, null])
  expect(isAlive(pid)).toBe(false)
})

test('SIGTERM to the script itself ends both', async () => {
  const next = await supervise(SLOW_TO_END)
  const ended = once(parent, 'exit')
  process.kill(pidOf(await next()), 'SIGTERM')
  expect(await next()).toBe('put away')
  expect(await ended).toEqual([0, null])
})

test('SIGTERM to the shell around it ends all three', async () => {
  const next = await supervise(SLOW_TO_END, { byShell: true })
  const pid = pidOf(await next())
  parent.kill('SIGTERM')
  expect(await next()).toBe('put away')
  await expect.poll(() => isAlive(pid)).toBe(false)
})

test('a changed source ends the script in order and starts it again', async () => {
  const next = await supervise(SLOW_TO_END)
  const before = pidOf(await next())
  writeFileSync(join(folder, 'watched', 'changed.ts'), '')
  expect(await next()).toBe('changed.ts changed: starting again')
  expect(await next()).toBe('put away')
  expect(pidOf(await next())).not.toBe(before)
})
