import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clearStaleUploads, processNextUpload, startMediaWorker } from '../../server/src/media/media-worker.ts'
import { openPrivateBucket, type PrivateBucket } from './support/private-bucket.ts'

type MediaFile = {
  id: string
  name: string
  state: string
  failure: string | null
  alt_he: string
  focus_x: number
  variants: { path: string; width: number; format: string; bytes: number }[]
}

let files: PrivateBucket
let png: Buffer
const ids: Record<string, string> = {}
beforeAll(async () => {
  files = await openPrivateBucket({
    id: 'lesson-videos',
    type: 'video/mp4',
    ending: 'mp4',
    naming: (file) => ({ provider: 'file', video_ref: file }),
    finding: (file) => `video_ref=eq.${file}`,
  })
  png = await sharp({ create: { width: 700, height: 350, channels: 3, background: '#1d5c4a' } })
    .png()
    .toBuffer()
  for (const actor of ['super_admin', 'admin', 'marketing', 'analyst', 'student'])
    ids[actor] = JSON.parse((await files.ask(actor, { path: '/auth/v1/user', init: {} })).text).id
})
afterAll(() => files?.server.close())

const call = async <Value = MediaFile>(actor: string, name: string, values: object = {}) => {
  const { text, ok } = await files.ask(actor, {
    path: `/rest/v1/rpc/${name}`,
    init: { method: 'POST', body: JSON.stringify(values) },
  })
  const answer = text ? JSON.parse(text) : null
  return (ok ? answer : answer.code) as Value
}
const upload = (actor: string, place: string, content: Buffer | string = png) =>
  files
    .client(actor)
    .storage.from('uploads')
    .upload(place, new Blob([new Uint8Array(Buffer.from(content))], { type: 'image/png' }))
async function add(actor: string, content?: Buffer | string, name = 'תמונה.png') {
  const id = randomUUID()
  expect((await upload(actor, `${ids[actor]}/${id}`, content)).error).toBeNull()
  return call(actor, 'add_media_file', { id, name })
}
const backend = () => ({
  ...{ fetch, publicUrl: files.server.url },
  serviceRoleKey: files.server.supabase.serviceRoleKey,
})
const work = () => processNextUpload(backend(), '')
const listed = async (query: object = {}) =>
  call<{ rows: MediaFile[]; total: number; bytes: number }>('admin', 'list_media_files', { query })
const stored = async (path: string) => fetch(`${files.server.url}/storage/v1/object/public/images/${path}`)

test('an upload becomes pictures that everybody may see, and its original goes', async () => {
  const added = await add('marketing')
  expect(added).toMatchObject({ state: 'waiting', failure: null, variants: [] })
  expect([await work(), await work()]).toEqual([true, false])
  const { rows, bytes } = await listed()
  const file = rows.find(({ id }) => id === added.id)
  expect(file).toMatchObject({ state: 'ready', width: 700, height: 350, mime: 'image/png' })
  expect(file?.variants.map(({ width, format }) => `${width}.${format}`)).toEqual(
    [320, 640, 700].flatMap((width) => [`${width}.webp`, `${width}.avif`]),
  )
  expect(bytes).toBe(file?.variants.reduce((sum, variant) => sum + variant.bytes, 0))
  for (const { path, format, bytes: size } of file?.variants ?? []) {
    const answer = await stored(path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, `image/${format}`])
    expect((await answer.arrayBuffer()).byteLength).toBe(size)
  }
  const { data } = await files.admin.storage.from('uploads').list(ids.marketing)
  expect(data).toEqual([])
})

test.each([
  ['a drawing with a script', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'WRONG_TYPE'],
  ['a page that says it is a picture', '<script>alert(1)</script>', 'WRONG_TYPE'],
  ['a picture that breaks off', 'half', 'BROKEN'],
])('%s leaves nothing but its refusal', async (_, content, failure) => {
  const { id } = await add('admin', content === 'half' ? png.subarray(0, png.length - 60) : content)
  await work()
  expect((await listed()).rows.find((row) => row.id === id)).toMatchObject({ state: 'failed', failure, variants: [] })
  const { data } = await files.admin.storage.from('images').list(`library/${id}`)
  expect(data).toEqual([])
  expect((await files.admin.storage.from('uploads').list(ids.admin)).data).toEqual([])
})

test('[6-20] uploads are for who writes what the site shows, each under the own name', async () => {
  for (const actor of ['analyst', 'student', 'visitor'])
    expect((await upload(actor, `${ids[actor] ?? randomUUID()}/${randomUUID()}`)).error).not.toBeNull()
  for (const place of [
    `${ids.marketing}/${randomUUID()}`,
    `${ids.admin}/x.svg`,
    `${ids.admin}/a/${randomUUID()}`,
    randomUUID(),
  ])
    expect([place, (await upload('admin', place)).error !== null]).toEqual([place, true])
  const { error } = await files
    .client('super_admin')
    .storage.from('images')
    .upload(`library/${randomUUID()}.webp`, new Blob([new Uint8Array(png)], { type: 'image/webp' }))
  expect(error).not.toBeNull()
})

test('nobody sees an original, and nobody else adds it as an own one', async () => {
  const id = randomUUID()
  const place = `${ids.marketing}/${id}`
  expect((await upload('marketing', place)).error).toBeNull()
  const read = async (actor: string) =>
    (await files.client(actor).storage.from('uploads').download(place)).error === null
  expect([
    await read('marketing'),
    await read('admin'),
    await read('super_admin'),
    await read('student'),
    await read('visitor'),
  ]).toEqual([false, false, false, false, false])
  expect((await stored(`../uploads/${place}`)).ok).toBe(false)
  expect(await call<string>('admin', 'add_media_file', { id, name: 'x' })).toBe('MEDIA_NOT_FOUND')
  expect(await call<string>('student', 'add_media_file', { id, name: 'x' })).toBe('FORBIDDEN')
  expect(await call<string>('super_admin', 'take_media_file')).toBe('42501')
  expect(await call<string>('super_admin', 'finish_media_file', { id, outcome: {} })).toBe('42501')
})

test('sent twice it is added once, and its name holds nothing that turns the line', async () => {
  const id = randomUUID()
  await upload('admin', `${ids.admin}/${id}`)
  const name = '\u202egnp.exe\u0007.png'
  const both = await Promise.all([1, 2].map(() => call('admin', 'add_media_file', { id, name })))
  expect(both.map((file) => [file.id, file.name])).toEqual([
    [id, 'gnp.exe.png'],
    [id, 'gnp.exe.png'],
  ])
  expect(await call<string>('admin', 'add_media_file', { id: randomUUID(), name: 'a'.repeat(256) })).toBe(
    'MEDIA_INVALID',
  )
  const lines = await files.admin.from('audit_log').select('action').eq('entity_id', id)
  expect(lines.data).toEqual([{ action: 'media added' }])
})

test('two processes take each picture once; one that ended both is tried again, and no more than three times', async () => {
  while (await work());
  const { id } = await add('admin')
  const take = () => files.admin.rpc('take_media_file').then(({ data }) => data)
  expect((await Promise.all([take(), take()])).filter(Boolean)).toMatchObject([{ id, path: `${ids.admin}/${id}` }])
  const { database } = files.server.supabase
  const pass = () =>
    database.asOwner((tx) =>
      tx.query(`update private.media_files set taken_at = taken_at - interval '6 minutes' where state = 'waiting'`),
    )
  for (const expected of [id, id, undefined]) {
    await pass()
    expect((await take())?.id).toBe(expected)
  }
  expect((await listed()).rows.find((row) => row.id === id)).toMatchObject({ state: 'failed', failure: 'NOT_DONE' })
})

test('two hundred uploads of a member wait for the server, and no more', async () => {
  while (await work());
  const { database } = files.server.supabase
  const crowd = `insert into private.media_files (id, name, uploaded_by, upload_path, original_bytes)
    select gen_random_uuid(), 'x', $1, 'crowd ' || n, 1 from generate_series(1, 199) as n`
  await database.asOwner((tx) => tx.query(crowd, [ids.admin]))
  expect(await add('admin')).toMatchObject({ state: 'waiting' })
  expect(await add('admin')).toBe('TOO_MANY_REQUESTS')
  expect(await add('marketing')).toMatchObject({ state: 'waiting' })
  await database.asOwner((tx) => tx.query(`delete from private.media_files where upload_path like 'crowd%'`))
})

test('originals that nobody waits for go after a day, and no other', async () => {
  while (await work());
  await clearStaleUploads(backend(), '')
  const [untold, fresh] = [randomUUID(), randomUUID()].map((id) => `${ids.admin}/${id}`) as [string, string]
  for (const place of [untold, fresh]) expect((await upload('admin', place)).error).toBeNull()
  const waiting = await add('admin')
  await files.server.supabase.database.asOwner((tx) =>
    tx.query(
      `update storage.objects set created_at = created_at - interval '25 hours' where bucket_id = 'uploads' and name <> '${fresh}'`,
    ),
  )
  const there = async (place: string) => (await files.admin.storage.from('uploads').download(place)).error === null
  expect(await call<string>('super_admin', 'stale_uploads')).toBe('42501')
  expect(await clearStaleUploads(backend(), '')).toBeGreaterThan(0)
  expect([await there(untold), await there(fresh), await there(`${ids.admin}/${waiting.id}`)]).toEqual([
    false,
    true,
    true,
  ])
  expect(await clearStaleUploads(backend(), '')).toBe(0)
  expect(await work()).toBe(true)
})

test('a picture is described, found by its text, and the change is kept', async () => {
  const { id } = await add('admin')
  const words = { id, alt_he: ' גרף עולה ', focus_x: 0.25, focus_y: 1 }
  expect(await call('marketing', 'describe_media_file', words)).toMatchObject({
    alt_he: 'גרף עולה',
    focus_x: 0.25,
    focus_y: 1,
  })
  expect((await listed({ search: 'גרף' })).rows.map((row) => row.id)).toEqual([id])
  for (const wrong of [
    { focus_x: 1.1 },
    { focus_y: -1 },
    { focus_x: 'NaN' },
    { focus_x: null },
    { alt_he: 'א'.repeat(301) },
    { alt_he: null },
  ])
    expect(await call<string>('admin', 'describe_media_file', { ...words, ...wrong })).toBe('MEDIA_INVALID')
  expect(await call<string>('analyst', 'describe_media_file', words)).toBe('FORBIDDEN')
  const lines = await files.admin.from('audit_log').select('action,actor').eq('entity_id', id).order('id')
  expect(lines.data).toEqual([
    { action: 'media added', actor: ids.admin },
    { action: 'media described', actor: ids.marketing },
  ])
})

test.each([
  { page: 0 },
  { page: -1 },
  { page: 'x' },
  { page: 99999 },
  { sort: [] },
  { search: '%_\\' },
  { search: 'א'.repeat(5000) },
])('the list answers %j', async (query) => expect((await listed(query)).total).toBeTypeOf('number'))

test('without the service key no picture is made', () => {
  const worker = startMediaWorker({ fetch, publicUrl: '', serviceRoleKey: undefined }, '', undefined as never)
  expect(worker.stop()).toBeUndefined()
})
