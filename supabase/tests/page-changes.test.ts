import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareDataFolder } from '../../embedded-supabase/test/support/data-templates.ts'
import { createApp } from '../../server/src/app.ts'
import { type Backend, startBackend } from '../../server/src/backend.ts'
import { readConfig } from '../../server/src/config.ts'
import type { ClearablePages } from '../../server/src/http/page-cache.ts'
import { watchPageChanges } from '../../server/src/http/page-changes.ts'
import { createLog } from '../../server/src/log.ts'

const folder = mkdtempSync(join(tmpdir(), 'academy-pages-'))
chmodSync(folder, 0o711)
const config = readConfig({ NODE_ENV: 'development', DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' })
const log = createLog(config)
/** Longer than any test waits: what changes sooner changed because the database told. */
const freshMs = 3_600_000
const servers: Server[] = []
let backend: Backend

const rows = async <Row>(sql: string): Promise<Row[]> =>
  (await backend.embedded?.database.asOwner((tx) => tx.query<Row>(sql)))?.rows ?? []

/** A process that keeps pages; its one page shows what the tables hold. */
async function openProcess(from: Backend = backend): Promise<string> {
  const site = async () => {
    const [counted] = await rows<{ shown: string }>(`select
      (select string_agg(title_he, ',' order by title_he) from courses) || (select count(*) from categories)
      || (select count(*) from authors) || (select count(*) from lessons) || (select count(*) from articles)
      || (select count(*) from lesson_contents where captions <> '[]') || (select count(*) from legal_documents) || (select count(*) from legal_document_versions)
      || coalesce((select value #>> '{}' from app_settings where key = 'academy_name'), '') as shown`)
    return new Response(`<p>${counted?.shown}</p>`, { headers: { 'content-type': 'text/html' } })
  }
  const onPageChange = (pages: ClearablePages) => watchPageChanges(from, log, pages)
  const server = createServer(createApp({ config, backend, log, site, freshMs, onPageChange }))
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

beforeAll(async () => {
  prepareDataFolder(config.dataDirectory, config.projectDirectory)
  backend = await startBackend(config, log)
  await rows(`insert into categories (name_he, slug) values ('יסודות', 'basics');
    insert into authors (name_he, slug) values ('נועה', 'noa');
    insert into courses (title_he, category_id, author_id) select 'לפני', categories.id, authors.id from categories, authors`)
})
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  await backend?.close()
  rmSync(folder, { recursive: true, force: true })
})

const CHANGES = [
  `update courses set title_he = 'אחרי'`,
  `insert into categories (name_he, slug) values ('עוד', 'more')`,
  `insert into authors (name_he, slug) values ('גיל', 'gil')`,
  `insert into lessons (course_id, title_he, duration_seconds) select id, 'שיעור', 60 from courses`,
  `insert into lesson_contents (lesson_id, captions) select id, '[{"lang": "he", "label": "עברית", "vtt": "WEBVTT"}]' from lessons`,
  `insert into articles (kind, slug, title_he, excerpt_he, body, published_at)
   values ('news', 'new', 'חדש', 'חדש', '{"type":"doc"}', now())`,
  `insert into legal_documents (slug, title_he) values ('terms', 'תנאים')`,
  `insert into legal_document_versions (document_id, version, body, is_published)
   select id, 1, '{"type":"doc"}', true from legal_documents`,
  `insert into app_settings (key, value) values ('academy_name', '"האקדמיה שלנו"')`,
  `truncate lessons cascade`,
]

/** A process on a project elsewhere, which hears no notifications: the first process stands for the project. */
function onProject(project: string): Promise<string> {
  const { embedded: _, ...elsewhere } = backend
  return openProcess({ ...elsewhere, publicUrl: new URL(project).origin })
}

test('every process that keeps pages shows a change of any table that pages show', async () => {
  const own = [await openProcess(), await openProcess()] as const
  const pages = [...own, ...(await Promise.all([onProject(own[0]), onProject(own[0])]))]
  const read = () => Promise.all(pages.map(async (page) => (await fetch(page)).text()))
  let before = await read()
  expect(await read()).toEqual(before)
  for (const change of CHANGES) {
    await rows(change)
    const old = before
    await expect.poll(read, { message: change }).not.toEqual(old)
    await expect.poll(async () => new Set(await read()).size).toBe(1)
    before = await read()
  }
})

test('a page that was kept before the process listened is made anew once it listens', async () => {
  const { embedded } = backend
  if (!embedded) throw new Error('the database is not embedded')
  let begin: () => void = () => undefined
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const listen: typeof embedded.database.listen = async (...channel) => {
    await begun
    await embedded.database.listen(...channel)
  }
  const page = await openProcess({ ...backend, embedded: { ...embedded, database: { ...embedded.database, listen } } })
  const read = async () => (await fetch(page)).text()
  const before = await read()
  await rows(
    `update authors set name_he = 'לפני ההאזנה'; insert into categories (name_he, slug) values ('שקט', 'quiet')`,
  )
  expect(await read()).toBe(before)
  begin()
  await expect.poll(read).not.toBe(before)
})

test('a change that is not committed yet is seen when it is, also one that began before another', async () => {
  const { embedded } = backend
  if (!embedded) throw new Error('the database is not embedded')
  const version = async () => (await rows<{ page_version: string }>('select page_version()'))[0]?.page_version
  const before = await version()
  let between: string | undefined
  await embedded.database.asOwner(async (tx) => {
    await tx.query(`update categories set name_he = name_he || '1'`)
    await rows(`update authors set name_he = name_he || '1'`)
    between = await version()
    expect(between).not.toBe(before)
  })
  const after = await version()
  expect(after).not.toBe(between)
  const undone = embedded.database.asOwner(async (tx) => {
    await tx.query(`update categories set name_he = name_he || '2'`)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await version()).toBe(after)
})
