import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { changedFiles, lastCommonCommit } from './last-common-commit.mjs'

const folder = mkdtempSync(join(tmpdir(), 'common-commit-'))
const origin = join(folder, 'origin')
const clone = join(folder, 'clone')
const bare = join(folder, 'no-history')

function git(cwd: string, ...args: string[]) {
  const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false']
  return execFileSync('git', [...identity, ...args], { cwd, encoding: 'utf8' }).trim()
}

function commit(cwd: string, file: string) {
  writeFileSync(join(cwd, file), file)
  git(cwd, 'add', '.')
  git(cwd, 'commit', '-q', '-m', file)
  return git(cwd, 'rev-parse', 'HEAD')
}

afterAll(() => rmSync(folder, { recursive: true }))

test('what changed is counted from the branch that was cloned, else from the last commit', async () => {
  for (const made of [origin, bare]) mkdirSync(made)
  git(origin, 'init', '-q')
  const shared = commit(origin, 'shared')
  git(folder, 'clone', '-q', origin, clone)
  const own = commit(clone, 'own')

  expect(await lastCommonCommit(clone)).toBe(shared)
  expect(await lastCommonCommit(origin)).toBe(shared)
  writeFileSync(join(clone, 'new'), 'not added')
  expect(await changedFiles(clone)).toEqual(['own', 'new'])
  git(clone, 'remote', 'remove', 'origin')
  expect(await lastCommonCommit(clone)).toBe(own)
})

test('a folder without history has none', async () => {
  expect(await lastCommonCommit(bare)).toBeUndefined()
  expect(await changedFiles(bare)).toBeUndefined()
})
