import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const text = readFileSync(`${ROOT}docs/security-requirements.md`, 'utf8')
const rows = text.split('\n').flatMap((line) => {
  const [, number, , state, evidence] = /^\| (\d+) \| (.+?) \| (.+?) \| (.+) \|$/.exec(line) ?? []
  return number && state && evidence ? [{ number: Number(number), state, evidence }] : []
})

test('each of the 64 requirements stands once, with a state', () => {
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 64 }, (_, index) => index + 1))
  expect(rows.filter(({ state }) => !['met', 'partly', 'not yet'].includes(state))).toEqual([])
})

test('every file and command that is named is there', () => {
  const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { scripts: Record<string, string> }
  const named = rows.flatMap(({ evidence }) => [...evidence.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ''))
  const missing = named.filter((name) =>
    name.startsWith('npm run ') ? !scripts[name.slice(8)] : name.includes('/') && !existsSync(`${ROOT}${name}`),
  )
  expect(named.length).toBeGreaterThan(64)
  expect(missing).toEqual([])
})
