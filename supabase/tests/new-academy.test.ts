import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareDataFolder } from '../../embedded-supabase/test/support/data-templates.ts'
import { type Backend, startBackend } from '../../server/src/backend.ts'
import { legal } from '../../server/src/cli/legal.ts'
import { readConfig } from '../../server/src/config.ts'
import { createLog } from '../../server/src/log.ts'
import { seedOnDemand, seedWhenEmpty } from '../../server/src/seed/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'academy-new-'))
chmodSync(folder, 0o711)
const config = readConfig({
  NODE_ENV: 'production',
  SITE_URL: 'https://academy.test',
  DATA_DIR: join(folder, 'data'),
  SEED_DEMO: '0',
  LOG_LEVEL: 'silent',
})
let backend: Backend

beforeAll(async () => {
  prepareDataFolder(config.dataDirectory, config.projectDirectory)
  backend = await startBackend(config, createLog(config))
})
afterAll(async () => {
  await backend?.close()
  rmSync(folder, { recursive: true, force: true })
})

const rows = async <Row>(sql: string): Promise<Row[]> =>
  (await backend.embedded?.database.asOwner((tx) => tx.query<Row>(sql)))?.rows ?? []

/** What a call says, line by line. */
async function told(call: (say: (line: string) => void) => Promise<void>): Promise<string[]> {
  const lines: string[] = []
  await call((line) => lines.push(line))
  return lines
}

const start = () => told((say) => seedWhenEmpty(backend, config, say))
const seedNow = (dryRun = false) => told((say) => seedOnDemand(backend, config, say, { dryRun, students: 3 }))
const run = (...args: string[]) => told((say) => legal(backend, config, args, say))
const counts = () =>
  rows(`select (select count(*) from courses) as courses, (select count(*) from admin_users) as staff,
    (select count(*) from auth.users) as accounts, (select count(*) from storage.objects) as files`)

test('[2.1-17] without demo content the legal pages are there, as drafts, and each start says so', async () => {
  const first = await start()
  expect(first[0]).toBe('put in drafts of the legal texts: /terms, /privacy, /cookies, /accessibility')
  expect(first[1]).toContain('drafts that nobody has reviewed')
  expect(await start()).toEqual([first[1]])
  const versions = `select slug, awaits_review, is_published, effective_at <= now() as in_force
    from legal_document_versions join legal_documents on legal_documents.id = document_id order by slug`
  const draft = { awaits_review: true, is_published: true, in_force: true }
  expect(await rows(versions)).toEqual(
    ['accessibility', 'cookies', 'privacy', 'terms'].map((slug) => ({ slug, ...draft })),
  )
  expect(await counts()).toEqual([{ courses: '0', staff: '0', accounts: '0', files: '0' }])
})

test('a text is printed, edited and published as the next version, which is no draft', async () => {
  const [terms = ''] = await run('text', 'terms')
  expect(terms).toContain('## 1.')
  const file = join(folder, 'terms.md')
  writeFileSync(file, terms.replace('## 1.', '## 1. נבדק.'))
  expect(await run('publish', 'terms', file)).toEqual(['/terms: version 2 is published and in force from now on'])
  expect((await run('text', 'terms'))[0]).toContain('## 1. נבדק.')
  expect((await run()).join('\n')).toMatch(/\/terms +version 2, .*, reviewed/)
  expect((await start()).join()).toContain(': /privacy, /cookies, /accessibility (')
  await expect(run('publish', 'nothing', file)).rejects.toThrow('usage')
})

test('what demo content would add is said without adding it', async () => {
  const before = await counts()
  expect((await seedNow(true)).join('\n')).toMatch(/courses: would add [1-9]\d*, would leave 0 as they are/)
  expect(await counts()).toEqual(before)
})

test('an academy that somebody uses gets no demo content and no demo staff', async () => {
  await rows(`insert into categories (name_he, slug) values ('שלנו', 'ours')`)
  await expect(seedNow()).rejects.toThrow('This is no demo academy: it has 1 categories')
  expect(await counts()).toEqual([{ courses: '0', staff: '0', accounts: '0', files: '0' }])
})

test('a demo academy gets what is missing, and what was edited stays', async () => {
  await rows(`insert into app_settings (key, value) values ('demo_academy', 'true')`)
  await seedNow()
  await rows(`update courses set title_he = 'נערך' where id = (select min(id::text)::uuid from courses)`)
  await rows(`update admin_users set is_active = false where email like 'analyst@%'`)
  await rows('delete from articles where id = (select min(id::text)::uuid from articles)')
  const before = await counts()
  expect((await seedNow(true)).join('\n')).toMatch(/articles: would add 1,/)
  await seedNow()
  expect(await counts()).toEqual(before)
  expect(await rows(`select 1 from courses where title_he = 'נערך'`)).toHaveLength(1)
  expect(await rows(`select 1 from admin_users where not is_active`)).toHaveLength(1)
  expect((await seedNow(true)).join('\n')).toMatch(/articles: would add 0,/)
})
