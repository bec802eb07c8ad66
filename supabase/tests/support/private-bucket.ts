import { fileURLToPath } from 'node:url'
import type { SupabaseClient } from '@supabase/supabase-js'
import { expect } from 'vitest'
import { startTestServer, type TestServer } from '../../../embedded-supabase/test/support/start.ts'
import { registration, signUpStaff } from './people.ts'

/** Stands in every file that students may have, and in the content of its lesson. */
export const OPEN = 'what-students-may-have'
/** Stands in every other file and content. */
export const HIDDEN = 'what-nobody-may-have-yet'

/** A private bucket whose files belong to lessons. */
export type LessonBucket = {
  id: string
  type: string
  ending: string
  /** The columns of `lesson_contents` that name a file. */
  naming(file: string): Record<string, unknown>
  /** A filter of `lesson_contents` that finds the lesson of a file. */
  finding(file: string): string
}

type Way = { path: string; init: { method?: string; body?: string; headers?: Record<string, string> } }

/** A server with people, and files of a published lesson, of a draft, of a draft course, and of no lesson. */
export type PrivateBucket = {
  server: TestServer
  admin: SupabaseClient
  /** The official client of somebody. */
  client(actor: string): SupabaseClient
  open: string
  /** Files that nobody but those who manage lessons may have. */
  closed: string[]
  /** Every way in which somebody might ask for a file, or for where it lies. */
  waysTo(file: string): Way[]
  ask(actor: string, way: Way): Promise<{ status: number; ok: boolean; text: string }>
  /** The ways that led somebody to the file, its address or its content. */
  waysThatLead(actor: string, file: string): Promise<string[]>
  /** Asks the academy for a signed address of a file. */
  sign(actor: string, file: string): ReturnType<PrivateBucket['ask']>
}

export const STAFF_ROLES = ['super_admin', 'admin', 'analyst', 'marketing'] as const

const post = (path: string, body: unknown): Way => ({ path, init: { method: 'POST', body: JSON.stringify(body) } })
const get = (path: string, headers: Record<string, string> = {}): Way => ({ path, init: { headers } })

function waysInto({ id, finding }: LessonBucket, file: string): Way[] {
  const ends = { bucketId: id, sourceKey: file, destinationKey: file }
  return [
    get(`/storage/v1/object/${id}/${file}`),
    get(`/storage/v1/object/${id}/${file}`, { range: 'bytes=0-9' }),
    get(`/storage/v1/object/authenticated/${id}/${file}`),
    get(`/storage/v1/object/public/${id}/${file}`),
    get(`/storage/v1/object/${id}/x/..%2f${file}`),
    get(`/storage/v1/object/images/..%2f${id}%2f${file}`),
    get(`/storage/v1/object/public/images/%2e%2e/${id}/${file}`),
    get(`/storage/v1/object/info/${id}/${file}`),
    get(`/storage/v1/object/info/authenticated/${id}/${file}`),
    get(`/storage/v1/object/info/public/${id}/${file}`),
    get(`/storage/v1/object/sign/${id}/${file}?token=eyJhbGciOiJub25lIn0.e30.`),
    post(`/storage/v1/object/list/${id}`, { prefix: '' }),
    post(`/storage/v1/object/list-v2/${id}`, { prefix: '' }),
    post(`/storage/v1/object/sign/${id}/${file}`, { expiresIn: 60 }),
    post(`/storage/v1/object/sign/${id}`, { expiresIn: 60, paths: [file] }),
    post('/functions/v1/sign-lesson-file', { bucket: id, path: file }),
    post('/storage/v1/object/copy', { ...ends, destinationBucket: 'images' }),
    post('/storage/v1/object/copy', { ...ends, destinationKey: `copy-of-${file}` }),
    post('/storage/v1/object/move', { ...ends, destinationBucket: 'images' }),
    get('/rest/v1/lesson_contents?select=*'),
    get('/rest/v1/lessons?select=*,lesson_contents(*)'),
    get('/rest/v1/courses?select=*,lessons(*,lesson_contents(*))'),
    get(`/rest/v1/lessons?select=id,lesson_contents!inner(lesson_id)&lesson_contents.${finding(file)}`),
    get('/rest/v1/user_progress?select=*,lesson:lessons(*,lesson_contents(*))'),
  ]
}

/** Starts a server and fills the bucket; people are called student, unverified, closed, and as the roles of staff. */
export async function openPrivateBucket(bucket: LessonBucket): Promise<PrivateBucket> {
  const server = await startTestServer({
    projectDirectory: fileURLToPath(new URL('../..', import.meta.url)),
    functions: {
      'sign-lesson-file': { load: () => import('../../functions/sign-lesson-file/handler.ts') },
    },
  })
  const admin = server.client(server.supabase.serviceRoleKey)
  const tokens: Record<string, string> = {}

  async function openLink(name: string, email: string): Promise<string> {
    const link = await admin.auth.admin.generateLink({ type: 'magiclink', email })
    const { data } = await server
      .client()
      .auth.verifyOtp({ token_hash: link.data.properties?.hashed_token ?? '', type: 'email' })
    tokens[name] = data.session?.access_token ?? ''
    return data.user?.id ?? ''
  }
  async function student(name: string): Promise<string> {
    const email = `${name}@example.com`
    await server.client().auth.signUp({ email, password: 'thrown-away-4f9c1e77', options: { data: registration() } })
    return openLink(name, email)
  }

  const category = await admin.from('categories').insert({ name_he: 'יסודות', slug: 'basics' }).select().single()
  const course = async (isPublished: boolean): Promise<string> => {
    const row = { title_he: 'קורס', category_id: category.data.id, is_published: isPublished }
    return (await admin.from('courses').insert(row).select().single()).data.id
  }
  const published = await course(true)
  const early = await course(false)
  const file = (name: string) => `${name}.${bucket.ending}`
  for (const [name, word, course_id, is_published] of [
    ['open', OPEN, published, true],
    ['draft', HIDDEN, published, false],
    ['early', HIDDEN, early, true],
    ['orphan', HIDDEN, null, false],
  ] as const) {
    const body = new Blob([word.repeat(50)], { type: bucket.type })
    expect((await admin.storage.from(bucket.id).upload(file(name), body)).error).toBeNull()
    if (course_id === null) continue
    const lesson = await admin
      .from('lessons')
      .insert({ course_id, title_he: name, duration_seconds: 60, is_published })
      .select()
      .single()
    const content = { lesson_id: lesson.data.id, summary_he: word, ...bucket.naming(file(name)) }
    expect((await admin.from('lesson_contents').insert(content)).error).toBeNull()
  }
  await student('student')
  const unverified = await student('unverified')
  const closed = await student('closed')
  const { database } = server.supabase
  await database.asOwner((tx) => tx.query('update users set email_verified = false where id = $1', [unverified]))
  await admin.rpc('set_student_active', { student_id: closed, active: false, reason: 'בירור' })
  for (const role of STAFF_ROLES) {
    const email = `${role.replace('_', '-')}@academy.example`
    const { id } = await signUpStaff(database, email, role)
    await openLink(role, email)
    // As the code of the app would lift it.
    if (role !== 'super_admin') continue
    await database.asOwner((tx) => tx.query(`update auth.sessions set aal = 'aal2' where user_id = $1`, [id]))
  }

  const ask: PrivateBucket['ask'] = async (actor, { path, init }) => {
    const response = await fetch(`${server.url}${path}`, {
      ...init,
      headers: {
        apikey: server.supabase.anonKey,
        authorization: `Bearer ${tokens[actor] ?? server.supabase.anonKey}`,
        'content-type': 'application/json',
        ...init.headers,
      },
    })
    return { status: response.status, ok: response.ok, text: await response.text() }
  }
  return {
    server,
    admin,
    client: (actor) => server.client(tokens[actor]),
    open: file('open'),
    closed: [file('draft'), file('early'), file('orphan')],
    waysTo: (name) => waysInto(bucket, name),
    ask,
    async waysThatLead(actor, name) {
      const found: string[] = []
      for (const way of waysInto(bucket, name)) {
        const { path } = way
        const { status, ok, text } = await ask(actor, way)
        if (status >= 500) found.push(`${path} broke: ${text}`)
        const isFound = ['what-', '"signedURL":"/', '"lesson_id"'].some((sign) => text.includes(sign))
        if (isFound || (ok && path.includes('/info/')) || (ok && text.includes(`"name":"${name}"`))) found.push(path)
      }
      return [...new Set(found)]
    },
    sign: (actor, name) => ask(actor, post('/functions/v1/sign-lesson-file', { bucket: bucket.id, path: name })),
  }
}
