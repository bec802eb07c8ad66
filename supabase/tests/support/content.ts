import { randomUUID } from 'node:crypto'
import type { Caller, Database } from '../../../embedded-supabase/src/database/index.ts'
import { callAs, errorCode, owner } from './outcome.ts'
import { ANONYMOUS } from './people.ts'

/** A record as its editors are told of it. */
export type StoredContent = {
  id: string
  version: number
  values: Record<string, unknown>
  live: Record<string, unknown>
  state: string
  is_shown: boolean
  publish_at: string | null
  unpublish_at: string | null
  schedule_failure: string | null
  problems: { code: string; field: string | null; can_waive: boolean }[]
  reach: { students: number; certificates: number }
}

/** What a member of the staff does with content. */
export function editorOf(database: Database, caller: Caller) {
  const ask = <Value = StoredContent>(name: string, values: unknown[]) => callAs<Value>(database, caller, name, values)
  const make = (kind: string, fields: object) => ask('create_content', [kind, randomUUID(), JSON.stringify(fields)])
  return {
    caller,
    ask,
    make,
    makeCategory: (changes: object = {}) =>
      make('category', { name_he: 'השקעות', description_he: 'מה שכדאי לדעת', slug: 'investments', ...changes }),
    save: (kind: string, { id, version }: StoredContent, changes: object) =>
      ask('save_content', [kind, id, version, JSON.stringify(changes)]),
    publish: (kind: string, { id, version }: StoredContent, waiver: string | null = null) =>
      ask('publish_content', [kind, id, version, waiver]),
  }
}

/** What a call comes to: its code where it is refused. */
export const codeOf = (asked: Promise<unknown>) => asked.then(() => 'done', errorCode)

/** What visitors see of a table, in its order. */
export const seenBy = async (database: Database, table: string, caller: Caller = ANONYMOUS) =>
  (await database.queryAsCaller<Record<string, unknown>>(caller, `select * from ${table} order by order_index`)).rows

/** Records of which is_changed says something else than their two sides do. */
export const MISNOTED_DRAFTS = `select kind, id from private.content_items as items
  where is_changed <> (draft <> private.content_data(kind, private.live_content(kind, id)))`

export const misnotedDrafts = (database: Database) => owner(database, MISNOTED_DRAFTS)

const STUDENT_WORK = [
  ...['public.user_progress', 'private.removed_progress', 'public.course_completions', 'private.certificates'],
  ...['public.lesson_notes', 'public.bookmarks', 'private.quiz_attempts', 'private.review_cards'],
]

/** Takes away all courses, and first what students did in them: with that, the database keeps them. */
export async function removeCourses(database: Database): Promise<void> {
  for (const table of [...STUDENT_WORK, 'public.courses']) await owner(database, `delete from ${table}`)
}

/** Takes away what earlier tests wrote. */
export async function emptyShelves(database: Database): Promise<void> {
  await removeCourses(database)
  for (const table of ['public.categories', 'public.authors', 'private.attempts'])
    await owner(database, `delete from ${table}`)
}
