import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const claims = readFileSync(join(ROOT, 'docs/claims.md'), 'utf8')
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
}).split('\n')

test('the site still says every sentence that is quoted', () => {
  const texts = files
    .filter((file) => /[.]he[.]ts$|^supabase\/seeds\/content\/legal\//.test(file))
    .map((file) => readFileSync(join(ROOT, file), 'utf8').replaceAll('**', ''))
  const quoted = [...claims.matchAll(/'([א-ת][^']+)'/g)].map(([, sentence = '']) => sentence)
  expect(quoted.length).toBeGreaterThan(20)
  expect(quoted.filter((sentence) => !texts.some((text) => text.includes(sentence)))).toEqual([])
})

test('every test that is named is there', () => {
  const names = new Set(files.map((file) => basename(file).replace(/[.]tsx?$/, '')))
  const named = [...claims.matchAll(/\b([\w.-]+[.](?:test|spec))\b/g)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => !names.has(name))).toEqual([])
})
