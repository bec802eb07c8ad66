import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** What a process of its own writes to its log: `code` has a `log`. */
function linesOf(code: string): string[] {
  const file = JSON.stringify(fileURLToPath(new URL('./log.ts', import.meta.url)))
  const script = `const { createLog } = await import(${file}); const log = createLog({ logLevel: 'info' }); ${code}`
  const words = ['--import', 'tsx', '--input-type=module', '--eval', script]
  return execFileSync(process.execPath, words, { encoding: 'utf8' }).split('\n').slice(0, -1)
}

test('each event is one line of JSON with time and level, whatever is in it, and holds no token, address or phone', () => {
  const hostile = 'a\r\n{"level":60,"msg":"forged"}\u2028\u001b[2J'
  const [line = '', ...more] = linesOf(`log.warn({
    path: ${JSON.stringify(hostile)}, token: 'secret-1', email: 'secret-2', person: { phone: 'secret-3', access_token: 'secret-4' },
  }, ${JSON.stringify(hostile)})`)
  expect(more).toEqual([])
  const { time, ...event } = JSON.parse(line) as Record<string, unknown>
  expect(event).toEqual({
    ...{ level: 40, path: hostile, msg: hostile, token: '[redacted]', email: '[redacted]' },
    person: { phone: '[redacted]', access_token: '[redacted]' },
  })
  expect(Math.abs(Number(time) - Date.now())).toBeLessThan(3_600_000)
  expect(line).not.toMatch(/secret-|\p{Cc}/u)
})
