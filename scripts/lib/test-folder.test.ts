import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { useTestFolder } from './test-folder.mjs'

const memory = mkdtempSync(join(tmpdir(), 'memory-'))
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(memory, { recursive: true, force: true })
})

test('what an ended run left is taken away, what another one still uses stays', () => {
  vi.stubEnv('TMPDIR', tmpdir())
  const [left, used] = [join(memory, 'academy-tests-4194999'), join(memory, `academy-tests-${process.ppid}`)]
  for (const folder of [left, used]) mkdirSync(folder)
  const folder = useTestFolder(memory)
  expect([existsSync(left), existsSync(used)]).toEqual([false, true])
  if (folder) expect(process.env.TMPDIR).toBe(folder)
})

test('a machine without memory for files uses its own folder', () => {
  expect(useTestFolder(join(memory, 'none'))).toBeUndefined()
})
