import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const source = (name: string) => JSON.stringify(new URL(`../../../src/functions/${name}.ts`, import.meta.url).href)

/** Runs code in a process of its own under the guard of two hosts; tells how the process ended. */
function run(code: string): { code: number | null; output: string } {
  const script = `
    const { guardAgainstCrashes, ownFailures } = await import(${source('crash-guard')})
    const { inEnvironment } = await import(${source('environment')})
    const logOf = (name) => (entry) => console.log(name, entry.message, String(entry.error).split('\\n')[0])
    guardAgainstCrashes(logOf('process'))
    guardAgainstCrashes(logOf('nobody'))
    ${code}
    setTimeout(() => console.log('alive'), 50)`
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', script],
    { encoding: 'utf8' },
  )
  return { code: status, output: stdout + stderr }
}

test.each([
  ['a rejected promise', `Promise.reject(new Error('left behind'))`],
  ['a failing timer', `setTimeout(() => { throw new Error('left behind') }, 5)`],
])('%s ends the process, unless a function left it behind', (_, failing) => {
  expect(run(`inEnvironment({}, logOf('own'), () => { ${failing} })`)).toEqual({
    code: 0,
    output: expect.stringMatching(/^own a function failed after its answer Error: left behind\nalive/),
  })
  // Told by the log alone: nothing of Node's own stands beside it.
  const output = 'process the process ends: an error was not caught Error: left behind\n'
  expect(run(failing)).toEqual({ code: 1, output })
})

test('what belongs to somebody ends nothing, and is told to its owner', () => {
  const failing = `setTimeout(() => { throw new Error('later') }, 5); return Promise.reject(new Error('at once'))`
  expect(run(`ownFailures((error) => console.log('owner', error.message), () => { ${failing} })`)).toEqual({
    code: 0,
    output: 'owner at once\nowner later\nalive\n',
  })
})

test('each of two hosts in one process reads of its own functions', () => {
  const left = (name: string) =>
    `inEnvironment({}, logOf('${name}'), () => void Promise.reject(new Error('by ${name}')))`
  const { output } = run(`${left('first')}\n${left('second')}`)
  const failed = 'a function failed after its answer Error: by'
  expect(output).toBe(`first ${failed} first\nsecond ${failed} second\nalive\n`)
})
