import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HIDDEN, OPEN, openPrivateBucket, type PrivateBucket } from './support/private-bucket.ts'

const attachment = (path: unknown, changes: object = {}) => ({ title: 'דף עבודה', path, bytes: 100, ...changes })

let files: PrivateBucket
beforeAll(async () => {
  files = await openPrivateBucket({
    id: 'lesson-files',
    type: 'application/pdf',
    ending: 'pdf',
    naming: (file) => ({ attachments: [attachment(`first-${file}`), attachment(file)] }),
    finding: (file) => `attachments=cs.${encodeURIComponent(JSON.stringify([{ path: file }]))}`,
  })
})
afterAll(() => files?.server.close())

describe('who may have a file', () => {
  test.each(['anonymous', 'unverified', 'closed', 'analyst', 'marketing'])(
    '[2.1-14] [6-05] no way leads the %s to a file of a lesson',
    async (actor) => {
      for (const file of [files.open, ...files.closed]) expect(await files.waysThatLead(actor, file)).toEqual([])
    },
  )

  test('[2.1-14] [6-04] a verified student has the files of published lessons, and no others', async () => {
    const ways = await files.waysThatLead('student', files.open)
    expect(ways.filter((way) => !way.startsWith('/rest/'))).toEqual(['/functions/v1/sign-lesson-file'])
    for (const file of files.closed) {
      expect((await files.sign('student', file)).ok).toBe(false)
      const answers = await Promise.all(files.waysTo(file).map((way) => files.ask('student', way)))
      expect(answers.map(({ text }) => text).join('\n')).not.toMatch(
        new RegExp(`${HIDDEN}|"name":"(draft|early|orphan)|"path": "(first-)?(draft|early)`),
      )
    }
  })

  test.each(['super_admin', 'admin'])('[6-22] the %s has the files of drafts as well, by links alone', async (role) => {
    const [draft = '', early = ''] = files.closed
    for (const file of [files.open, draft, early]) {
      const { signedURL } = JSON.parse((await files.sign(role, file)).text) as { signedURL: string }
      expect(await (await fetch(`${files.server.url}/storage/v1${signedURL}`)).text()).toContain('what-')
      const way = { path: `/storage/v1/object/authenticated/lesson-files/${file}`, init: {} }
      expect((await files.ask(role, way)).ok).toBe(false)
    }
  })

  test('[2.1-14] a file is lost to students as soon as its lesson no longer names it, or is withdrawn', async () => {
    const named = { attachments: [attachment(files.open)] }
    const wanted = JSON.stringify([{ path: files.open }])
    const found = await files.admin.from('lesson_contents').select().contains('attachments', wanted).single()
    const id = found.data.lesson_id
    const isOpen = async () => (await files.sign('student', files.open)).ok
    await files.admin.from('lesson_contents').update({ attachments: [] }).eq('lesson_id', id)
    expect(await isOpen()).toBe(false)
    await files.admin.from('lesson_contents').update(named).eq('lesson_id', id)
    expect(await isOpen()).toBe(true)
    await files.admin.from('lessons').update({ is_published: false }).eq('id', id)
    expect(await isOpen()).toBe(false)
    await files.admin.from('lessons').update({ is_published: true }).eq('id', id)
    expect(await isOpen()).toBe(true)
  })
})

describe('a signed address', () => {
  test('[2.1-14] gives the file under the Hebrew name that it is asked for by, and no other file', async () => {
    const { signedURL } = JSON.parse((await files.sign('student', files.open)).text) as { signedURL: string }
    const address = `${files.server.url}/storage/v1${signedURL}`
    const name = 'דף תקציב חודשי.pdf'
    const file = await fetch(`${address}&download=${encodeURIComponent(name)}`)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(file.headers.get('content-disposition')).toContain(`filename*=UTF-8''${encodeURIComponent(name)}`)
    expect(await file.text()).toContain(OPEN)
    for (const other of files.closed) {
      const stolen = await fetch(address.replace(files.open, other))
      expect([stolen.ok, (await stolen.text()).includes(HIDDEN)]).toEqual([false, false])
    }
  })
})

describe('what may be stored', () => {
  const upload = (actor: string, type: string, name: string, body = 'x') =>
    files.ask(actor, {
      path: `/storage/v1/object/lesson-files/${name}`,
      init: { method: 'POST', body, headers: { 'content-type': type } },
    })

  test.each(['anonymous', 'student', 'unverified', 'closed', 'analyst', 'marketing'])(
    '[6-22] the %s stores no file and replaces none',
    async (actor) => {
      expect((await upload(actor, 'application/pdf', 'new.pdf')).ok).toBe(false)
      const init = { method: 'PUT', body: 'x', headers: { 'content-type': 'application/pdf' } }
      const way = { path: `/storage/v1/object/lesson-files/${files.open}`, init }
      expect((await files.ask(actor, way)).ok).toBe(false)
      expect((await files.ask(actor, { ...way, init: { method: 'DELETE' } })).ok).toBe(false)
    },
  )

  const encoded = (text: string) => Buffer.from(text).toString('base64')
  const begin = (actor: string, bucket: string, name: string, type: string, upsert = false) =>
    files.ask(actor, {
      path: '/storage/v1/upload/resumable',
      init: {
        method: 'POST',
        headers: {
          ...{ 'tus-resumable': '1.0.0', 'upload-length': '5', 'x-upsert': String(upsert) },
          'upload-metadata': `bucketName ${encoded(bucket)},objectName ${encoded(name)},contentType ${encoded(type)}`,
        },
      },
    })

  test.each(['anonymous', 'student', 'unverified', 'closed', 'analyst', 'marketing'])(
    '[6-22] the %s begins no upload in parts',
    async (actor) => {
      for (const upsert of [false, true]) {
        for (const name of ['new.pdf', files.open])
          expect((await begin(actor, 'lesson-files', name, 'application/pdf', upsert)).status).toBe(403)
        expect((await begin(actor, 'lesson-videos', 'new.mp4', 'video/mp4', upsert)).status).toBe(403)
      }
    },
  )

  test.each(['admin', 'super_admin'])(
    '[6-22] the %s leaves files to the server, which puts them here',
    async (actor) => {
      expect((await begin(actor, 'lesson-videos', 'new.mp4', 'video/mp4')).status).toBe(403)
      expect((await upload(actor, 'application/pdf', 'new.pdf')).ok).toBe(false)
    },
  )

  test('[6-22] the server stores PDF, CSV, XLSX, DOCX and archives, and nothing else', async () => {
    const office = 'application/vnd.openxmlformats-officedocument'
    const write = async (type: string, name: string) =>
      (await files.admin.storage.from('lesson-files').upload(name, new Blob(['x'], { type }))).error === null
    for (const [type, name] of [
      ['application/pdf', 'a.pdf'],
      ['text/csv', 'a.csv'],
      ['application/zip', 'a.zip'],
      [`${office}.spreadsheetml.sheet`, 'a.xlsx'],
      [`${office}.wordprocessingml.document`, 'a.docx'],
    ] as const)
      expect([name, await write(type, name)]).toEqual([name, true])
    for (const type of ['text/html', 'image/svg+xml', 'application/octet-stream', 'video/mp4'])
      expect([type, await write(type, 'b.pdf')]).toEqual([type, false])
  })

  test.each([
    ['an address in place of a path', attachment('https://example.com/a.pdf')],
    ['another kind of file', attachment('a.html')],
    ['a way out of the folder', attachment('../images/a.pdf')],
    ['no path', { title: 'א', bytes: 1 }],
    ['a number as path', attachment(5)],
    ['several paths', attachment(['a.pdf'])],
    ['no title', { path: 'a.pdf', bytes: 1 }],
    ['an empty title', attachment('a.pdf', { title: '' })],
    ['a size in words', attachment('a.pdf', { bytes: '1 KB' })],
    ['more than 20 MB', attachment('a.pdf', { bytes: 20_971_521 })],
    ['something else', 'a.pdf'],
    ['a list', [attachment('a.pdf')]],
  ])('an attachment with %s is refused', async (_, wrong) => {
    const { data } = await files.admin.from('lesson_contents').select('lesson_id').limit(1).single()
    const change = (attachments: unknown) =>
      files.admin.from('lesson_contents').update({ attachments }).eq('lesson_id', data?.lesson_id)
    expect((await change([attachment('a.pdf'), wrong])).error?.code).toBe('23514')
  })

  test('a lesson has twenty files at most', async () => {
    const { data } = await files.admin.from('lesson_contents').select('*').limit(1).single()
    const change = (count: number) =>
      files.admin
        .from('lesson_contents')
        .update({ attachments: Array.from({ length: count }, () => attachment('a.pdf')) })
        .eq('lesson_id', data.lesson_id)
    expect((await change(21)).error?.code).toBe('23514')
    expect((await change(20)).error).toBeNull()
    await files.admin.from('lesson_contents').update({ attachments: data.attachments }).eq('lesson_id', data.lesson_id)
  })
})
