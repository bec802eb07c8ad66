import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import ws from 'ws'
import { temporaryFolder } from '../../support/folder.ts'
import { startProgram } from './support/command.ts'
import { writeGarden } from './support/garden.ts'

/** The package as it is installed elsewhere; in the repository, where its dependencies are found. */
const packageFolder = fileURLToPath(new URL('../../..', import.meta.url))
let dist: string
// Each start of the command makes a database.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

beforeAll(() => {
  mkdirSync(join(packageFolder, 'build'), { recursive: true })
  dist = mkdtempSync(join(packageFolder, 'build', 'package-'))
  execFileSync(process.execPath, [join(packageFolder, 'bin', 'build.mjs'), dist])
})
afterAll(() => rmSync(dist, { recursive: true, force: true }))

test('its manifest names files that are there, and the dependencies of the repository', () => {
  const read = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const { bin, exports, dependencies, private: isPrivate } = read(dist)
  const named = [bin['embedded-supabase'], exports['.'].types, exports['.'].default, 'README.md', 'LICENSE']
  expect(named.filter((name) => !existsSync(join(dist, name)))).toEqual([])
  expect(dependencies).toEqual(read(packageFolder).dependencies)
  expect(isPrivate).toBeUndefined()
})

test('a plain program uses its face', () => {
  const script = `import(${JSON.stringify(pathToFileURL(join(dist, 'index.js')).href)}).then((face) => console.log(typeof face.startEmbeddedSupabase))`
  expect(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' })).toBe('function\n')
})

test('its command serves a project', async () => {
  const { path, remove } = temporaryFolder()
  writeGarden(path)
  const running = await startProgram(join(dist, 'cli.js'), path, '--port', '0', '--data', join(path, 'data'))
  const client = createClient(running.line('API'), running.line('anon key'), {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: ws as unknown as typeof WebSocket },
  })
  const { data } = await client.from('plants').select('name')
  const { data: greeting } = await client.functions.invoke('greet', { body: { name: 'Rosa' } })
  const { code } = await running.stop('SIGTERM')
  remove()
  expect({ data, text: greeting?.text, code }).toEqual({ data: [{ name: 'mint' }], text: 'Hello, Rosa!', code: 0 })
})
