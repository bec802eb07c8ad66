import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './run.mjs'
import { findSecondPostgres, NOT_ON_THE_SECOND, ON_THE_SECOND } from './second-postgres.mjs'

test('what is left out on the second PostgreSQL is there, and lies in what is run there', () => {
  for (const file of NOT_ON_THE_SECOND) {
    expect([file, existsSync(join(root, file))]).toEqual([file, true])
    expect([file, ON_THE_SECOND.some((folder) => file.startsWith(`${folder}/`))]).toEqual([file, true])
  }
})

test('the second PostgreSQL is named with its minor, by which it may refuse a migration', () => {
  const second = findSecondPostgres()
  if (second) expect(second.version).toMatch(new RegExp(`^${second.major}(\\.\\d+|beta\\d*|rc\\d*)`))
})
