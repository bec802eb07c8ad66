import { randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { handler } from '../functions/vimeo-folder/handler.ts'
import { codeOf, editorOf, type StoredContent } from './support/content.ts'
import { errorCode, owner } from './support/outcome.ts'
import { ANONYMOUS } from './support/people.ts'
import { stubRest, tokenOf, URL_OF_TESTS } from './support/rest-shim.ts'
import { as, database, withStaff } from './support/staff.ts'

withStaff()

const TOKEN = 'token-of-the-academy'
let course: string
let close: (() => Promise<void>) | undefined
beforeEach(async () => {
  const send = globalThis.fetch
  stubRest(database)
  const shim = globalThis.fetch
  // The database is the shim's, Vimeo is a server of the test.
  vi.stubGlobal('fetch', (to: string | URL, init: RequestInit) =>
    String(to).startsWith(URL_OF_TESTS) ? shim(to, init) : send(to, init),
  )
  await owner(database, 'delete from private.attempts')
  const editor = editorOf(database, as('admin'))
  course = (await editor.make('course', { title_he: 'קורס', vimeo_folder_id: '4711' })).id
})
afterEach(async () => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  await close?.()
  close = undefined
})

/** A server that speaks as Vimeo does; gives what it was asked. */
async function vimeo(answer: (page: number, response: ServerResponse) => void): Promise<string[]> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.headers.authorization} ${request.url}`)
    answer(Number(new URL(request.url ?? '', 'http://x').searchParams.get('page')), response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  vi.stubEnv('VIMEO_API_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  vi.stubEnv('VIMEO_TOKEN', TOKEN)
  return asked
}
const page = (response: ServerResponse, data: unknown, next: string | null = null) =>
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ data, paging: { next } }))

async function read(role = 'admin', body: object = { course }) {
  const headers = { authorization: `Bearer ${tokenOf(role === 'visitor' ? ANONYMOUS : as(role))}` }
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  const answer = await handler(new Request('http://supabase.test/functions/v1/vimeo-folder', init))
  return { status: answer.status, body: (await answer.json()) as { code?: string; videos?: object[] } }
}

describe('[2.12-12] the folder of a course', () => {
  test('is listed with names and lengths, page by page, with the token of the server', async () => {
    const asked = await vimeo((number, response) =>
      number === 1
        ? page(response, [{ uri: '/videos/76979871', name: 'ריבית', duration: 62 }, { uri: '/users/1' }], '/me?page=2')
        : page(response, [{ uri: '/videos/76979872:8272103f6e', name: 'א'.repeat(300), duration: 'long' }]),
    )
    const { status, body } = await read()
    expect(status).toBe(200)
    expect(body.videos).toEqual([
      { id: '76979871', title: 'ריבית', duration_seconds: 62 },
      { id: '76979872/8272103f6e', title: 'א'.repeat(120), duration_seconds: 0 },
    ])
    expect(asked.map((line) => line.split('?')[0])).toEqual(Array(2).fill(`bearer ${TOKEN} /me/projects/4711/videos`))
  })

  test.each([
    [401, '', 'VIMEO_REFUSED'],
    [403, '', 'VIMEO_REFUSED'],
    [404, '', 'VIMEO_NO_SUCH_FOLDER'],
    [429, '', 'VIMEO_BUSY'],
    [500, '', 'VIMEO_AWAY'],
    [200, '<html>', 'VIMEO_AWAY'],
    [200, '{"data": 5}', 'VIMEO_AWAY'],
    [302, '', 'VIMEO_AWAY'],
  ])('where Vimeo answers %i %s it is told as %s', async (status, text, code) => {
    await vimeo((_, response) => response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(text))
    expect((await read()).body.code).toBe(code)
  })

  test.each(['../../me/videos?x=', '4711/../../users', '//evil.example/', '4711#', '%2e%2e', '٤٧', '4711\n', ''])(
    'is asked for by its number alone: %j sends the token nowhere',
    async (folder) => {
      const asked = await vimeo((_, response) => page(response, []))
      const written = owner(database, 'update courses set vimeo_folder_id = $2 where id = $1', [course, folder])
      expect(await written.then(() => 'taken', errorCode)).toBe(folder === '' ? 'taken' : '23514')
      await owner(
        database,
        `update private.content_items set draft = draft || jsonb_build_object('vimeo_folder_id', $2::text) where kind = 'course' and id = $1`,
        [course, folder],
      )
      expect((await read()).body.code).toBe(folder === '' ? 'VIMEO_NO_FOLDER' : 'VIMEO_NO_SUCH_FOLDER')
      expect(asked).toEqual([])
    },
  )

  test('is not asked for where Vimeo sends the request elsewhere, with the token or without', async () => {
    const seen: string[] = []
    const elsewhere = createServer((request, response) => {
      seen.push(request.url ?? '')
      page(response, [])
    })
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
    const location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`
    for (const status of [301, 302, 303, 307, 308]) {
      await vimeo((_, response) => response.writeHead(status, { location }).end())
      expect((await read()).body.code).toBe('VIMEO_AWAY')
      await close?.()
    }
    elsewhere.close()
    expect(seen).toEqual([])
  })

  test('where nobody answers, or without end, is told', async () => {
    await vimeo((_, response) => response.destroy())
    expect((await read()).body.code).toBe('VIMEO_AWAY')
    await close?.()
    await vimeo((_, response) => response.end('x'.repeat(3_000_000)))
    expect((await read()).body.code).toBe('VIMEO_AWAY')
  })

  test('wants a folder, a token, and the right to write lessons; sixty an hour', async () => {
    expect((await read()).body.code).toBe('VIMEO_NO_TOKEN')
    const asked = await vimeo((_, response) => page(response, []))
    for (const role of ['marketing', 'analyst']) expect((await read(role)).body.code).toBe('FORBIDDEN')
    expect((await read('visitor')).status).toBeGreaterThanOrEqual(401)
    expect((await read('admin', { course: randomUUID() })).body.code).toBe('CONTENT_NOT_FOUND')
    expect((await read('admin', { course: '../me' })).status).toBe(400)
    const editor = editorOf(database, as('admin'))
    const bare = await editor.make('course', { title_he: 'בלי תיקייה' })
    expect((await read('admin', { course: bare.id })).body.code).toBe('VIMEO_NO_FOLDER')
    expect(asked).toEqual([])
    for (let times = 0; times < 60; times++) await codeOf(editor.ask('read_lesson_folder', [course]))
    expect((await read()).body.code).toBe('TOO_MANY_REQUESTS')
  })
})

describe('[2.12-12] lessons of a list', () => {
  const importing = (videos: unknown, role = 'admin', into = course) =>
    editorOf(database, as(role)).ask<{ made: number; known: number }>('import_lessons', [into, JSON.stringify(videos)])
  const lessons = () =>
    owner<StoredContent & { draft: Record<string, unknown>; is_published: boolean }>(
      database,
      `select items.draft, lessons.is_published from public.lessons
       join private.content_items as items on items.kind = 'lesson' and items.id = lessons.id
       where lessons.course_id = $1 order by lessons.order_index`,
      [course],
    )

  test('are drafts at the end of the course, each video once, and never public', async () => {
    const videos = [{ id: '76979871', title: ' ריבית ', duration_seconds: 62 }, { id: '76979872' }]
    expect(await importing(videos)).toEqual({ made: 2, known: 0 })
    expect(await importing([...videos, { id: '76979873', title: '' }])).toEqual({ made: 1, known: 2 })
    expect(await lessons()).toMatchObject([
      {
        is_published: false,
        draft: { title_he: 'ריבית', provider: 'vimeo', video_ref: '76979871', duration_seconds: 62 },
      },
      { is_published: false, draft: { title_he: 'סרטון 76979872', duration_seconds: 0 } },
      { is_published: false, draft: { title_he: 'סרטון 76979873' } },
    ])
  })

  test('keep the code of an unlisted video, which is one video with it and without', async () => {
    expect(await importing([{ id: '76979871/8272103f6e' }, { id: '76979872' }])).toEqual({ made: 2, known: 0 })
    expect(await importing([{ id: '76979871' }, { id: '76979872/8272103f6e' }])).toEqual({ made: 0, known: 2 })
    expect((await lessons()).map(({ draft }) => [draft.video_ref, draft.title_he])).toEqual([
      ['76979871/8272103f6e', 'סרטון 76979871'],
      ['76979872', 'סרטון 76979872'],
    ])
  })

  test('sent twice at once are made once', async () => {
    const made = await Promise.all([1, 2].map(() => importing([{ id: '76979871' }])))
    expect(made.map((one) => one.made).sort()).toEqual([0, 1])
    expect(await lessons()).toHaveLength(1)
  })

  test.each([
    ['nothing', []],
    ['no list', { id: '1' }],
    ['a hundred and one', Array.from({ length: 101 }, (_, at) => ({ id: String(10_000 + at) }))],
    ['a script', [{ id: '76979871' }, { id: 'javascript:alert(1)' }]],
    ['a code that is none', [{ id: '76979871/../1' }]],
    ['a number that is no text', [{ id: '76979871', title: 5 }]],
    ['a length in words', [{ id: '76979871', duration_seconds: 'long' }]],
    ['a length below nothing', [{ id: '76979871', duration_seconds: -1 }]],
    ['words', ['76979871']],
  ])('of %s is refused, and nothing is made', async (_, videos) => {
    expect(await codeOf(importing(videos))).toBe('IMPORT_INVALID')
    expect(await lessons()).toEqual([])
  })

  test('are for who writes lessons, in a course that is there', async () => {
    for (const role of ['marketing', 'analyst'])
      expect(await codeOf(importing([{ id: '76979871' }], role))).toBe('FORBIDDEN')
    expect(await codeOf(importing([{ id: '76979871' }], 'admin', randomUUID()))).toBe('CONTENT_NOT_FOUND')
  })
})
