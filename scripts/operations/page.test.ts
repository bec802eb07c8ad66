import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseEnvFile } from '../lib/env-file.mjs'
import { blocksOf, holdsCommands, operationsPage, supabasePage } from './page.ts'
import { NOT_IMITATED, parseUnit, unitOf } from './units.mjs'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const page = operationsPage()
const blocks = blocksOf(page)

const pages: [name: string, page: string, blocksAtLeast: number][] = [
  ['docs/operations.md', page, 20],
  ['docs/supabase.md', supabasePage(), 8],
]

test.each(pages)('%s: every block of commands names who types it, or why no test does', (_, text, atLeast) => {
  const commands = blocksOf(text).filter(holdsCommands)
  expect(commands.length).toBeGreaterThan(atLeast)
  expect(commands.filter(({ user, notRun }) => (user === undefined) === (notRun === undefined))).toEqual([])
})

test.each(pages)('%s: every script and every file that it names is there', (_, text) => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const named = [...text.matchAll(/npm run ([a-z0-9:-]+)/g)].map(([, name]) => name ?? '')
  expect(named.filter((name) => !(name in scripts))).toEqual([])
  const files = [...text.matchAll(/`?\b((?:deploy|scripts|supabase|docs|web)\/[\w./-]+\.\w+)/g)].map(
    ([, file]) => file ?? '',
  )
  const ofTheOperator = ['deploy/academy.env']
  expect(files.filter((file) => !ofTheOperator.includes(file) && !existsSync(join(root, file)))).toEqual([])
})

test.each(pages)('%s: what it leads to by a name of a part is there', (_, text) => {
  const anchor = (heading: string) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-')
  const anchors = (of: string) => [...of.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchor(heading ?? ''))
  for (const [, file, part] of text.matchAll(/\]\((\w+\.md)?#([\w-]+)\)/g))
    expect([file, part, anchors(file ? read(join('docs', file)) : text).includes(part ?? '')]).toEqual([
      file,
      part,
      true,
    ])
})

/** The settings of the block that the page shows for `.env`. */
const settings = parseEnvFile(blocks.find(({ section }) => section === 'In short')?.body ?? '')
const [academy, backup] = ['academy.service', 'academy-backup.service'].map((name) => unitOf(read(`deploy/${name}`)))

test('both units may write to every folder that the programs write to, and both name one folder of backups', () => {
  const home = /--home-dir (\S+)/.exec(page)?.[1]
  const folders = [settings.DATA_DIR, settings.BACKUP_DIR, academy?.workingDirectory, home]
  expect(folders).not.toContain(undefined)
  for (const unit of [academy, backup]) {
    expect(unit).toMatchObject({ user: 'academy', system: 'strict', umask: '0077', home: 'yes' })
    expect(unit?.writable.map((folder) => folder.replace(/^-/, '')).sort()).toEqual([...folders].sort())
  }
  expect(backup?.environment.BACKUP_DIR).toBe(settings.BACKUP_DIR)
  expect(page).toContain(`install -d -o academy -g academy -m 0700 ${settings.DATA_DIR} ${settings.BACKUP_DIR}`)
})

test('what the units say is imitated, or known not to be', () => {
  for (const name of ['academy.service', 'academy-backup.service']) {
    expect(unitOf(read(`deploy/${name}`)).unknown).toEqual([])
  }
  expect(NOT_IMITATED.length).toBeGreaterThan(3)
  const timer = parseUnit(read('deploy/academy-backup.timer'))
  expect(timer.Timer).toMatchObject({ OnCalendar: ['*-*-* 03:10:00'], Persistent: ['true'] })
  expect(page).toContain('at ten past three')
})

test('folders of the image belong to its user, are those of its settings, and lie in volumes', () => {
  const image = read('deploy/Dockerfile')
  const compose = read('deploy/compose.yaml')
  const folders = (/^VOLUME (.+)$/m.exec(image)?.[1] ?? '').split(' ')
  expect(/^RUN install -d -o node -g node -m 0700 ([^&]+) &&/m.exec(image)?.[1]?.split(' ')).toEqual(folders)
  const env = Object.fromEntries([...image.matchAll(/(\w+_DIR)=(\S+)/g)].map(([, name, value]) => [name, value]))
  expect(Object.values(env).sort()).toEqual([...folders].sort())
  for (const folder of folders) expect(compose).toMatch(new RegExp(`^ {6}- \\w+:${folder}$`, 'm'))
  expect(image).toMatch(/^USER node\n/m)
  expect(image.indexOf('USER node')).toBeGreaterThan(image.indexOf('install -d'))
  expect(image).toMatch(/HEALTHCHECK .*\n.*127\.0\.0\.1:3000\/ready/)
})
