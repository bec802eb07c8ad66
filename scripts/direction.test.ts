import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const FOLDERS = ['web/app', 'server/src', 'supabase/functions', 'supabase/templates', 'embedded-supabase/src']
/** Looks at the first letter alone, and turns a Hebrew text around that begins with a Latin word. */
const BY_FIRST_LETTER = /dir="auto"|dir=\{?'auto'|: 'auto'\}|<bdi>|<bdi (?![^>]*dir=)[^>]*>/g

const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...FOLDERS], {
  encoding: 'utf8',
})
  .split('\0')
  // Inputs of tests are what other programs write.
  .filter((file) => /\.(tsx?|html)$/.test(file) && !/\.test\.tsx?$|\/test-inputs\//.test(file))

test('no text is laid out by its first letter', () => {
  expect(files.length).toBeGreaterThan(1000)
  const found = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(BY_FIRST_LETTER)].map(([sign]) => `${file}: ${sign}`),
  )
  expect(found).toEqual([])
})

test('an address within Hebrew is isolated, or its signs change places', () => {
  const texts = files.filter((file) => file.endsWith('.he.ts'))
  expect(texts.length).toBeGreaterThan(50)
  const bare = /^.*\p{Script=Hebrew}.*(?<!\\u2066)https?:\/\/.*$/gmu
  expect(texts.flatMap((file) => readFileSync(file, 'utf8').match(bare) ?? [])).toEqual([])
})

test('the search finds what it looks for', () => {
  const signs = ['<p dir="auto">', "dir={empty ? 'rtl' : 'auto'}", '<bdi>', '<bdi className="x">', '<bdi dir="ltr">']
  expect(signs.map((sign) => sign.search(BY_FIRST_LETTER) >= 0)).toEqual([true, true, true, true, false])
})
