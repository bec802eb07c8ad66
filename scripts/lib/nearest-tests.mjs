import { posix } from 'node:path'

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g
const ENDINGS = ['', '.ts', '.tsx', '/index.ts', '/index.tsx']

/**
 * Tests by how many imports they are away from what changed, the nearest first: a change of a file that nearly
 * everything imports reaches most tests, and those that use it themselves say most about it.
 * @param {Map<string, string>} sources texts of files by their paths from the root
 * @param {string[]} changed paths of files, which may be tests themselves
 * @param {RegExp} isTest
 * @returns {string[]} paths of all tests that reach one of them
 */
export function nearestTests(sources, changed, isTest) {
  const importers = importersOf(sources)
  const reached = new Set(changed.filter((path) => sources.has(path)))
  // A set goes on with what is added meanwhile: one import further each time.
  for (const path of reached) for (const importer of importers.get(path) ?? []) reached.add(importer)
  return [...reached].filter((path) => isTest.test(path))
}

/** By file those that import it. */
function importersOf(sources) {
  const importers = new Map()
  for (const [path, text] of sources) {
    for (const [, specifier] of text.matchAll(IMPORT)) {
      const target = resolve(path, specifier, sources)
      if (target) importers.set(target, [...(importers.get(target) ?? []), path])
    }
  }
  return importers
}

function resolve(from, specifier, sources) {
  if (!/^[.~]/.test(specifier)) return undefined
  const path = specifier.startsWith('~/') ? `web/app/${specifier.slice(2)}` : posix.join(posix.dirname(from), specifier)
  return ENDINGS.map((ending) => path + ending).find((file) => sources.has(file))
}
