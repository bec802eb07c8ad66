import { expect, test } from 'vitest'
import { afterSecondTry } from './vitest.mjs'

const first = { passed: 100, passedInAgain: 7, failed: 1, again: ['a.test.ts'], slowest: [] }

test('a file that failed once counts as its second try went', () => {
  expect(afterSecondTry(first, { passed: 8, failed: 0 })).toMatchObject({ passed: 101, failed: 0 })
  expect(afterSecondTry(first, { passed: 7, failed: 1 })).toMatchObject({ passed: 100, failed: 1 })
})
