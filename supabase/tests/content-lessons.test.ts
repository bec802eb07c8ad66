import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { codeOf, editorOf, emptyShelves, misnotedDrafts, type StoredContent, seenBy } from './support/content.ts'
import { owner } from './support/outcome.ts'
import { type Person, signUp, signUpStaff } from './support/people.ts'

let database: Database
let editor: ReturnType<typeof editorOf>
let dana: Person
let course: string

beforeAll(async () => {
  database = await openAcademyDatabase()
  editor = editorOf(database, (await signUpStaff(database, 'editor@academy.example', 'super_admin')).caller)
  dana = await signUp(database, 'dana@example.com')
})
afterAll(() => database?.close())
afterEach(async () => expect(await misnotedDrafts(database)).toEqual([]))
beforeEach(async () => {
  await emptyShelves(database)
  course = await newCourse()
})

const newCourse = async () =>
  (
    await owner<{ id: string }>(
      database,
      `insert into public.courses (title_he, is_published) values ('קורס', true) returning id`,
    )
  )[0]?.id ?? ''
const make = (title: string, fields: object = {}) =>
  editor.make('lesson', { title_he: title, course_id: course, ...fields })
const publish = (lesson: StoredContent) => editor.publish('lesson', lesson, 'לבדיקה')
const save = (lesson: StoredContent, changes: object) => editor.save('lesson', lesson, changes)
const seen = () => seenBy(database, 'lessons')
const contents = async (caller: Person['caller']) =>
  (await database.queryAsCaller<Record<string, unknown>>(caller, 'select * from lesson_contents')).rows

describe('a lesson', () => {
  test('is written as one, shown to visitors and students in two tables at once, and never before', async () => {
    const made = await make('ריבית', { summary_he: 'סיכום', provider: 'vimeo', video_ref: '123', duration_seconds: 90 })
    expect(made).toMatchObject({ state: 'draft', values: { title_he: 'ריבית', summary_he: 'סיכום', video_ref: '123' } })
    expect([await seen(), await contents(dana.caller)]).toEqual([[], []])
    const shown = await publish(made)
    expect(await seen()).toMatchObject([{ title_he: 'ריבית', duration_seconds: 90, course_id: course }])
    expect(await contents(dana.caller)).toMatchObject([{ provider: 'vimeo', video_ref: '123', summary_he: 'סיכום' }])
    const changed = await save(shown, { summary_he: 'סיכום חדש', title_he: 'ריבית, שוב' })
    expect(changed).toMatchObject({ state: 'changed' })
    expect(await contents(dana.caller)).toMatchObject([{ summary_he: 'סיכום' }])
    await publish(changed)
    expect([(await seen())[0]?.title_he, (await contents(dana.caller))[0]?.summary_he]).toEqual([
      'ריבית, שוב',
      'סיכום חדש',
    ])
  })

  test('keeps one version of a publication, whichever of the two tables it changes', async () => {
    const shown = await publish(await make('ריבית'))
    await publish(await save(shown, { summary_he: 'סיכום' }))
    const versions = await editor.ask<{ version: number; data: Record<string, unknown> }[]>('content_history', [
      'lesson',
      shown.id,
    ])
    expect(versions.map(({ version, data }) => [version, data.summary_he])).toEqual([
      [3, 'סיכום'],
      [2, null],
      [1, null],
    ])
  })

  test('whose content a seed writes takes its draft along', async () => {
    const shown = await publish(await make('ריבית'))
    await owner(database, `update public.lesson_contents set summary_he = 'מבחוץ' where lesson_id = $1`, [shown.id])
    expect(await editor.ask('read_content', ['lesson', shown.id])).toMatchObject({
      state: 'published',
      values: { summary_he: 'מבחוץ' },
    })
    const [{ id } = { id: '' }] = await owner<{ id: string }>(
      database,
      `insert into public.lessons (course_id, title_he, is_published) values ($1, 'מזרע', true) returning id`,
      [course],
    )
    await owner(
      database,
      `insert into public.lesson_contents (lesson_id, video_ref, transcript) values ($1, 'a.mp4', '[{"start": 0, "end": 1, "text": "א"}]')`,
      [id],
    )
    expect(await editor.ask('read_content', ['lesson', id])).toMatchObject({
      ...{ state: 'published', values: { video_ref: 'a.mp4', captions: [], transcript: [{ text: 'א' }] } },
    })
    await owner(database, 'delete from public.lessons where id = $1', [shown.id])
    expect(await codeOf(editor.ask('read_content', ['lesson', shown.id]))).toBe('CONTENT_NOT_FOUND')
  })

  test('that was made past the screens, without its second row, is hidden, written and shown', async () => {
    const [{ id } = { id: '' }] = await owner<{ id: string }>(
      database,
      `insert into public.lessons (course_id, title_he, is_published) values ($1, 'מבחוץ', true) returning id`,
      [course],
    )
    expect(await editor.ask('unpublish_content', ['lesson', id])).toMatchObject({ state: 'draft' })
    const written = await save(await editor.ask('read_content', ['lesson', id]), {
      provider: 'vimeo',
      video_ref: '76979871/8272103f6e',
    })
    expect(await publish(written)).toMatchObject({
      state: 'published',
      live: { provider: 'vimeo', video_ref: '76979871/8272103f6e' },
    })
  })

  test('of a text that is longer than staff may write, as a seed may bring, is kept and read', async () => {
    const shown = await publish(await make('ריבית'))
    await owner(database, `update public.lesson_contents set summary_he = repeat('א', 90000) where lesson_id = $1`, [
      shown.id,
    ])
    const read = await editor.ask('read_content', ['lesson', shown.id])
    expect(String(read.values.summary_he)).toHaveLength(90_000)
    expect(read.problems).toContainEqual({ code: 'TOO_LONG', field: 'summary_he', can_waive: false })
  })

  test('says what is missing, and stops at a number of Vimeo that is none', async () => {
    const bare = await make('ריבית')
    expect(bare.problems.map(({ code }) => code).sort()).toEqual([
      'CAPTIONS_MISSING',
      'DESCRIPTION_MISSING',
      'DURATION_MISSING',
      'VIDEO_MISSING',
    ])
    const wrong = await save(bare, { provider: 'vimeo', video_ref: 'films/a.mp4' })
    expect(wrong.problems).toContainEqual({ code: 'VIMEO', field: 'video_ref', can_waive: false })
    expect(await codeOf(publish(wrong))).toBe('CONTENT_INCOMPLETE')
    await owner(database, 'update public.courses set is_published = false')
    expect((await editor.ask('read_content', ['lesson', bare.id])).problems.map(({ code }) => code)).toContain(
      'COURSE_HIDDEN',
    )
  })

  test.each([
    { video_ref: '../secret.mp4' },
    { video_ref: 'https://evil.example/a.mp4' },
    { provider: 'youtube' },
    { duration_seconds: 86401 },
    { duration_seconds: '90' },
    { summary_he: 'א'.repeat(20_001) },
    { summary_he: '🙂'.repeat(12_000) },
    { poster_url: 'javascript:alert(1)' },
    { course_id: randomUUID() },
    { captions: null, transcript: {} },
    { captions: [{ lang: 'he', label: 'עברית', vtt: '<script>alert(1)</script>' }] },
    { captions: [{ lang: 'hebrew', label: 'עברית', vtt: 'WEBVTT' }] },
    { captions: [{ lang: 'he', label: ' ', vtt: 'WEBVTT' }] },
    { captions: Array(2).fill({ lang: 'he', label: 'עברית', vtt: 'WEBVTT' }) },
    { captions: [{ lang: 'he', label: 'עברית', vtt: `WEBVTT ${'א'.repeat(150_001)}` }] },
    { transcript: [{ start: 2, end: 1, text: 'א' }] },
    { transcript: [{ start: 0, end: 1 }] },
    { transcript: ['א'] },
    {
      transcript: [
        { start: 5, end: 6, text: 'א' },
        { start: 1, end: 2, text: 'ב' },
      ],
    },
    { chapters: [{ start: 1, title: 'לא מההתחלה' }] },
    { attachments: [{ title: 'דף', path: '../a.pdf', bytes: 9 }] },
    { attachments: [{ title: 'דף', path: 'library/a.svg', bytes: 9 }] },
    { attachments: null },
  ])('refuses %o', async (changes) => {
    expect(await codeOf(save(await make('ריבית'), changes))).toBe('CONTENT_INVALID')
  })

  test.each([undefined, null, 'none', randomUUID()])('is of a course that is there (%s)', async (course_id) => {
    const id = randomUUID()
    const fields = JSON.stringify({ title_he: 'ריבית', course_id })
    expect(await codeOf(editor.ask('create_content', ['lesson', id, fields]))).toBe('CONTENT_INVALID')
  })

  test('stands in the order of its course, which another course does not feel', async () => {
    const other = await newCourse()
    for (const title of ['א', 'ב', 'ג']) await publish(await make(title))
    const elsewhere = await publish(await make('אחרת', { course_id: other }))
    const titles = async () =>
      (await seen()).filter(({ course_id }) => course_id === course).map(({ title_he }) => title_he)
    expect(await titles()).toEqual(['א', 'ב', 'ג'])
    const [first, , third] = (await seen()).filter(({ course_id }) => course_id === course)
    await editor.ask('move_content', ['lesson', third?.id, first?.id])
    expect(await titles()).toEqual(['ג', 'א', 'ב'])
    // A lesson of another course is no place in this one: it goes to the end.
    await editor.ask('move_content', ['lesson', third?.id, elsewhere.id])
    expect(await titles()).toEqual(['א', 'ב', 'ג'])
    expect(await owner(database, 'select order_index from public.lessons where id = $1', [elsewhere.id])).toEqual([
      { order_index: 1 },
    ])
    const list = await editor.ask<{ rows: { title: string }[] }>('list_content', [
      JSON.stringify({ kind: 'lesson', parent: other }),
    ])
    expect(list.rows.map(({ title }) => title)).toEqual(['אחרת'])
  })

  test('copied is a draft of the same course', async () => {
    const copy = await editor.ask('duplicate_content', [
      'lesson',
      (await make('ריבית', { summary_he: 'סיכום' })).id,
      randomUUID(),
    ])
    expect(copy).toMatchObject({ state: 'draft', values: { title_he: 'ריבית (עותק)', summary_he: 'סיכום' } })
    expect(await owner(database, 'select course_id from public.lessons where id = $1', [copy.id])).toEqual([
      { course_id: course },
    ])
  })

  test('tells how many students have progress in it before it is hidden, and keeps their progress', async () => {
    const shown = await publish(await make('ריבית', { duration_seconds: 90 }))
    await owner(
      database,
      `insert into public.user_progress (user_id, lesson_id, course_id, progress_seconds) values ($1, $2, $3, 30)`,
      [dana.id, shown.id, course],
    )
    expect((await editor.ask('read_content', ['lesson', shown.id])).reach).toEqual({ students: 1, certificates: 0 })
    expect((await editor.ask('read_content', ['course', course])).reach).toEqual({ students: 1, certificates: 0 })
    await editor.ask('trash_content', ['lesson', shown.id, true])
    expect(await seen()).toEqual([])
    expect(await owner(database, 'select progress_seconds::integer from public.user_progress')).toMatchObject([
      { progress_seconds: 30 },
    ])
  })

  test('has captions, a transcript and chapters that are drafted, published and kept like its other fields', async () => {
    const captions = [{ lang: 'he', label: 'עברית', vtt: 'WEBVTT\n\n00:00.000 --> 00:02.000\nשלום' }]
    const transcript = [{ start: 0, end: 2.5, text: 'שלום' }]
    const chapters = [{ start: 0, title: 'פתיחה' }]
    const shown = await publish(await make('ריבית'))
    const written = await save(shown, { captions, transcript, chapters })
    expect(written.problems.map(({ code }) => code)).not.toContain('CAPTIONS_MISSING')
    expect(await contents(dana.caller)).toMatchObject([{ captions: [], transcript: [], chapters: [] }])
    expect(await publish(written)).toMatchObject({ state: 'published', live: { captions, transcript, chapters } })
    expect(await contents(dana.caller)).toMatchObject([{ captions, transcript, chapters }])
    const [newest, before] = await editor.ask<{ data: object }[]>('content_history', ['lesson', shown.id])
    expect([newest?.data, before?.data]).toMatchObject([{ captions }, { captions: [] }])
  })

  test('is for managers of lessons or courses', async () => {
    const one = await make('ריבית')
    expect(await codeOf(editorOf(database, dana.caller).ask('read_content', ['lesson', one.id]))).toBe('FORBIDDEN')
    const analyst = await signUpStaff(database, `a${randomUUID()}@academy.example`, 'analyst')
    expect(await codeOf(editorOf(database, analyst.caller).ask('read_content', ['lesson', one.id]))).toBe('FORBIDDEN')
    const admin = await signUpStaff(database, `b${randomUUID()}@academy.example`, 'admin')
    expect(await editorOf(database, admin.caller).ask('read_content', ['lesson', one.id])).toMatchObject({ id: one.id })
  })
})
