import { expect, test } from 'vitest'
import { fullness } from './readiness.ts'

const roomy = { bavail: 10_000_000, bsize: 4096, files: 1_000, ffree: 10 }

test.each([
  ['room', roomy, 'ok'],
  ['no bytes', { ...roomy, bavail: 0 }, 'full: 0 MB are left'],
  ['fewer bytes than one file of the write-ahead log has', { ...roomy, bavail: 4_000 }, 'full: 15 MB are left'],
  ['no place for another file', { ...roomy, ffree: 0 }, 'full: no file can be made any more'],
  ['no number of files', { ...roomy, files: 0, ffree: 0 }, 'ok'],
])('a file system with %s', (_, space, state) => {
  expect(fullness(space)).toBe(state)
})
