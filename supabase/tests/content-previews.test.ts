import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Caller, Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { codeOf, editorOf, emptyShelves } from './support/content.ts'
import { callAs, owner } from './support/outcome.ts'
import { ANONYMOUS, type Person, signUp, signUpStaff } from './support/people.ts'

type Shown = { kind: string; expires_at: string; row: Record<string, unknown> } | null

let database: Database
let editor: ReturnType<typeof editorOf>
let writer: Awaited<ReturnType<typeof signUpStaff>>
let dana: Person

beforeAll(async () => {
  database = await openAcademyDatabase()
  writer = await signUpStaff(database, 'writer@academy.example', 'admin')
  editor = editorOf(database, (await signUpStaff(database, 'editor@academy.example', 'super_admin')).caller)
  dana = await signUp(database, 'dana@example.com')
})
afterAll(() => database?.close())
beforeEach(() => emptyShelves(database))

const link = (kind: string, id: string, hours = 1, by = editor) =>
  by.ask<{ token: string; expires_at: string }>('make_content_preview', [kind, id, hours])
const open = (token: string, caller: Caller = ANONYMOUS) =>
  callAs<Shown>(database, caller, 'read_content_preview', [token])
const service: Caller = { role: 'service_role', claims: { role: 'service_role' } }
const mayOpen = (bucket: string, path: string, token: string) =>
  callAs<boolean>(database, service, 'may_open_previewed_file', [bucket, path, token])

describe('a link to a draft', () => {
  test('shows it as it stands, to whoever holds it, and to nobody else', async () => {
    const draft = await editor.makeCategory()
    const { token } = await link('category', draft.id)
    expect(token).toMatch(/^[0-9a-f]{64}$/)
    expect(await open(token)).toMatchObject({ kind: 'category', row: { name_he: 'השקעות', courses: [] } })
    expect(await open(token, dana.caller)).toMatchObject({ kind: 'category' })
    await editor.save('category', draft, { name_he: 'חיסכון' })
    expect((await open(token))?.row.name_he).toBe('חיסכון')
    for (const other of ['', token.slice(1), token.toUpperCase(), randomUUID()]) expect(await open(other)).toBeNull()
    const kept = await owner<{ token_hash: string }>(database, 'select token_hash from private.content_previews')
    expect(kept.map(({ token_hash }) => token_hash)).not.toContain(token)
  })

  test.each([0, 169, -1])('for %i hours is refused', async (hours) => {
    const draft = await editor.makeCategory()
    expect(await codeOf(link('category', draft.id, hours))).toBe('CONTENT_INVALID')
  })

  test('is not made for a fact, which has no page', async () => {
    const fact = await editor.make('fact', { name_he: 'מע״מ', slug: 'vat' })
    expect(await codeOf(link('fact', fact.id))).toBe('CONTENT_INVALID')
  })

  test('ends at its time, when it is taken back, and with its record in the trash', async () => {
    const draft = await editor.makeCategory()
    const tokens = (await Promise.all([1, 24, 168].map((hours) => link('category', draft.id, hours)))).map(
      ({ token }) => token,
    )
    await owner(
      database,
      `update private.content_previews set expires_at = now() where expires_at < now() + interval '2 hours'`,
    )
    expect((await Promise.all(tokens.map((token) => open(token)))).map(Boolean)).toEqual([false, true, true])
    await editor.ask('trash_content', ['category', draft.id, true])
    expect(await open(tokens[1] ?? '')).toBeNull()
    expect(await codeOf(link('category', draft.id))).toBe('CONTENT_IN_TRASH')
    await editor.ask('trash_content', ['category', draft.id, false])
    expect(await open(tokens[1] ?? '')).not.toBeNull()
    expect(await editor.ask('end_content_previews', ['category', draft.id])).toBe(2)
    expect(await open(tokens[2] ?? '')).toBeNull()
  })

  test('ends when who made it may no longer write it', async () => {
    const course = await editor.make('course', { title_he: 'קורס' })
    const { token } = await link('course', course.id, 1, editorOf(database, writer.caller))
    expect(await open(token)).not.toBeNull()
    const close = (active: boolean) => editor.ask('set_admin_active', [writer.adminId, active])
    await close(false)
    expect(await open(token)).toBeNull()
    await close(true)
    expect(await open(token)).not.toBeNull()
  })

  test('is made by those alone who may write the record, and leaves a line', async () => {
    const draft = await editor.makeCategory()
    const analyst = await signUpStaff(database, 'analyst@academy.example', 'analyst')
    for (const { caller } of [dana, analyst])
      expect(await codeOf(link('category', draft.id, 1, editorOf(database, caller)))).toBe('FORBIDDEN')
    await link('category', draft.id)
    const lines = await owner<{ action: string }>(
      database,
      `select action from public.audit_log where entity_id = '${draft.id}' and action like 'preview%'`,
    )
    expect(lines.map(({ action }) => action)).toEqual(['preview linked'])
  })

  test('a hundred a day are enough', async () => {
    const draft = await editor.makeCategory()
    for (let made = 0; made < 100; made++) await link('category', draft.id)
    expect(await codeOf(link('category', draft.id))).toBe('TOO_MANY_REQUESTS')
  })
})

describe('what a link shows', () => {
  test('of a course are its drafts too, in order, and not what lies in the trash', async () => {
    const course = await editor.make('course', { title_he: 'קורס' })
    const lessons = []
    for (const title of ['ראשון', 'שני', 'שלישי'])
      lessons.push(await editor.make('lesson', { title_he: title, course_id: course.id }))
    await editor.ask('trash_content', ['lesson', lessons[1]?.id, true])
    const { token } = await link('course', course.id)
    const row = (await open(token))?.row as { opened: { title_he: string }[] }
    expect(row.opened.map(({ title_he }) => title_he)).toEqual(['ראשון', 'שלישי'])
  })

  test('of a lesson is the draft with its video and texts, and it opens the file that the draft names and no other', async () => {
    const course = await editor.make('course', { title_he: 'קורס' })
    const lesson = await editor.make('lesson', {
      ...{ title_he: 'ריבית', course_id: course.id, summary_he: 'סיכום', provider: 'file', video_ref: 'films/a.mp4' },
    })
    const { token } = await link('lesson', lesson.id)
    expect((await open(token))?.row).toMatchObject({
      ...{ title_he: 'ריבית', summary_he: 'סיכום', video_ref: 'films/a.mp4', course_id: course.id },
      course_lessons: [{ title_he: 'ריבית', course: { title_he: 'קורס' } }],
    })
    expect(await mayOpen('lesson-videos', 'films/a.mp4', token)).toBe(true)
    for (const [bucket, path, key] of [
      ['lesson-videos', 'films/b.mp4', token],
      ['lesson-files', 'films/a.mp4', token],
      ['images', 'films/a.mp4', token],
      ['lesson-videos', 'films/a.mp4', randomUUID()],
    ] as const)
      expect(await mayOpen(bucket, path, key)).toBe(false)
    await editor.save('lesson', lesson, { video_ref: 'films/b.mp4' })
    expect(await mayOpen('lesson-videos', 'films/a.mp4', token)).toBe(false)
  })

  test('is told of files to the server alone', async () => {
    for (const caller of [ANONYMOUS, dana.caller, writer.caller])
      expect(await codeOf(callAs(database, caller, 'may_open_previewed_file', ['lesson-videos', 'a', 'b']))).not.toBe(
        'done',
      )
  })
})
