import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareDataFolder } from '../../embedded-supabase/test/support/data-templates.ts'
import { type Backend, startBackend } from '../../server/src/backend.ts'
import { readConfig } from '../../server/src/config.ts'
import { createLog } from '../../server/src/log.ts'
import { seed } from '../../server/src/seed/index.ts'
import { content } from '../seeds/content/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'academy-seed-'))
chmodSync(folder, 0o711)
const SITE = 'https://academy.test'
const config = readConfig({
  NODE_ENV: 'production',
  SITE_URL: SITE,
  DATA_DIR: join(folder, 'data'),
  LOG_LEVEL: 'silent',
})
let backend: Backend
beforeAll(async () => {
  prepareDataFolder(config.dataDirectory, config.projectDirectory)
  backend = await startBackend(config, createLog(config))
  await seed(backend, config, () => undefined)
})
afterAll(async () => {
  await backend?.close()
  rmSync(folder, { recursive: true, force: true })
})

const rows = async <Row>(sql: string): Promise<Row[]> =>
  (await backend.embedded?.database.asOwner((tx) => tx.query<Row>(sql)))?.rows ?? []

const stored = () =>
  rows<{ place: string; size: number; type: string }>(
    `select bucket_id || '/' || name as place, (metadata ->> 'size')::int as size, metadata ->> 'mimetype' as type
     from storage.objects order by 1`,
  )

test('every file of the demo academy lies in its bucket, whole and as what it is', async () => {
  const wanted = content.media.map(({ bucket, path, file, contentType }) => ({
    place: `${bucket}/${path}`,
    size: readFileSync(join(config.projectDirectory, 'seeds', file)).length,
    type: contentType,
  }))
  const byPlace = (a: { place: string }, b: { place: string }) => (a.place < b.place ? -1 : 1)
  expect((await stored()).sort(byPlace)).toEqual(wanted.sort(byPlace))
  expect(wanted.filter(({ place }) => place.startsWith('lesson-files/')).length).toBeGreaterThanOrEqual(3)
})

test('[2.1-14] the worksheets come out of the bucket as they were put in, and only with the right to them', async () => {
  for (const { path, file } of content.media.filter(({ bucket }) => bucket === 'lesson-files')) {
    const ask = (key: string) =>
      backend.fetch(`${SITE}/storage/v1/object/authenticated/lesson-files/${path}`, {
        headers: { apikey: key, authorization: `Bearer ${key}` },
      })
    const given = await ask(backend.serviceRoleKey ?? '')
    const put = readFileSync(join(config.projectDirectory, 'seeds', file))
    expect([file, put.equals(new Uint8Array(await given.arrayBuffer()))]).toEqual([file, true])
    expect((await ask(backend.anonKey)).ok).toBe(false)
  }
})

test('seeding again changes nothing but the time', async () => {
  const attachments = () =>
    rows(`select lesson_id, attachments from lesson_contents where attachments <> '[]' order by lesson_id`)
  const before = [await stored(), await attachments()]
  await seed(backend, config, () => undefined)
  expect([await stored(), await attachments()]).toEqual(before)
  expect(before[1]).toHaveLength(content.lessonContents.filter((one) => one.attachments.length > 0).length)
})
