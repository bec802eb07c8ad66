import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { legal } from '../../server/src/cli/legal.ts'
import { seedOnDemand, seedWhenEmpty } from '../../server/src/seed/index.ts'
import { backend, config, database, folder, printed, withBackend } from './support/backend.ts'
import { owner } from './support/outcome.ts'

withBackend()

const rows = <Row>(sql: string) => owner<Row>(database, sql)

const start = (seedDemo = false) => printed((say) => seedWhenEmpty(backend, { ...config, seedDemo }, say))
const contentState = async () =>
  (await rows<{ value: unknown }>(`select value from app_settings where key = 'demo_content'`))[0]?.value
/** As a process leaves it that dies after it began to put in the demo content. */
const interrupt = () =>
  rows(`insert into app_settings (key, value) values ('demo_content', '"adding"')
  on conflict (key) do update set value = excluded.value`)
const seedNow = (dryRun = false) => printed((say) => seedOnDemand(backend, config, say, { dryRun, students: 3 }))
const run = (...args: string[]) => printed((say) => legal(backend, config, args, say))
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

test('a start that ended between the legal documents and their texts is completed by the next one', async () => {
  const versions = () => rows<{ count: string }>('select count(*) from legal_document_versions')
  await rows('alter table legal_document_versions disable trigger user')
  await rows('delete from legal_document_versions where true')
  await rows('alter table legal_document_versions enable trigger user')
  expect((await start())[0]).toContain('put in drafts of the legal texts')
  expect(await versions()).toEqual([{ count: '4' }])
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

test('demo accounts that were made without their profile get it, and one that has its own keeps it', async () => {
  const profile = () => rows(`select first_name, privacy_consent from users where email = 'student@academy.example'`)
  await rows(`update users set first_name = '', privacy_consent = false where email = 'student@academy.example'`)
  await seedNow()
  expect(await profile()).toEqual([{ first_name: 'נועם', privacy_consent: true }])
  await rows(`update users set first_name = 'נועה' where email = 'student@academy.example'`)
  await seedNow()
  expect(await profile()).toEqual([{ first_name: 'נועה', privacy_consent: true }])
})

test('what staff deleted of whole demo content stays deleted at every start', async () => {
  expect(await contentState()).toBe('complete')
  await rows('delete from articles where id = (select min(id::text)::uuid from articles)')
  const before = await counts()
  await start(true)
  expect((await seedNow(true)).join()).toMatch(/articles: would add 1,/)
  expect(await counts()).toEqual(before)
})

test('demo content that a start did not finish is completed by the next one, and what was edited stays', async () => {
  await interrupt()
  await rows('delete from storage.objects where name = (select min(name) from storage.objects)')
  const before = await counts()
  const said = (await start(true)).join()
  expect(said).toContain('an earlier start did not finish putting in the demo academy')
  expect(await counts()).not.toEqual(before)
  expect((await seedNow(true)).join()).toMatch(/articles: would add 0,/)
  expect(await rows(`select from courses where title_he = 'נערך'`)).toHaveLength(1)
  expect(await contentState()).toBe('complete')
})

test('a start without demo content leaves what is half there, says so each time, and no later start completes it', async () => {
  await interrupt()
  await rows('delete from articles where id = (select min(id::text)::uuid from articles)')
  expect((await start()).join()).toContain('the demo content is there only in part: npm run db:seed adds')
  expect(await contentState()).toBe('partial')
  expect((await start(true)).join()).toContain('only in part')
  expect((await seedNow(true)).join()).toMatch(/articles: would add 1,/)
  await seedNow()
  expect(await contentState()).toBe('complete')
  expect((await start(true)).join()).not.toContain('only in part')
})

test('of processes that fill one database at the same time each test is published once', async () => {
  await interrupt()
  await rows('truncate quizzes cascade')
  await Promise.all([start(true), start(true)])
  expect(await rows('select distinct version from quizzes')).toEqual([{ version: 1 }])
})
