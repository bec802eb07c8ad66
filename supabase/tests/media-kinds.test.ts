import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { videoOf } from '../../server/src/media/mp4-fixture.ts'
import { zipOf } from '../../server/src/media/zip-fixture.ts'
import { openLibrary } from './support/library.ts'

const FILM = readFileSync(new URL('../seeds/media/videos/bonds/duration.mp4', import.meta.url))
const MP4 = 'video/mp4'
const OFFICE = 'application/vnd.openxmlformats-officedocument'

let library: Awaited<ReturnType<typeof openLibrary>>
beforeAll(async () => {
  library = await openLibrary()
})
afterAll(() => library?.files.server.close())

const sign = (actor: string, bucket: string, path: string) =>
  library.files.ask(actor, {
    path: '/functions/v1/sign-lesson-file',
    init: { method: 'POST', body: JSON.stringify({ bucket, path }) },
  })
const fetched = async (actor: string, bucket: string, path: string, init: RequestInit = {}) => {
  const { signedURL } = JSON.parse((await sign(actor, bucket, path)).text) as { signedURL: string }
  // As the lesson's page asks for a file.
  const name = bucket === 'lesson-files' ? '&download=x' : ''
  return fetch(`${library.files.server.url}/storage/v1${signedURL}${name}`, init)
}
const inUploads = async (actor: string) =>
  (await library.files.admin.storage.from('uploads').list(library.ids[actor])).data

test('a video says how long and large it is, and a lesson that names it is watched by students in parts', async () => {
  const film = await library.taken('admin', FILM, MP4, 'שיעור ראשון.mp4')
  expect(film).toMatchObject({ kind: 'video', state: 'ready', mime: MP4, width: 854, height: 480, is_faststart: true })
  expect([film.path, film.stored_bytes]).toEqual([`library/${film.id}.mp4`, FILM.length])
  expect(await inUploads('admin')).toEqual([])
  expect((await sign('student', 'lesson-videos', film.path ?? '')).ok).toBe(false)
  expect((await sign('marketing', 'lesson-videos', film.path ?? '')).ok).toBe(false)
  expect((await sign('admin', 'lesson-videos', film.path ?? '')).ok).toBe(true)
  const { data } = await library.files.admin.from('lessons').select('id').eq('title_he', 'open').single()
  await library.files.admin.from('lesson_contents').update({ video_ref: film.path }).eq('lesson_id', data?.id)
  const part = await fetched('student', 'lesson-videos', film.path ?? '', { headers: { range: 'bytes=100-199' } })
  expect([part.status, part.headers.get('content-type')]).toEqual([206, MP4])
  expect(Buffer.from(await part.arrayBuffer())).toEqual(FILM.subarray(100, 200))
})

test('a video whose index stands at its end is taken and says so', async () => {
  const film = await library.taken('admin', videoOf({ indexLast: true, seconds: 61 }), MP4, 'x.mp4')
  expect(film).toMatchObject({ state: 'ready', is_faststart: false, duration_seconds: 61, width: 640, height: 360 })
})

test.each([
  ['a PDF', Buffer.from('%PDF-1.7\n%%EOF'), 'application/pdf', 'application/pdf', 'pdf'],
  ['a table', Buffer.from('שם,סכום\n'), 'text/csv', 'text/csv', 'csv'],
  [
    'a document called a table',
    zipOf(['[Content_Types].xml', 'word/document.xml']),
    'text/csv',
    `${OFFICE}.wordprocessingml.document`,
    'docx',
  ],
  ['an archive', zipOf(['a.txt']), 'application/zip', 'application/zip', 'zip'],
])('%s is what its content says, and is saved and not opened', async (_, content, said, mime, ending) => {
  const file = await library.taken('admin', content, said, `דף.${ending}`)
  expect(file).toMatchObject({ kind: 'file', state: 'ready', mime, stored_bytes: content.length })
  expect(file.path).toMatch(new RegExp(`^library/${file.id}/[0-9a-f-]{36}\\.${ending}$`))
  const answer = await fetched('admin', 'lesson-files', file.path ?? '')
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('x-content-type-options')]).toEqual([
    ...[200, mime, 'nosniff'],
  ])
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment/)
  expect(await inUploads('admin')).toEqual([])
})

test('a lesson names files of the library, which students have once it is published', async () => {
  const file = await library.taken('admin', '%PDF-1.7\n%%EOF', 'application/pdf', 'דף.pdf')
  const { data } = await library.files.admin.from('lessons').select('id').eq('title_he', 'open').single()
  const { id } = data ?? { id: '' }
  type Lesson = { version: number; state: string; values: { attachments: unknown } }
  const before = await library.call<Lesson>('admin', 'read_content', { kind: 'lesson', id })
  const attachments = [{ title: 'דף עבודה', path: file.path, bytes: file.stored_bytes }]
  const saved = await library.call<Lesson>('admin', 'save_content', {
    ...{ kind: 'lesson', id, version: before.version, changes: { attachments } },
  })
  expect(saved).toMatchObject({ state: 'changed', values: { attachments } })
  expect((await sign('student', 'lesson-files', file.path ?? '')).ok).toBe(false)
  await library.call('admin', 'publish_content', { kind: 'lesson', id, version: saved.version, waiver: 'לבדיקה' })
  expect((await sign('student', 'lesson-files', file.path ?? '')).ok).toBe(true)
})

test('[6-20] videos and files are for who writes lessons', async () => {
  expect(await library.add('marketing', videoOf(), MP4, 'x.mp4')).toBe('FORBIDDEN')
  expect(await library.add('marketing', 'a,b', 'text/csv', 'x.csv')).toBe('FORBIDDEN')
  const { rows } = await library.list({}, 'marketing')
  expect(rows.filter(({ kind }) => kind !== 'picture')).toEqual([])
  expect((await library.list({ kind: 'video' })).rows.length).toBeGreaterThan(0)
  expect((await library.list({ kind: 'nothing' })).rows).toEqual([])
})

test('a video has a picture of the library where it has not begun', async () => {
  const film = await library.taken('admin', videoOf(), MP4, 'x.mp4')
  const other = await library.taken('admin', videoOf(), MP4, 'y.mp4')
  expect(await library.call('admin', 'set_media_poster', { id: film.id, poster: other.id })).toBe('MEDIA_NOT_FOUND')
  expect(await library.call('admin', 'set_media_poster', { id: randomUUID(), poster: null })).toBe('MEDIA_NOT_FOUND')
  expect(await library.call('marketing', 'set_media_poster', { id: film.id, poster: null })).toBe('FORBIDDEN')
  expect(await library.call('student', 'set_media_poster', { id: film.id, poster: null })).toBe('FORBIDDEN')
  const picture = await library.add('admin', 'x', 'image/png', 'x.png')
  expect(await library.call('admin', 'set_media_poster', { id: film.id, poster: picture.id })).toMatchObject({
    ...{ id: film.id, poster_id: picture.id, poster: null },
  })
  while (await library.work());
})

test('a process that ended after it moved a video is made up for', async () => {
  const { id } = await library.add('admin', videoOf(), MP4, 'x.mp4')
  const bucket = library.files.admin.storage.from('uploads')
  const away = { destinationBucket: 'lesson-videos' }
  expect((await bucket.move(`${library.ids.admin}/${id}`, `library/${id}.mp4`, away)).error).toBeNull()
  expect(await library.work()).toBe(true)
  expect((await library.list()).rows.find((row) => row.id === id)).toMatchObject({ state: 'ready', kind: 'video' })
})
