import { fileURLToPath } from 'node:url'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../embedded-supabase/test/support/start.ts'
import { registration } from './support/people.ts'

/** Stands in every video file and in the content of every lesson. */
const OPEN = 'what-students-may-watch'
const HIDDEN = 'what-nobody-may-watch-yet'

let server: TestServer
let admin: SupabaseClient
const tokens: Record<string, string> = {}

async function signIn(name: string): Promise<string> {
  const email = `${name}@example.com`
  const client = server.client()
  await client.auth.signUp({ email, password: 'thrown-away-4f9c1e77', options: { data: registration() } })
  const link = await admin.auth.admin.generateLink({ type: 'magiclink', email })
  const { data } = await client.auth.verifyOtp({
    token_hash: link.data.properties?.hashed_token ?? '',
    type: 'email',
  })
  tokens[name] = data.session?.access_token ?? ''
  return data.user?.id ?? ''
}

beforeAll(async () => {
  server = await startTestServer({ projectDirectory: fileURLToPath(new URL('..', import.meta.url)) })
  admin = server.client(server.supabase.serviceRoleKey)
  const category = await admin.from('categories').insert({ name_he: 'יסודות', slug: 'basics' }).select().single()
  const course = await admin
    .from('courses')
    .insert({ title_he: 'קורס', category_id: category.data.id, is_published: true })
    .select()
    .single()
  for (const [name, word, isPublished] of [
    ['open.mp4', OPEN, true],
    ['draft.mp4', HIDDEN, false],
    ['orphan.mp4', HIDDEN, null],
  ] as const) {
    const upload = await admin.storage
      .from('lesson-videos')
      .upload(name, new Blob([word.repeat(50)], { type: 'video/mp4' }))
    expect(upload.error).toBeNull()
    if (isPublished === null) continue
    const lesson = await admin
      .from('lessons')
      .insert({ course_id: course.data.id, title_he: name, duration_seconds: 60, is_published: isPublished })
      .select()
      .single()
    const content = { lesson_id: lesson.data.id, provider: 'file', video_ref: name, summary_he: word }
    expect((await admin.from('lesson_contents').insert(content)).error).toBeNull()
  }
  await signIn('student')
  const unverified = await signIn('unverified')
  const closed = await signIn('closed')
  await server.supabase.database.asOwner((tx) =>
    tx.query('update users set email_verified = false where id = $1', [unverified]),
  )
  await admin.rpc('set_student_active', { student_id: closed, active: false })
})
afterAll(() => server?.close())

const authorized = (actor: string) => ({
  apikey: server.supabase.anonKey,
  authorization: `Bearer ${tokens[actor] ?? server.supabase.anonKey}`,
  'content-type': 'application/json',
})

const post = (path: string, body: unknown) => ({ path, init: { method: 'POST', body: JSON.stringify(body) } })
const get = (path: string, headers: Record<string, string> = {}) => ({ path, init: { headers } })
const ends = { bucketId: 'lesson-videos', destinationBucket: 'images' }

/** Every way in which somebody might ask for a video, or for where it lies. */
const waysTo = (name: string) => [
  get(`/storage/v1/object/lesson-videos/${name}`),
  get(`/storage/v1/object/lesson-videos/${name}`, { range: 'bytes=0-9' }),
  get(`/storage/v1/object/authenticated/lesson-videos/${name}`),
  get(`/storage/v1/object/public/lesson-videos/${name}`),
  get(`/storage/v1/object/lesson-videos/x/..%2f${name}`),
  get(`/storage/v1/object/images/..%2flesson-videos%2f${name}`),
  get(`/storage/v1/object/public/images/%2e%2e/lesson-videos/${name}`),
  get(`/storage/v1/object/info/lesson-videos/${name}`),
  get(`/storage/v1/object/sign/lesson-videos/${name}?token=eyJhbGciOiJub25lIn0.e30.`),
  post(`/storage/v1/object/list/lesson-videos`, { prefix: '' }),
  post(`/storage/v1/object/sign/lesson-videos/${name}`, { expiresIn: 60 }),
  post(`/storage/v1/object/sign/lesson-videos`, { expiresIn: 60, paths: [name] }),
  post(`/storage/v1/object/copy`, { ...ends, sourceKey: name, destinationKey: name }),
  post(`/storage/v1/object/move`, { ...ends, sourceKey: name, destinationKey: name }),
  get('/rest/v1/lesson_contents?select=*'),
  get('/rest/v1/lessons?select=*,lesson_contents(*)'),
  get('/rest/v1/courses?select=*,lessons(*,lesson_contents(*))'),
  get(`/rest/v1/lessons?select=id,lesson_contents!inner(lesson_id)&lesson_contents.video_ref=eq.${name}`),
  get('/rest/v1/user_progress?select=*,lesson:lessons(*,lesson_contents(*))'),
]

/** What of the ways led to the video, its address or its content. */
async function open(actor: string, name: string): Promise<string[]> {
  const found: string[] = []
  for (const { path, init } of waysTo(name)) {
    const headers = { ...authorized(actor), ...('headers' in init ? init.headers : {}) }
    const response = await fetch(`${server.url}${path}`, { ...init, headers })
    const text = await response.text()
    if (response.status >= 500) found.push(`${path} broke: ${text}`)
    const isFound = [OPEN, HIDDEN, 'what-', '"signedURL":"/', '"lesson_id"'].some((sign) => text.includes(sign))
    if (isFound || (response.ok && path.includes('/info/'))) found.push(path)
    if (response.ok && text.includes(`"name":"${name}"`)) found.push(path)
  }
  return [...new Set(found)]
}

test.each(['anonymous', 'unverified', 'closed'])(
  '[2.1-14] [6-05] no way leads the %s to a video or a content',
  async (actor) => {
    for (const name of ['open.mp4', 'draft.mp4', 'orphan.mp4']) expect(await open(actor, name)).toEqual([])
  },
)

test('[2.1-14] [6-04] a verified student watches what is published, and nothing else', async () => {
  expect((await open('student', 'open.mp4')).length).toBeGreaterThan(4)
  const link = async (name: string) => {
    const { path, init } = post(`/storage/v1/object/sign/lesson-videos/${name}`, { expiresIn: 60 })
    return fetch(`${server.url}${path}`, { ...init, headers: authorized('student') })
  }
  const { signedURL } = (await (await link('open.mp4')).json()) as { signedURL: string }
  const video = await fetch(`${server.url}/storage/v1${signedURL}`, { headers: { range: 'bytes=0-3' } })
  expect([video.status, await video.text()]).toEqual([206, OPEN.slice(0, 4)])
  for (const name of ['draft.mp4', 'orphan.mp4']) {
    expect((await link(name)).ok).toBe(false)
    const stolen = await fetch(`${server.url}/storage/v1${signedURL.replace('open.mp4', name)}`)
    expect([stolen.ok, (await stolen.text()).includes(HIDDEN)]).toEqual([false, false])
  }
  const everything = await Promise.all(
    waysTo('draft.mp4').map(async ({ path, init }) =>
      (
        await fetch(`${server.url}${path}`, {
          ...init,
          headers: { ...authorized('student'), ...('headers' in init ? init.headers : {}) },
        })
      ).text(),
    ),
  )
  expect(everything.join('\n')).not.toMatch(new RegExp(`${HIDDEN}|"(name|video_ref)":"(draft|orphan)`))
})

test('[2.1-14] a link ends with its time, and a changed one is none', async () => {
  const client = server.client(server.supabase.serviceRoleKey)
  const { data } = await client.storage.from('lesson-videos').createSignedUrl('open.mp4', 1)
  const address = data?.signedUrl ?? ''
  expect((await fetch(address)).status).toBe(200)
  expect((await fetch(`${address.slice(0, -4)}AAAA`)).ok).toBe(false)
  await expect.poll(async () => (await fetch(address)).ok, { timeout: 5_000 }).toBe(false)
})
