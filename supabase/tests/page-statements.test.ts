import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { prepareDataFolder } from '../../embedded-supabase/test/support/data-templates.ts'
import { type Backend, startBackend } from '../../server/src/backend.ts'
import { readConfig } from '../../server/src/config.ts'
import { createPageCache } from '../../server/src/http/page-cache.ts'
import { watchPageChanges } from '../../server/src/http/page-changes.ts'
import { createLog } from '../../server/src/log.ts'
import { createPages } from '../../server/src/pages.ts'
import { seed } from '../../server/src/seed/index.ts'
import { createSite, loadBuild, type Site } from '../../server/src/site.ts'
import { content } from '../seeds/content/index.ts'
import { owner } from './support/outcome.ts'

const folder = mkdtempSync(join(tmpdir(), 'academy-statements-'))
chmodSync(folder, 0o711)
const SITE = 'https://academy.test'
const settings = { NODE_ENV: 'production', SITE_URL: SITE, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' }
const config = readConfig(settings)
/** Longer than any test waits: what changes sooner changed because the database told. */
const KEPT_MS = 3_600_000
const statements: string[] = []
let backend: Backend
let site: Site

beforeAll(async () => {
  prepareDataFolder(config.dataDirectory, config.projectDirectory)
  backend = await startBackend(config, createLog(config))
  await seed(backend, config, () => undefined)
  site = createSite(await loadBuild(config), backend, config, createLog(config))
  const database = backend.embedded?.database
  if (!database) throw new Error('the embedded database is needed')
  const { queryAsCaller, asCaller } = database
  vi.spyOn(database, 'queryAsCaller').mockImplementation((caller, text, values, options) => {
    statements.push(text)
    return queryAsCaller(caller, text, values, options)
  })
  vi.spyOn(database, 'asCaller').mockImplementation((caller, run, options) =>
    asCaller(
      caller,
      (tx) =>
        run({
          query(text, values) {
            statements.push(text)
            return tx.query(text, values)
          },
        }),
      options,
    ),
  )
})
afterAll(async () => {
  await backend.close()
  rmSync(folder, { recursive: true, force: true })
})

const [course] = content.courses
const [article] = content.articles
const [category] = content.categories

test.each([
  ['/', 4],
  ['/courses', 2],
  [`/courses/${course?.id}`, 2],
  [`/categories/${category?.slug}`, 2],
  [`/news/${article?.slug}`, 1],
  ['/news', 2],
  [`/news?tag=${encodeURIComponent(article?.tags[0] ?? '')}`, 2],
])('%s asks the database at most %i times', async (path, budget) => {
  statements.splice(0)
  const response = await site(new Request(`${SITE}${path}`), 'mark', '127.0.0.1')
  expect(response.status).toBe(200)
  expect((await response.text()).length).toBeGreaterThan(1000)
  expect(statements.length).toBeGreaterThan(0)
  expect(statements.length).toBeLessThanOrEqual(budget)
})

test('a tag may hold the signs that lists are written with', async () => {
  if (!backend.embedded) throw new Error('the embedded database is needed')
  await owner(backend.embedded.database, 'update public.articles set tags = array[$1] where slug = $2', [
    'מע"מ',
    article?.slug,
  ])
  for (const [tag, count] of [
    ['מע"מ', 1],
    ['a"}\\{', 0],
    ['null', 0],
  ] as const) {
    const response = await site(new Request(`${SITE}/news?tag=${encodeURIComponent(tag)}`), 'mark', '127.0.0.1')
    expect([tag, response.status, (await response.text()).split('<article').length - 1]).toEqual([tag, 200, count])
  }
})

test('[2.1-17] the kept page of the accessibility statement counts a lesson that is published without captions', async () => {
  const cache = createPageCache({ freshMs: KEPT_MS, maxEntries: 10 })
  await new Promise<void>((resolve) => {
    const clear = () => {
      cache.clear()
      resolve()
    }
    watchPageChanges(backend, createLog(config), { ...cache, clear })
  })
  const pages = createPages(site, cache, { supabaseOrigin: backend.publicUrl, inlineStyles: false })
  const read = async () => (await pages(new Request(`${SITE}/accessibility`), '127.0.0.1')).text()
  expect(await read()).toContain('לכל השיעורים יש כתוביות או תמליל.')
  if (!backend.embedded) throw new Error('the embedded database is needed')
  await owner(
    backend.embedded.database,
    `insert into lessons (course_id, title_he, duration_seconds, is_published) values ($1, 'שקט', 60, true)`,
    [course?.id],
  )
  await expect.poll(read).toContain('לשיעור אחד אין עדיין כתוביות ואין תמליל.')
  expect(await read()).not.toContain('לכל השיעורים יש כתוביות או תמליל.')
})

test('a form without scripts is taken behind a proxy that ends TLS, where the request itself says http', async () => {
  const press = (origin: string) =>
    site(new Request('http://academy.test/unsubscribe?token=none', { method: 'POST', headers: { origin } }), '', '')
  expect((await press(SITE)).status).toBe(303)
  expect((await press('https://evil.example')).status).toBe(400)
})
