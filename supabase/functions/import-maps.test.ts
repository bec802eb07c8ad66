import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const FUNCTIONS = fileURLToPath(new URL('.', import.meta.url))
const NAMES = readdirSync(FUNCTIONS).filter((name) => existsSync(join(FUNCTIONS, name, 'index.ts')))
const IMPORT = /^(?:import|export)\b[^'=;]*?\bfrom '([^']+)'/gm
const { packages } = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Record<string, { version: string }>
}

/** What a module and all that it imports take from packages. */
function bareImports(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return []
  seen.add(file)
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].flatMap(([, source = '']) => {
    if (source.startsWith('node:')) return []
    return source.startsWith('.') ? bareImports(join(dirname(file), source), seen) : [source]
  })
}

function importMapOf(name: string): Record<string, string> {
  return JSON.parse(readFileSync(join(FUNCTIONS, name, 'deno.json'), 'utf8')).imports
}

test('there are functions to look at', () => {
  expect(NAMES.length).toBeGreaterThan(10)
})

test.each(NAMES)(
  'the import map of %s has every package that is imported and no other, as the lockfile has it',
  (name) => {
    const map = importMapOf(name)
    const used = new Set<string>()
    for (const source of bareImports(join(FUNCTIONS, name, 'index.ts'))) {
      const key = Object.keys(map).find((key) => (key.endsWith('/') ? source.startsWith(key) : source === key))
      expect(key, `${source} has no line`).toBeDefined()
      used.add(key ?? '')
    }
    expect(Object.keys(map).toSorted()).toEqual([...used].toSorted())
    for (const [key, target] of Object.entries(map)) {
      const [, found = '', version] = /^npm:\/?((?:@[^/]+\/)?[^/@]+)@([^/]+)/.exec(target) ?? []
      expect([key, version]).toEqual([key, packages[`node_modules/${found}`]?.version])
      expect(key.startsWith(found)).toBe(true)
    }
  },
)
