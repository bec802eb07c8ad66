import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { LONGEST, longestFirst } from './longest-first.mjs'
import { root } from './run.mjs'
import { afterSecondTry } from './vitest.mjs'

const first = { passed: 100, passedInAgain: 7, failed: 1, failures: ['a'], again: ['a.test.ts'], slowest: [] }

test('a file that failed once counts as its second try went, and both are told of', () => {
  expect(afterSecondTry(first, { passed: 8, failed: 0, failures: [] })).toMatchObject({
    ...{ passed: 101, failed: 0, failures: [], atSecondTry: ['a'] },
  })
  expect(afterSecondTry(first, { passed: 7, failed: 1, failures: ['a again'] })).toMatchObject({
    ...{ passed: 100, failed: 1, failures: ['a again'], atSecondTry: [] },
  })
})

test('what takes longest begins first, and every file named for it is there', () => {
  for (const file of LONGEST) expect([file, existsSync(join(root, file))]).toEqual([file, true])
  const [first = '', second = ''] = LONGEST
  const names = ['scripts/house.test.ts', second, 'scripts/claims.test.ts', first]
  const sorted = longestFirst(names.map((file) => ({ moduleId: join(root, file) })))
  expect(sorted.map(({ moduleId }: { moduleId: string }) => relative(root, moduleId))).toEqual([
    first,
    second,
    names[0],
    names[2],
  ])
})
