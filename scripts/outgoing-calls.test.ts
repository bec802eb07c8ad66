import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FOLDERS = ['server/src', 'embedded-supabase/src', 'supabase/functions']
const files = execFileSync('git', ['ls-files', ...FOLDERS], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file.endsWith('.ts') && !/[.]test[.]ts$/.test(file))

/** Each call of `fetch` with its arguments, as written. */
function callsIn(text: string): string[] {
  return [...text.matchAll(/(?<![.\w])fetch\((?!request: )/g)].map(({ index }) => {
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
  expect(calls.length).toBeGreaterThan(6)
  expect(calls.filter(({ call }) => !call.includes("redirect: 'error'"))).toEqual([])
  const handedOn = files.filter((file) =>
    /fetch: fetch\b|=> fetch,|[{,] fetch,/.test(readFileSync(ROOT + file, 'utf8')),
  )
  expect(handedOn).toEqual([])
})
