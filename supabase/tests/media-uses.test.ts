import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyTrash } from '../../server/src/media/media-worker.ts'
import { videoOf } from '../../server/src/media/mp4-fixture.ts'
import { type LibraryFile, openLibrary } from './support/library.ts'

type Use = { kind: string; id: string; title: string | null; in_draft: boolean; in_public: boolean; older: number }
type Uses = { seen: string; uses: Use[]; posters: { id: string }[] }
type Content = {
  id: string
  version: number
  state: string
  values: Record<string, unknown>
  live: Record<string, unknown>
}

let library: Awaited<ReturnType<typeof openLibrary>>
beforeAll(async () => {
  library = await openLibrary()
})
afterAll(() => library?.files.server.close())

const picture = async (colour: string, width = 700) => {
  const png = await sharp({ create: { width, height: 300, channels: 3, background: colour } })
    .png()
    .toBuffer()
  return library.taken('admin', png, 'image/png', `${colour}.png`)
}
const film = (seconds: number) => library.taken('admin', videoOf({ seconds }), 'video/mp4', `${seconds}.mp4`)
const addressOf = ({ variants }: LibraryFile) =>
  `/storage/v1/object/public/images/${variants.filter(({ format }) => format === 'webp').at(-1)?.path}`
const usesOf = (id: string, actor = 'admin') => library.call<Uses>(actor, 'read_media_uses', { id })
const make = (kind: string, changes: object) =>
  library.call<Content>('admin', 'create_content', { kind, id: randomUUID(), changes })
const save = (kind: string, { id, version }: Content, changes: object) =>
  library.call<Content>('admin', 'save_content', { kind, id, version, changes })
const publish = (kind: string, { id, version }: Content) =>
  library.call<Content>('admin', 'publish_content', { kind, id, version, waiver: 'לבדיקה' })
const read = (kind: string, id: string) => library.call<Content>('admin', 'read_content', { kind, id })
const replace = async (from: LibraryFile, to: LibraryFile, actor = 'admin', seen?: string) =>
  library.call<number | string>(actor, 'replace_media_file', {
    ...{ id: from.id, replacement: to.id, seen: seen ?? (await usesOf(from.id)).seen },
  })
const course = (changes: object) => make('course', { title_he: 'קורס', ...changes })
const owner = (sql: string, values: unknown[] = []) =>
  library.files.server.supabase.database.asOwner((tx) => tx.query(sql, values))
const bodyWith = (...pictures: object[]) => ({ type: 'doc', content: pictures })
const node = (file: LibraryFile, alt: string) => ({
  type: 'picture',
  attrs: {
    ...{ media: file.id, src: addressOf(file).replace(/[^/]*$/, ''), alt, caption: null },
    ...{ width: file.width, height: file.height, widths: [320, 640, 700] },
  },
})

test('a file knows its drafts, what visitors see, and older versions, whatever field names it', async () => {
  const [old, kept] = [await picture('red'), await picture('green')]
  expect((await usesOf(old.id)).uses).toEqual([])
  const made = await course({ thumbnail_url: addressOf(old) })
  const shown = await publish('course', made)
  const changed = await save('course', shown, { thumbnail_url: addressOf(kept) })
  expect((await usesOf(old.id)).uses).toMatchObject([
    { kind: 'course', id: made.id, title: 'קורס', in_draft: false, in_public: true },
  ])
  expect((await usesOf(kept.id)).uses).toMatchObject([{ in_draft: true, in_public: false, older: 0 }])
  await publish('course', changed)
  const after = (await usesOf(old.id)).uses
  expect(after).toMatchObject([{ in_draft: false, in_public: false }])
  expect(after[0]?.older).toBeGreaterThan(0)
  const essay = await make('essay', { title_he: 'מאמר', slug: 'with-picture', body: bodyWith(node(old, '')) })
  expect((await usesOf(old.id)).uses.map(({ kind }) => kind)).toEqual(['course', 'essay'])
  await save('essay', essay, { body: bodyWith() })
  expect((await usesOf(old.id)).uses.at(-1)).toMatchObject({
    kind: 'essay',
    in_draft: false,
    in_public: false,
    older: 1,
  })
})

test('a picture is replaced in drafts, public rows and texts at once, each with a version', async () => {
  const [from, to] = [await picture('blue'), await picture('gold', 500)]
  await library.call('admin', 'describe_media_file', { id: from.id, alt_he: 'גרף', focus_x: 0.5, focus_y: 0.5 })
  await library.call('admin', 'describe_media_file', { id: to.id, alt_he: 'תרשים', focus_x: 0.25, focus_y: 1 })
  const shown = await publish('course', await course({ thumbnail_url: addressOf(from) }))
  await save('course', shown, { title_he: 'קורס, שם אחר' })
  const body = bodyWith(
    { type: 'paragraph', content: [{ type: 'text', text: 'מילים' }] },
    { type: 'callout', attrs: { tone: 'note' }, content: [node(from, 'גרף')] },
    node(from, 'מילים של הכתבה'),
  )
  const essay = await publish(
    'essay',
    await make('essay', { title_he: 'מאמר', slug: 'replaced', body, cover_url: addressOf(from) }),
  )
  const before = (await library.call<unknown[]>('admin', 'content_history', { kind: 'course', id: shown.id })).length
  expect(await replace(from, to)).toBe(2)
  const address = `${addressOf(to)}#focus=25,100`
  expect(await read('course', shown.id)).toMatchObject({
    state: 'changed',
    values: { thumbnail_url: address, title_he: 'קורס, שם אחר' },
    live: { thumbnail_url: address, title_he: 'קורס' },
  })
  const written = await read('essay', essay.id)
  expect(written).toMatchObject({ state: 'published', live: { cover_url: address } })
  const text = JSON.stringify(written.live.body)
  expect([
    text.includes(from.id),
    text.includes('"widths":[320,500]'.replaceAll(' ', '')),
    text.match(/תרשים/g)?.length,
  ]).toEqual([...[false, true, 1]])
  expect(text).toContain('מילים של הכתבה')
  expect((await library.call<unknown[]>('admin', 'content_history', { kind: 'course', id: shown.id })).length).toBe(
    before + 1,
  )
  expect((await usesOf(from.id)).uses.every(({ in_draft, in_public }) => !in_draft && !in_public)).toBe(true)
  const { data } = await library.files.admin
    .from('audit_log')
    .select('action,after')
    .eq('entity_id', from.id)
    .order('id')
  expect(data?.at(-1)).toEqual({ action: 'media replaced', after: { by: to.id, records: 2 } })
})

test('a film is replaced with its length, and a file with its size', async () => {
  const [from, to] = [await film(60), await film(75)]
  const [sheet, other] = [
    await library.taken('admin', 'a,b\n', 'text/csv', 'a.csv'),
    await library.taken('admin', 'a,b,c,d\n', 'text/csv', 'b.csv'),
  ]
  const { id: course_id } = await course({})
  const attachments = [{ title: 'דף', path: sheet.path, bytes: sheet.stored_bytes }]
  const lesson = await make('lesson', {
    title_he: 'שיעור',
    course_id,
    video_ref: from.path,
    duration_seconds: 60,
    attachments,
  })
  expect([await replace(from, to), await replace(sheet, other)]).toEqual([1, 1])
  expect((await read('lesson', lesson.id)).values).toMatchObject({
    video_ref: to.path,
    duration_seconds: 75,
    attachments: [{ title: 'דף', path: other.path, bytes: 8 }],
  })
})

test('what changed since it was seen, or what the caller may not write, is not replaced', async () => {
  const [from, to, reel] = [await picture('navy'), await picture('pink'), await film(61)]
  const { seen } = await usesOf(from.id)
  const made = await course({ thumbnail_url: addressOf(from) })
  expect(await replace(from, to, 'admin', seen)).toBe('MEDIA_USES_CHANGED')
  expect(await replace(from, to, 'marketing')).toBe('FORBIDDEN')
  expect((await usesOf(from.id, 'marketing')).uses).toMatchObject([{ kind: 'course', title: null }])
  expect(await replace(from, from)).toBe('MEDIA_INVALID')
  expect(await replace(from, reel)).toBe('MEDIA_INVALID')
  expect(await library.call('analyst', 'read_media_uses', { id: from.id })).toBe('FORBIDDEN')
  expect(await library.call('marketing', 'read_media_uses', { id: reel.id })).toBe('MEDIA_NOT_FOUND')
  expect((await read('course', made.id)).values.thumbnail_url).toBe(addressOf(from))
})

test('the picture before a film is replaced by who may choose it, as the film stood when it was seen', async () => {
  const [from, to, reel] = [await picture('plum'), await picture('peru'), await film(63)]
  const { seen } = await usesOf(from.id)
  await library.call('admin', 'set_media_poster', { id: reel.id, poster: from.id })
  expect(await replace(from, to, 'admin', seen)).toBe('MEDIA_USES_CHANGED')
  expect(await replace(from, to, 'marketing')).toBe('FORBIDDEN')
  expect((await usesOf(from.id)).posters).toMatchObject([{ id: reel.id }])
  expect(await replace(from, to)).toBe(0)
  expect((await usesOf(to.id)).posters).toMatchObject([{ id: reel.id }])
})

test('a record is published while a file in it is replaced', async () => {
  let [from, to] = [await picture('olive'), await picture('coral')]
  const { id } = await course({ thumbnail_url: addressOf(from) })
  for (let round = 0; round < 10; round++) {
    const saved = await save('course', await read('course', id), { title_he: `קורס ${round}` })
    const { seen } = await usesOf(from.id)
    const [shown, written] = await Promise.all([publish('course', saved), replace(from, to, 'admin', seen)])
    expect([id, 'CONTENT_CHANGED']).toContain(shown.id ?? shown)
    expect([1, 'MEDIA_USES_CHANGED']).toContain(written)
    if (written === 1) [from, to] = [to, from]
  }
})

test('the point that stays follows a picture to where it is used', async () => {
  const file = await picture('teal')
  const shown = await publish('course', await course({ thumbnail_url: addressOf(file) }))
  const say = (focus_x: number, actor = 'admin') =>
    library.call(actor, 'describe_media_file', { id: file.id, alt_he: '', focus_x, focus_y: 0.5 })
  await say(0.1)
  expect((await read('course', shown.id)).live.thumbnail_url).toBe(`${addressOf(file)}#focus=10,50`)
  await say(0.9, 'marketing')
  expect((await read('course', shown.id)).live.thumbnail_url).toBe(`${addressOf(file)}#focus=10,50`)
  await say(0.5)
  expect((await read('course', shown.id)).live.thumbnail_url).toBe(addressOf(file))
})

test('what is not used is listed, goes to the trash and back, and after its days for good', async () => {
  const [file, used, reel] = [await picture('lime'), await picture('gray'), await film(62)]
  const made = await course({ thumbnail_url: addressOf(used) })
  await library.call('admin', 'set_media_poster', { id: reel.id, poster: file.id })
  const ids = async (query: object) => (await library.list(query)).rows.map(({ id }) => id)
  const trash = (id: string, away: boolean | null = true, actor = 'admin') =>
    library.call<string | object>(actor, 'trash_media_file', { id, trash: away })
  expect(await ids({ shelf: 'unused' })).toContain(reel.id)
  expect(await ids({ shelf: 'unused' })).not.toContain(file.id)
  expect([await trash(used.id), await trash(file.id), await trash(file.id, true, 'student')]).toEqual([
    ...['MEDIA_IN_USE', 'MEDIA_IN_USE', 'FORBIDDEN'],
  ])
  await trash(reel.id)
  await trash(file.id)
  expect(await ids({ shelf: 'trash' })).toEqual(expect.arrayContaining([reel.id, file.id]))
  expect(await ids({})).not.toContain(file.id)
  expect(await trash(reel.id, null)).toBe('MEDIA_INVALID')
  await trash(reel.id, false)
  expect(await ids({})).toContain(reel.id)
  // A draft that takes it up again takes it out.
  await save('course', made, { thumbnail_url: addressOf(file) })
  expect(await ids({})).toContain(file.id)
  await save('course', await read('course', made.id), { thumbnail_url: null })
  expect(await trash(file.id)).toBe('MEDIA_IN_USE')
  await library.call('admin', 'set_media_poster', { id: reel.id, poster: null })
  await trash(file.id)
  expect(await emptyTrash(library.backend, '')).toBe(0)
  await owner(`update private.media_files set trashed_at = now() - interval '31 days' where trashed_at is not null`)
  expect(await library.call('super_admin', 'take_removed_media')).toBe('42501')
  expect(await library.call('super_admin', 'forget_media_file', { id: file.id })).toBe('42501')
  await owner(`insert into private.media_uses (kind, record_id, version, media_id) values ('course', $1, 0, $2)`, [
    made.id,
    file.id,
  ])
  expect(await emptyTrash(library.backend, '')).toBe(0)
  await owner('delete from private.media_uses where media_id = $1 and version = 0', [file.id])
  expect(await emptyTrash(library.backend, '')).toBe(1)
  expect(await ids({ shelf: 'trash' })).toEqual([])
  const gone = await fetch(`${library.files.server.url}${addressOf(file)}`)
  expect(gone.ok).toBe(false)
  expect(await trash(file.id, false)).toBe('MEDIA_NOT_FOUND')
})

test('removal that was interrupted goes on, and nobody takes back what it began with', async () => {
  const file = await picture('cyan')
  await library.call('admin', 'trash_media_file', { id: file.id, trash: true })
  await owner(`update private.media_files set trashed_at = now() - interval '31 days' where id = $1`, [file.id])
  const taken = await library.files.admin.rpc('take_removed_media')
  expect(taken.data).toMatchObject({ id: file.id, objects: file.variants.map(({ path }) => `images/${path}`) })
  await library.files.admin.storage.from('images').remove([file.variants[0]?.path ?? ''])
  expect(await library.call('admin', 'trash_media_file', { id: file.id, trash: false })).toBe('MEDIA_NOT_FOUND')
  expect(await emptyTrash(library.backend, '')).toBe(0)
  await owner(`update private.media_files set removed_at = now() - interval '6 minutes' where id = $1`, [file.id])
  expect(await emptyTrash(library.backend, '')).toBe(1)
})

test('a full library takes nothing more, and says how full it is', async () => {
  const { bytes } = await library.list()
  expect(bytes).toBeGreaterThan(0)
  await owner(
    `update private.media_files set stored_bytes = 999999999 where id = (select id from private.media_files where state = 'ready' limit 1)`,
  )
  await library.files.admin.from('app_settings').update({ value: 1 }).eq('key', 'media_quota_gb')
  expect(await library.list()).toMatchObject({ quota: 1_000_000_000, trash_days: 30 })
  expect(await library.add('admin', videoOf(), 'video/mp4', 'x.mp4')).toBe('MEDIA_FULL')
  await library.files.admin.from('app_settings').update({ value: 50 }).eq('key', 'media_quota_gb')
  expect(await library.add('admin', videoOf(), 'video/mp4', 'x.mp4')).toMatchObject({ state: 'waiting' })
})
