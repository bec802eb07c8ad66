import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ALLOWED, CORRECTED, isAllowed, listPackages, packagesInBrowser, renderLicences } from './lib/licences.mjs'

type Entry = { version?: string; license?: string; link?: boolean; dependencies?: Record<string, string> }

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const written = readFileSync(`${ROOT}THIRD-PARTY-LICENCES.md`, 'utf8')
const lock = JSON.parse(readFileSync(`${ROOT}package-lock.json`, 'utf8')) as { packages: Record<string, Entry> }
const rows = listPackages(lock, packagesInBrowser(written))
const refused = (list: typeof rows) => list.filter(({ licence, uses }) => !isAllowed(licence, uses))

test('THIRD-PARTY-LICENCES.md is what npm run licences writes', () => {
  expect(rows.length).toBeGreaterThan(600)
  expect(renderLicences(rows)).toBe(written)
})

test('every licence is allowed where it is used, and each allowed one is used', () => {
  expect(refused(rows)).toEqual([])
  const used = new Set(rows.flatMap(({ licence }) => licence.replace(/[()]/g, '').split(/ AND | OR /)))
  expect(Object.keys(ALLOWED).filter((id) => !used.has(id))).toEqual([])
})

test.each([
  ['another licence', { license: 'AGPL-3.0-only' }, 'AGPL-3.0-only'],
  ['no licence', {}, 'none'],
  ['one of two that are both needed', { license: 'MIT AND GPL-2.0-only' }, 'MIT AND GPL-2.0-only'],
  ['an expression of both kinds', { license: '(MIT OR GPL-2.0-only) AND ISC' }, '(MIT OR GPL-2.0-only) AND ISC'],
])('a package of the server with %s is refused, and the list is stale', (_, licence, shown) => {
  const packages = { ...lock.packages }
  packages.server = { ...packages.server, dependencies: { ...packages.server?.dependencies, stranger: '1.0.0' } }
  packages['node_modules/stranger'] = { version: '1.0.0', ...licence }
  const changed = listPackages({ packages }, packagesInBrowser(written))
  expect(refused(changed)).toEqual([{ name: 'stranger', version: '1.0.0', licence: shown, uses: ['server'] }])
  expect(renderLicences(changed)).not.toBe(written)
})

test('a licence that only tools may have is refused in a bundle, and one of a choice is enough', () => {
  expect(isAllowed('MPL-2.0', ['build'])).toBe(true)
  expect(isAllowed('MPL-2.0', ['browser', 'build'])).toBe(false)
  expect(isAllowed('LGPL-3.0-or-later', ['browser'])).toBe(false)
  expect(isAllowed('(GPL-2.0-only OR MIT)', ['browser'])).toBe(true)
})

test('the lockfile names the licences that the installed packages name', () => {
  const installed = Object.entries(lock.packages).flatMap(([path, { license, link }]) => {
    const manifest = `${ROOT}${path}/package.json`
    if (link || !path.includes('node_modules/') || !existsSync(manifest)) return []
    const own = (JSON.parse(readFileSync(manifest, 'utf8')) as { license?: string | { type: string } }).license
    return [{ path, license, own: typeof own === 'object' ? own.type : own }]
  })
  expect(installed.length).toBeGreaterThan(300)
  expect(installed.filter(({ license, own }) => own !== license)).toEqual([])
  const silent = installed.filter(({ license }) => !license).map(({ path }) => path.replace('node_modules/', ''))
  expect(silent).toEqual(Object.keys(CORRECTED))
})

test('what style sheets bring from packages is in the list', () => {
  const css = readFileSync(`${ROOT}web/app/app.css`, 'utf8') + readFileSync(`${ROOT}web/app/fonts.css`, 'utf8')
  const named = [...css.matchAll(/(?:@import|url\() ?"(?!\.|data:)((?:@[^/"]+\/)?[^/"]+)/g)].map(
    ([, name = '']) => name,
  )
  expect(new Set(named).size).toBeGreaterThan(2)
  const inBrowser = new Set(rows.filter(({ uses }) => uses.includes('browser')).map(({ name }) => name))
  expect(named.filter((name) => !inBrowser.has(name))).toEqual([])
})
