import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const source = (name: string) => JSON.stringify(new URL(`../../../src/functions/${name}.ts`, import.meta.url).href)

/** Runs `failing` in a process of its own under the guard, inside a function or outside; tells how the process ended. */
function run(failing: string, inside: boolean): { code: number | null; output: string } {
  const script = `
    const { guardAgainstCrashes } = await import(${source('crash-guard')})
    const { inEnvironment } = await import(${source('environment')})
    guardAgainstCrashes((entry) => console.log(entry.message, String(entry.error).split('\\n')[0]))
    const failing = () => { ${failing} }
    ${inside ? 'inEnvironment({}, failing)' : 'failing()'}
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
  expect(run(failing, true)).toEqual({
    code: 0,
    output: expect.stringMatching(/^a function failed after its answer Error: left behind\nalive/),
  })
  const outside = run(failing, false)
  // Told by the log alone: nothing of Node's own stands beside it.
  expect(outside).toEqual({ code: 1, output: 'the process ends: an error was not caught Error: left behind\n' })
})
