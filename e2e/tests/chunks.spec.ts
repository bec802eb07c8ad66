import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { packagesInBrowser, packagesInBuild, packagesWithoutText, WITHOUT_TEXT } from '../../scripts/lib/licences.mjs'
import { BUDGETS, measureSizes } from '../../scripts/lib/sizes.mjs'

type Entry = { module: string; imports?: string[] }
type Manifest = { entry: Entry; routes: Record<string, Entry> }

const ASSETS = fileURLToPath(new URL('../../web/build/client/assets/', import.meta.url))
const STAFF = fileURLToPath(new URL('../../web/app/staff/', import.meta.url))
const LAYOUT = 'site/layout/layout.route'

/** What was built: every route with the files that it needs at once. */
function readManifest(): Manifest {
  const name = readdirSync(ASSETS).find((file) => /^manifest-.*\.js$/.test(file)) ?? ''
  const text = readFileSync(`${ASSETS}${name}`, 'utf8')
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest
}

const { entry, routes } = readManifest()

/** The files that a page loads before it is alive, without their hashes. */
function filesOf(...ids: string[]): string[] {
  const modules = [entry, routes.root, ...ids.map((id) => routes[id])]
  expect(modules.every(Boolean), ids.join()).toBe(true)
  const files = modules.flatMap((module) => (module ? [module.module, ...(module.imports ?? [])] : []))
  return [...new Set(files)].map((file) => file.replace('/assets/', '').replace(/-[\w-]{8}\.js$/, ''))
}

test('no page, and no font, is heavier than its budget', () => {
  const { figures, over } = measureSizes()
  expect(Object.keys(figures)).toEqual(Object.keys(BUDGETS))
  expect(over, JSON.stringify({ figures, BUDGETS })).toEqual([])
})

test('the build holds the packages that the list of licences says, with their texts', () => {
  const read = (file: string) => readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8')
  const texts = read('web/build/client/third-party-licences.txt')
  const bundled = packagesInBuild(texts)
  expect(bundled.size).toBeGreaterThan(50)
  expect(bundled).toEqual(packagesInBrowser(read('THIRD-PARTY-LICENCES.md')))
  expect(texts).toContain('SIL OPEN FONT LICENSE')
  expect(packagesWithoutText(texts)).toEqual(WITHOUT_TEXT)
})

const VISITED = [
  'site/home/home.route',
  'catalog/courses/courses.route',
  'site/facts/facts.route',
  'site/news/news.route',
  'site/about/about.route',
]

test('pages of visitors load what they share in one file, and nothing of dialogs and queries', () => {
  for (const id of VISITED) {
    const files = filesOf(LAYOUT, id)
    expect(files, id).toContain('site')
    expect(files, id).not.toContain('dialog')
    expect(files, id).not.toContain('data')
    expect(files.length, `${id}: ${files.join()}`).toBeLessThan(16)
  }
})

test('the course panel loads queries and dialogs as one file each', () => {
  const panel = filesOf(LAYOUT, 'course/panel/course.route')
  expect(panel).toContain('data')
  expect(panel).toContain('dialog')
})

test('a lesson comes in few files, and dialogs and settings only for whoever opens one', () => {
  const files = filesOf(LAYOUT, 'account/student-layout/student-layout.route', 'course/lesson/lesson.route')
  expect(files).toContain('data')
  for (const later of [
    'dialog',
    'question-window',
    'settings-popover',
    'keyboard-help',
    'vimeo-surface',
    'attachments',
  ])
    expect(files).not.toContain(later)
  expect(files.length, files.join()).toBeLessThan(26)
})

test('registration loads numbering plans, dialogs and lists of countries only for whoever needs them', () => {
  const files = filesOf(LAYOUT, 'session/registration/register.route')
  expect(files).toContain('phone-field')
  for (const later of ['dialog', 'primitives', 'phone-number', 'country-popover', 'country-list'])
    expect(files).not.toContain(later)
})

test('nothing of the staff area is reached from any other page', () => {
  const staff = Object.keys(routes).filter((id) => id.startsWith('staff/'))
  expect(staff.length).toBeGreaterThan(3)
  const named = new Set(
    readdirSync(STAFF, { recursive: true, encoding: 'utf8' }).map((file) => basename(file).replace(/\.tsx?$/, '')),
  )
  const own = new Set(staff.flatMap((id) => filesOf(id)).filter((file) => named.has(file)))
  expect(own.size).toBeGreaterThan(3)
  for (const id of Object.keys(routes).filter((name) => !name.startsWith('staff/') && name !== 'root'))
    expect(
      filesOf(id).filter((file) => own.has(file)),
      id,
    ).toEqual([])
})
