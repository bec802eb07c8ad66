import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { carryAssets } from '../../scripts/lib/upgrade/prepare.mjs'
import { ROOT } from '../../server/src/config.ts'
import { academyFolder, startAcademyProcess } from './support/academy-process.ts'

const root = mkdtempSync(join(tmpdir(), 'carried-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

function build(name: string, files: string[]): string {
  const folder = join(root, name)
  const assets = join(folder, 'web/build/client/assets')
  mkdirSync(assets, { recursive: true })
  for (const file of files) writeFileSync(join(assets, file), `${file} of ${name}`)
  return folder
}
const assetsOf = (folder: string) => readdirSync(join(folder, 'web/build/client/assets')).sort()

test('a release is given the files of the build before, and none that this one was given itself', () => {
  const [first, second, third] = [
    build('1', ['a.js', 'same.js']),
    build('2', ['b.js', 'same.js']),
    build('3', ['c.js']),
  ]
  carryAssets(first, second)
  carryAssets(second, third)
  expect([assetsOf(second), assetsOf(third)]).toEqual([
    ['a.js', 'b.js', 'same.js'],
    ['b.js', 'c.js', 'same.js'],
  ])
  expect(readFileSync(join(second, 'web/build/client/assets/same.js'), 'utf8')).toBe('same.js of 2')
})

test('a page of another build loads itself anew when it meets a page that it does not know', async () => {
  const { dataDirectory, remove } = academyFolder()
  const academy = await startAcademyProcess([process.execPath, 'server/build/main.js'], dataDirectory, {
    NODE_ENV: 'production',
  })
  await academy.line('The academy is open')
  const manifest = (version: string) => fetch(`${academy.url}/__manifest?paths=%2Fcourses&version=${version}`)
  const { status, headers } = await manifest('0f0f0f0f')
  expect([status, headers.get('x-remix-reload-document'), headers.get('cache-control')]).toEqual([
    204,
    'true',
    expect.not.stringContaining('max-age'),
  ])
  const [file = ''] = readdirSync(join(ROOT, 'web/build/client/assets')).filter((name) =>
    /^manifest-.*\.js$/.test(name),
  )
  const version = /"version":"(\w+)"/.exec(readFileSync(join(ROOT, 'web/build/client/assets', file), 'utf8'))?.[1]
  expect((await manifest(version ?? '')).status).toBe(200)
  academy.child.kill('SIGTERM')
  await academy.ended
  remove()
})
