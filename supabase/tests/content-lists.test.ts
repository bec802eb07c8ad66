import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { editorOf, misnotedDrafts, type StoredContent } from './support/content.ts'
import { owner } from './support/outcome.ts'
import { signUpStaff } from './support/people.ts'
import { publishQuiz } from './support/quizzes.ts'
import { stubRest } from './support/rest-shim.ts'

type List = { size: number; total: number; rows: { id: string; state: string; sort_value: string }[] }

let database: Database
let editor: ReturnType<typeof editorOf>
const TESTS = 60
const ids: string[] = []

beforeAll(async () => {
  database = await openAcademyDatabase()
  stubRest(database)
  editor = editorOf(database, (await signUpStaff(database, 'editor@academy.example', 'admin')).caller)
  for (let n = 0; n < TESTS; n += 1) ids.push((await publishQuiz(database, { title: `מבחן ${n}` })).id)
  const read = (n: number) => editor.ask<StoredContent>('read_content', ['quiz', ids[n]])
  await editor.save('quiz', await read(1), { title_he: 'שם אחר' })
  await editor.ask('unpublish_content', ['quiz', ids[2]])
  await editor.ask('trash_content', ['quiz', ids[3], true])
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await database?.close()
})

const list = (query: object) => editor.ask<List>('list_content', [JSON.stringify({ kind: 'quiz', ...query })])
const stateOf = ({ rows }: List, n: number) => rows.find(({ id }) => id === ids[n])?.state

test('each state is told and found as a record tells it', async () => {
  const all = await list({ sort: 'edited_at', direction: 'desc' })
  expect([all.total, all.rows.length]).toEqual([TESTS - 1, all.size + 1])
  expect([stateOf(all, 1), stateOf(all, 3)]).toEqual(['changed', undefined])
  expect(stateOf(await list({ state: 'draft' }), 2)).toBe('draft')
  expect(stateOf(await list({ state: 'trash' }), 3)).toBe('trash')
  for (const [state, count] of Object.entries({ changed: 1, draft: 1, trash: 1, published: TESTS - 3, scheduled: 0 })) {
    const found = await list({ state })
    expect([state, found.total]).toEqual([state, count])
    expect(found.rows.every((row) => row.state === state)).toBe(true)
  }
})

test('a search finds what visitors read as well as what the draft says, also page by page', async () => {
  expect((await list({ search: 'שם אחר' })).rows.map(({ id }) => id)).toEqual([ids[1]])
  expect((await list({ search: 'מבחן 1', sort: 'title' })).rows.map(({ id }) => id)).toContain(ids[1])
  const first = await list({ sort: 'title' })
  const last = first.rows[first.size - 1]
  const next = await list({ sort: 'title', after: { value: last?.sort_value, id: last?.id } })
  expect(first.rows.length - 1 + next.rows.length).toBe(TESTS - 1)
})

test('a draft that differs is noted, whichever side is written and by whatever way', async () => {
  const read = () => editor.ask<StoredContent>('read_content', ['quiz', ids[10]])
  const shown = await read()
  const changed = await editor.save('quiz', shown, { pass_percent: 90 })
  expect([changed.state, await misnotedDrafts(database)]).toEqual(['changed', []])
  expect((await editor.save('quiz', changed, { pass_percent: shown.values.pass_percent })).state).toBe('published')
  const published = await editor.publish('quiz', await editor.save('quiz', await read(), { pass_percent: 80 }))
  expect([published.state, await misnotedDrafts(database)]).toEqual(['published', []])
  await editor.save('quiz', published, { pass_percent: 85 })
  await editor.ask('unpublish_content', ['quiz', ids[10]])
  expect([(await read()).state, await misnotedDrafts(database)]).toEqual(['draft', []])
  await owner(database, 'update public.quizzes set is_published = true where id = $1', [ids[10]])
  expect([(await read()).state, await misnotedDrafts(database)]).toEqual(['changed', []])
  // The server goes back to an earlier version of a test, past its draft.
  await owner(database, 'update public.quizzes set version = 1 where id = $1', [ids[10]])
  expect(await misnotedDrafts(database)).toEqual([])
  await editor.save('quiz', await read(), { pass_percent: shown.values.pass_percent })
  expect([(await read()).state, await misnotedDrafts(database)]).toEqual(['published', []])
})

test('a list reads no question of any test, whatever is asked for', async () => {
  const fetched = `select coalesce(sum(idx_tup_fetch + seq_tup_read), 0)::integer as questions from pg_stat_xact_user_tables where relname = 'quiz_questions'`
  const questionsReadBy = (statement: string, values: unknown[]) =>
    database.asOwner(async (tx) => {
      await tx.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify(editor.caller.claims)])
      const count = async () => (await tx.query<{ questions: number }>(fetched)).rows[0]?.questions ?? 0
      const before = await count()
      await tx.query(statement, values)
      return (await count()) - before
    })
  const asked = [
    {},
    ...['draft', 'scheduled', 'changed', 'published', 'trash'].map((state) => ({ state })),
    { search: 'מבחן' },
    { search: 'מבחן', state: 'published', sort: 'edited_at' },
  ]
  for (const query of asked) {
    const page = { kind: 'quiz', sort: 'title', ...query }
    const read = await questionsReadBy('select private.list_content($1)', [JSON.stringify(page)])
    expect([query, read]).toEqual([query, 0])
  }
  expect(await questionsReadBy('select private.content_record($1, $2)', ['quiz', ids[0]])).toBeGreaterThan(0)
})
