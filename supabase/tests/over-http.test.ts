import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../embedded-supabase/test/support/start.ts'
import { freshPhone, registration } from './support/people.ts'
import { PROJECT } from './support/project.ts'
import { applyRegistration, openNewLink, register } from './support/registering.ts'

const PASSWORD = 'thrown-away-4f9c1e77'

let server: TestServer
let admin: SupabaseClient
let course: string
let lesson: string

beforeAll(async () => {
  server = await startTestServer({
    projectDirectory: PROJECT,
    functions: {
      'account-recovery': { load: () => import('../functions/account-recovery/handler.ts') },
      'batch-progress': { load: () => import('../functions/batch-progress/handler.ts') },
    },
  })
  admin = server.client(server.supabase.serviceRoleKey)
  const category = await admin
    .from('categories')
    .insert({ name_he: 'יסודות', slug: 'finance-basics' })
    .select()
    .single()
  const author = await admin.from('authors').insert({ name_he: 'נועה', slug: 'noa' }).select().single()
  const made = await admin
    .from('courses')
    .insert({ title_he: 'קורס', category_id: category.data.id, author_id: author.data.id, is_published: true })
    .select()
    .single()
  course = made.data.id
  const first = await admin
    .from('lessons')
    .insert({ course_id: course, title_he: 'שיעור', duration_seconds: 100, is_published: true })
    .select()
    .single()
  lesson = first.data.id
  await admin.from('lesson_contents').insert({ lesson_id: lesson, video_ref: 'a.mp4' })
})
afterAll(() => server?.close())

/** Registers and opens the mailed link. */
async function signedIn(email: string, metadata = registration()) {
  const client = server.client()
  const hash = await register(client, email, metadata)
  const person = await openNewLink(server, email, client)
  expect(await applyRegistration(client, hash)).toEqual({ applied: true, phone_left_out: false })
  return person
}

describe('a student', () => {
  test('[7-02] [3-01] registers, is verified by the link and reads and changes their own profile', async () => {
    const phone = freshPhone()
    const { client, id } = await signedIn('dana@example.com', registration({ phone_number: phone }))
    const { data } = await client.from('users').select('*').eq('id', id).single()
    expect(data).toMatchObject({
      email: 'dana@example.com',
      phone_number: phone,
      email_verified: true,
      is_active: true,
      last_login_at: expect.any(String),
    })
    const change = await client.from('users').update({ first_name: 'רותי' }).eq('id', id).select().single()
    expect(change.data.first_name).toBe('רותי')
    const upsert = await client
      .from('users')
      .upsert({ id, email: 'dana@example.com', last_name: 'כהן' }, { onConflict: 'email' })
      .select()
      .single()
    expect(upsert).toMatchObject({ error: null, data: { first_name: 'רותי', last_name: 'כהן' } })
    const stolen = await client.from('users').update({ is_active: true, email_verified: true }).eq('id', id)
    expect(stolen).toMatchObject({ status: 403, error: { code: '42501' } })
    const moved = await client.from('users').update({ email: 'evil@example.com' }).eq('id', id)
    expect(moved).toMatchObject({ status: 403, error: { code: 'PROTECTED_COLUMN' } })
  })

  test('[5-04] [3-22] a phone of another email is refused with that email masked', async () => {
    const phone = freshPhone()
    const { client } = await signedIn('first@gmail.com', registration({ phone_number: phone }))
    const { error } = await server.client().auth.signUp({
      email: 'second@example.com',
      password: PASSWORD,
      options: { data: registration({ phone_number: phone }) },
    })
    expect(error?.message).toBe('PHONE_ALREADY_EXISTS {"existingEmail":"f***@g***.com"}')
    const other = await signedIn('third@example.com')
    const names = { first_name: 'דנה', last_name: 'לוי' }
    const change = await other.client.rpc('save_profile', { ...names, phone_number: phone })
    expect(change.data).toMatchObject({
      error: { code: 'PHONE_ALREADY_EXISTS', details: '{"existingEmail":"f***@g***.com"}' },
    })
    const direct = await other.client.from('users').update({ phone_number: phone }).eq('id', other.id)
    expect(direct).toMatchObject({ status: 403, error: { code: 'PROTECTED_COLUMN', details: null } })
    await client.auth.signOut()
  })

  test.each([
    ['[5-01]', { terms_consent: false }, 'Privacy and Terms consent are required'],
    ['[5-03]', { phone_number: '' }, 'Phone number is required'],
  ])('%s a sign-up that breaks a rule makes nothing', async (_, changes, message) => {
    const email = `rule${message.length}@example.com`
    const { error } = await server
      .client()
      .auth.signUp({ email, password: PASSWORD, options: { data: registration(changes) } })
    expect(error?.message).toBe(message)
    expect((await admin.from('users').select('id').eq('email', email)).data).toEqual([])
  })

  test('[7-13] [7-14] [7-15] [7-23] everyone reads the catalogue', async () => {
    const visitor = server.client()
    const categories = await visitor.from('categories').select('*').eq('is_active', true).order('order_index')
    expect(categories.data).toHaveLength(1)
    const courses = await visitor
      .from('courses')
      .select('*,category:categories(*),author:authors(id,name_he,image_url,expertise_areas),lessons(id)')
      .eq('is_published', true)
      .order('order_index')
    expect(courses.data).toMatchObject([
      { id: course, category: { slug: 'finance-basics' }, author: { name_he: 'נועה' }, lessons: [{ id: lesson }] },
    ])
    const contents = await visitor.from('lessons').select('*,lesson_contents(*)').eq('id', lesson)
    expect(contents).toMatchObject({ status: 401, error: { code: '42501' } })
  })

  test('[7-16] [7-17] [7-18] saves progress and bookmarks and reads them joined', async () => {
    const { client, id } = await signedIn('learner@example.com')
    const row = {
      user_id: id,
      lesson_id: lesson,
      course_id: course,
      progress_seconds: 40.25,
      watched_until: 40.25,
      watch_progress: 1,
      completed: false,
      last_watched: new Date().toISOString(),
      updated_at: new Date().toISOString(),
    }
    for (let i = 0; i < 2; i++) {
      const saved = await client
        .from('user_progress')
        .upsert(row, { onConflict: 'user_id,lesson_id' })
        .select()
        .single()
      expect(saved).toMatchObject({
        error: null,
        data: { progress_seconds: 40.25, watched_seconds: 40, watch_progress: 40, watched_ranges: '{[0,40)}' },
      })
    }
    const joined = await client
      .from('user_progress')
      .select('*,course:courses(*,category:categories(*)),lesson:lessons(*)')
      .eq('user_id', id)
    expect(joined.data).toMatchObject([
      { course: { title_he: 'קורס', category: { name_he: 'יסודות' } }, lesson: { title_he: 'שיעור' } },
    ])
    const bookmark = await client
      .from('bookmarks')
      .insert({ user_id: id, course_id: course })
      .select('*,course:courses(*,category:categories(*))')
      .single()
    expect(bookmark.data).toMatchObject({ course: { category: { name_he: 'יסודות' } } })
    expect(await client.from('bookmarks').insert({ user_id: id, course_id: course })).toMatchObject({
      status: 409,
      error: { code: '23505' },
    })
    expect((await client.from('bookmarks').delete().eq('user_id', id).eq('course_id', course)).status).toBe(204)
    expect((await client.from('lesson_contents').select('*').eq('lesson_id', lesson).single()).data.video_ref).toBe(
      'a.mp4',
    )
  })

  test('[7-19] a beacon with the token in its body saves progress', async () => {
    const { id, token, client } = await signedIn('beacon@example.com')
    const body = JSON.stringify({
      access_token: token,
      updates: [
        { user_id: id, lesson_id: lesson, course_id: course, progress_seconds: 99, watched_ranges: '{[0,99)}' },
      ],
    })
    const send = (text: string) =>
      fetch(`${server.url}/functions/v1/batch-progress`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body: text,
      })
    expect(await (await send(body)).json()).toEqual({ accepted: [lesson], rejected: [] })
    expect((await client.from('course_completions').select('course_id')).data).toEqual([{ course_id: course }])
    const forged = `${token.slice(0, -4)}AAAA`
    expect((await send(body.replace(token, forged))).status).toBe(401)
  })

  test('[2.11-06] a closed account cannot sign in, and its live token reads nothing personal', async () => {
    const { client, id } = await signedIn('closed@example.com')
    await client.from('bookmarks').insert({ user_id: id, course_id: course })
    await admin.rpc('set_student_active', { student_id: id, active: false, reason: 'בירור' })
    expect((await client.from('bookmarks').select('*')).data).toEqual([])
    expect((await client.from('lesson_contents').select('*')).data).toEqual([])
    expect((await client.auth.refreshSession()).error).not.toBeNull()
    const link = await admin.auth.admin.generateLink({ type: 'magiclink', email: 'closed@example.com' })
    const token_hash = link.data.properties?.hashed_token ?? ''
    expect((await server.client().auth.verifyOtp({ token_hash, type: 'email' })).error?.code).toBe('user_banned')
  })
})

describe('account recovery', () => {
  test('[7-20] [7-21] [3-20] [3-21] goes from the phone to the account, by the mail', async () => {
    const phone = freshPhone()
    const { id } = await signedIn('lost@gmail.com', registration({ phone_number: phone }))
    const visitor = server.client()
    const asked = await visitor.functions.invoke('account-recovery', { body: { phone_number: phone } })
    expect(asked.data).toEqual({ success: true, error: null, masked_email: 'l***@g***.com' })
    const mail = await admin.from('email_outbox').select('text_body').eq('recipient', 'lost@gmail.com').single()
    const link = new URL(/http\S+recover-account\S+/.exec(mail.data?.text_body)?.[0] ?? '')
    const input = { token_input: link.searchParams.get('token'), phone_input: link.searchParams.get('phone') }
    expect((await visitor.rpc('verify_recovery_token', input)).data).toEqual({
      valid: true,
      error: null,
      user_id: id,
      email: 'lost@gmail.com',
    })
    expect((await visitor.rpc('verify_recovery_token', input)).data).toMatchObject({
      valid: false,
      error: 'INVALID_RECOVERY_TOKEN',
    })
    const unknown = await visitor.functions.invoke('account-recovery', { body: { phone_number: freshPhone() } })
    expect(unknown.data).toMatchObject({ success: true, error: null, masked_email: expect.stringContaining('***@') })
    expect((await visitor.rpc('request_account_recovery', {})).error).not.toBeNull()
  })
})

describe('the staff', () => {
  test('[7-04] [7-10] [7-11] [7-12] is invited, accepts, and reads what its role may', async () => {
    const invitation = await admin.rpc('create_admin_invitation', {
      email: 'new@academy.example',
      role_name: 'admin',
      first_name: 'נועה',
      last_name: 'לוי',
    })
    expect(invitation.error).toBeNull()
    const client = server.client()
    const otp = await client.auth.signInWithOtp({
      email: 'new@academy.example',
      options: { shouldCreateUser: true, data: { user_type: 'admin' } },
    })
    expect(otp.error).toBeNull()
    const { id } = await openNewLink(server, 'new@academy.example', client)
    const accepted = await client.rpc('accept_admin_invitation', { token_input: invitation.data.token })
    expect(accepted.data).toMatchObject({ success: true, error: null })
    const own = await client
      .from('admin_users')
      .select('*,role:roles(*,role_permissions(permission:permissions(name)))')
      .eq('supabase_auth_id', id)
      .single()
    expect(own.data).toMatchObject({ email: 'new@academy.example', is_active: true, role: { name: 'admin', level: 2 } })
    expect(own.data.role.role_permissions).toContainEqual({ permission: { name: 'courses.manage' } })
    expect(
      (await client.from('roles').select('*,role_permissions(permission:permissions(name))').order('level')).data,
    ).toHaveLength(5)
    const course = { kind: 'course', id: randomUUID(), changes: { title_he: 'חדש' } }
    expect((await client.rpc('create_content', course)).error).toBeNull()
    for (const table of ['courses', 'lessons', 'articles', 'categories', 'authors', 'lesson_contents']) {
      expect([table, (await client.from(table).insert({})).status]).toEqual([table, 403])
      expect([table, (await client.from(table).delete().not('created_at', 'is', null)).status]).toEqual([table, 403])
      const changed = await client.from(table).update({ updated_at: null }).not('created_at', 'is', null)
      expect([table, changed.status]).toEqual([table, 403])
    }
    const refused = await client.rpc('create_admin_invitation', {
      email: 'x@academy.example',
      role_name: 'super_admin',
    })
    expect(refused).toMatchObject({ status: 403, error: { code: 'INSUFFICIENT_LEVEL' } })
    expect(
      (await client.rpc('create_admin_invitation', { email: 'x@academy.example', role_name: 'emperor' })).error
        ?.message,
    ).toBe('Invalid role specified')
    expect(
      (await client.rpc('create_admin_invitation', { email: 'new@academy.example', role_name: 'admin' })).error
        ?.message,
    ).toBe('Admin user already exists')
  })

  test('[7-05] [5-17] a stranger who says to be staff gets no account', async () => {
    const { error } = await server.client().auth.signInWithOtp({
      email: 'evil@academy.example',
      options: { shouldCreateUser: true, data: { user_type: 'admin', is_admin: true } },
    })
    expect(error?.message).toBe('Admin user not found')
  })

  test('[5-15] [5-16] an invitation needs a session and the right token', async () => {
    const none = await server.client().rpc('accept_admin_invitation', { token_input: 'x' })
    expect(none.data).toMatchObject({ success: false, error: 'No authenticated session' })
    const { client } = await signedIn('guesser@example.com')
    expect((await client.rpc('accept_admin_invitation', { token_input: 'x' })).data).toMatchObject({
      success: false,
      error: 'Invalid or expired invitation',
    })
  })
})

test('[2.1-19] [7-22] a visitor counts a page', async () => {
  expect((await server.client().rpc('track_page_view', { path_pattern: '/courses/:courseId' })).status).toBe(204)
})
