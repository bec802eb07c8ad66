import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FOLDERS = ['server/src', 'embedded-supabase/src', 'supabase/functions']
const files = execFileSync('git', ['ls-files', ...FOLDERS], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file.endsWith('.ts') && !/[.]test[.]ts$/.test(file))
const CALL = /(?<![.\w])fetch\((?!request: )/g
const CALL_OR_ASK = /(?<![.\w])(?:fetch|ask)\((?!request: )/g

/** Each call of `fetch` with its arguments, as written, and of what the functions fetch by. */
function callsIn(text: string): string[] {
  const call = /_shared\/deadline[.]ts'|'[.]\/deadline[.]ts'/.test(text) ? CALL_OR_ASK : CALL
  return [...text.matchAll(call)].map(({ index }) => {
    let depth = 0
    for (let at = index; at < text.length; at++) {
      if (text[at] === '(') depth++
      if (text[at] === ')' && --depth === 0) return text.slice(index, at + 1)
    }
    return text.slice(index)
  })
}

test('no call of the server or of a function follows a redirect: its keys go where the settings say, or nowhere', () => {
  const calls = files.flatMap((file) => callsIn(readFileSync(ROOT + file, 'utf8')).map((call) => ({ file, call })))
  const asked = calls.filter(({ call }) => call.startsWith('ask('))
  expect(asked.length).toBeGreaterThan(2)
  expect(calls.length - asked.length).toBeGreaterThan(5)
  const elsewhere = ({ call }: { call: string }) => !call.includes("redirect: 'error'")
  expect(calls.filter((one) => !asked.includes(one)).filter(elsewhere)).toEqual([])
  // It says so for all that ask by it.
  expect(calls.filter(({ file }) => file.endsWith('_shared/deadline.ts')).map(elsewhere)).toEqual([false])
  const handedOn = files.filter((file) =>
    /fetch: fetch\b|=> fetch,|[{,] fetch,/.test(readFileSync(ROOT + file, 'utf8')),
  )
  expect(handedOn).toEqual([])
})
