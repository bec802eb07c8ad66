import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPrivateBucket, type PrivateBucket } from './support/private-bucket.ts'

const TEN_YEARS = 10 * 365 * 24 * 3600
const WEBP = { contentType: 'image/webp' }
const picture = (text = 'x') => new Blob([text], { type: 'image/webp' })

let files: PrivateBucket
beforeAll(async () => {
  files = await openPrivateBucket({
    id: 'lesson-videos',
    type: 'video/mp4',
    ending: 'mp4',
    naming: (file) => ({ provider: 'file', video_ref: file }),
    finding: (file) => `video_ref=eq.${file}`,
  })
  for (const folder of ['courses', 'news', 'essays']) await store(files.admin, `${folder}/a.webp`, folder)
})
afterAll(() => files?.server.close())

const store = async (client: SupabaseClient, path: string, text?: string) =>
  client.storage.from('images').upload(path, picture(text), WEBP)
const images = (role: string) => files.client(role).storage.from('images')
const shown = async (path: string) =>
  (await fetch(`${files.server.url}/storage/v1/object/public/images/${path}`, { cache: 'no-store' })).text()
const lines = async (place: string) => {
  const { data } = await files.admin.from('audit_log').select('action,actor').eq('entity_id', place).order('id')
  return data ?? []
}

describe('[2.1-14] links to lessons', () => {
  const post = (actor: string, path: string, body: object) =>
    files.ask(actor, { path, init: { method: 'POST', body: JSON.stringify(body) } })
  const lifeOf = (text: string) => {
    const { signedURL } = JSON.parse(text) as { signedURL: string }
    const { exp, iat } = JSON.parse(
      Buffer.from(signedURL.split('token=')[1]?.split('.')[1] ?? '', 'base64url').toString(),
    )
    return exp - iat
  }

  test.each(['student', 'admin', 'super_admin'])('the %s chooses no life: the storage signs nothing', async (actor) => {
    for (const expiresIn of [60, TEN_YEARS]) {
      const one = await post(actor, `/storage/v1/object/sign/lesson-videos/${files.open}`, { expiresIn })
      expect([one.ok, one.text.includes('token=')]).toEqual([false, false])
      const many = await post(actor, '/storage/v1/object/%73ign/lesson-videos', { expiresIn, paths: [files.open] })
      expect(many.text).not.toContain('token=')
    }
  })

  test('the function signs for an hour at most, and shorter when asked', async () => {
    for (const [seconds, life] of [
      [undefined, 3600],
      [TEN_YEARS, 3600],
      [12, 12],
      [-5, 1],
      ['9'.repeat(9), 3600],
    ]) {
      const answer = await post('student', '/functions/v1/sign-lesson-file', {
        bucket: 'lesson-videos',
        path: files.open,
        seconds,
      })
      expect([seconds, lifeOf(answer.text)]).toEqual([seconds, life])
    }
  })

  test.each([
    ['another bucket', { bucket: 'trash', path: 'x' }],
    ['a bucket of the language', { bucket: 'constructor', path: 'x' }],
    ['no path', { bucket: 'lesson-videos' }],
    ['a path upwards', { bucket: 'lesson-videos', path: '../images/courses/a.webp' }],
    ['nothing', null],
  ])('%s is refused', async (_, body) => {
    expect((await post('student', '/functions/v1/sign-lesson-file', body ?? {})).status).toBe(403)
  })

  test('the server itself signs for an hour at most', async () => {
    const bucket = files.admin.storage.from('lesson-videos')
    expect((await bucket.createSignedUrl(files.open, TEN_YEARS)).error).toMatchObject({ statusCode: '400' })
    expect((await bucket.createSignedUrls([files.open], 3601)).error).toMatchObject({ statusCode: '400' })
    expect((await bucket.createSignedUrl(files.open, 3600)).error).toBeNull()
  })

  test('nobody lists a bucket, or reads a private file but by a link', async () => {
    for (const actor of ['student', 'marketing', 'analyst', 'anonymous', 'super_admin', 'admin']) {
      for (const list of ['list', 'list-v2']) {
        const { text } = await post(actor, `/storage/v1/object/${list}/lesson-videos`, { prefix: '' })
        expect([actor, text.includes(files.open)]).toEqual([actor, false])
      }
      const { ok } = await files.ask(actor, { path: `/storage/v1/object/lesson-videos/${files.open}`, init: {} })
      expect([actor, ok]).toEqual([actor, false])
    }
  })
})

describe('[6-20] pictures belong to a purpose', () => {
  test.each(['super_admin', 'admin', 'marketing', 'analyst', 'student', 'anonymous'])(
    'the %s stores none where visitors reach it: the server does',
    async (role) => {
      for (const folder of [
        'courses',
        'authors',
        'posters',
        'categories',
        'news',
        'essays',
        'articles',
        'social',
        'x',
      ]) {
        const { error } = await store(files.client(role), `${folder}/of-${role}.webp`)
        expect([folder, error === null]).toEqual([folder, false])
      }
    },
  )

  test.each(['super_admin', 'admin', 'marketing', 'analyst', 'student', 'anonymous'])(
    'the %s empties no bucket, and replaces and renames no picture',
    async (role) => {
      await images(role).remove(['courses/a.webp', 'news/a.webp'])
      await files.client(role).storage.emptyBucket('images')
      await images(role).update('news/a.webp', picture('forged'), WEBP)
      await images(role).upload('courses/a.webp', picture('forged'), { ...WEBP, upsert: true })
      await images(role).move('news/a.webp', 'news/b.webp')
      await images(role).copy('essays/a.webp', 'news/a.webp')
      await images(role).move('news/a.webp', 'images/courses/a.webp', { destinationBucket: 'trash' })
      const link = await images(role).createSignedUploadUrl('news/a.webp', { upsert: true })
      if (link.data) await images(role).uploadToSignedUrl('news/a.webp', link.data.token, picture('forged'), WEBP)
      for (const name of ['courses', 'news', 'essays']) expect(await shown(`${name}/a.webp`)).toBe(name)
    },
  )

  test('a link for an upload that was signed before a picture came does not replace it', async () => {
    expect((await images('marketing').createSignedUploadUrl('news/late.webp')).error).not.toBeNull()
    const { data } = await files.admin.storage.from('images').createSignedUploadUrl('news/late.webp', { upsert: true })
    await store(files.admin, 'news/late.webp', 'first')
    if (data) await images('marketing').uploadToSignedUrl('news/late.webp', data.token, picture('forged'), WEBP)
    expect(await shown('news/late.webp')).toBe('first')
  })

  test('an upload in parts replaces nothing, by a link, by a person or by the key', async () => {
    const { data } = await files.admin.storage.from('images').createSignedUploadUrl('news/parts.webp', { upsert: true })
    expect(data).not.toBeNull()
    const send = async (actor: string, headers: Record<string, string>, link = '') => {
      const told = { bucketName: 'images', objectName: 'news/parts.webp', contentType: 'image/webp' }
      const metadata = Object.entries(told).map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
      const { status } = await files.ask(actor, {
        path: `/storage/v1/upload/resumable${link}`,
        init: {
          method: 'POST',
          body: 'parts',
          headers: {
            ...{ 'tus-resumable': '1.0.0', 'upload-length': '5', 'upload-metadata': metadata.join(',') },
            ...{ 'content-type': 'application/offset+octet-stream', 'x-upsert': 'true', ...headers },
          },
        },
      })
      return status
    }
    const key = files.server.supabase.serviceRoleKey
    expect(await send('admin', { 'x-upsert': 'false' })).toBe(403)
    expect(await send('anonymous', { authorization: `Bearer ${key}`, 'x-upsert': 'false' })).toBe(201)
    expect(await shown('news/parts.webp')).toBe('parts')
    expect(await send('anonymous', { 'x-signature': data?.token ?? '' }, '/sign')).toBe(403)
    expect(await send('marketing', {})).toBe(403)
    expect(await send('anonymous', { authorization: `Bearer ${key}` })).toBe(403)
    expect(await lines('images/news/parts.webp')).toEqual([])
  })

  test('the server takes a picture away and puts it back, and nobody else; each step leaves a line', async () => {
    expect((await store(files.admin, 'news/c.webp', 'kept')).error).toBeNull()
    const away = { destinationBucket: 'trash' }
    for (const role of ['analyst', 'marketing', 'admin', 'super_admin'])
      expect((await images(role).move('news/c.webp', 'images/news/c.webp', away)).error).not.toBeNull()
    const server = files.admin.storage
    expect((await server.from('images').move('news/c.webp', 'images/news/c.webp', away)).error).toBeNull()
    expect(await shown('news/c.webp')).not.toBe('kept')
    const trash = files.client('marketing').storage.from('trash')
    expect((await trash.list('images/news')).data).toEqual([])
    expect((await trash.remove(['images/news/c.webp'])).data).toEqual([])
    const back = { destinationBucket: 'images' }
    expect((await trash.move('images/news/c.webp', 'news/c.webp', back)).error).not.toBeNull()
    expect((await server.from('trash').move('images/news/c.webp', 'news/c.webp', back)).error).toBeNull()
    expect(await shown('news/c.webp')).toBe('kept')
    const all = [...(await lines('images/news/c.webp')), ...(await lines('trash/images/news/c.webp'))]
    expect(all.map(({ action }) => action)).toEqual(['update', 'update'])
  })

  test('what the service key replaces or deletes leaves a line, too', async () => {
    await store(files.admin, 'courses/d.webp', 'one')
    await files.admin.storage.from('images').update('courses/d.webp', picture('two'), WEBP)
    await files.admin.storage.from('images').remove(['courses/d.webp'])
    expect((await lines('images/courses/d.webp')).map(({ action }) => action)).toEqual(['update', 'delete'])
  })
})
