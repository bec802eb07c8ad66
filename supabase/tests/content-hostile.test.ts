import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { XSS_ADDRESSES, XSS_TEXTS } from '../../e2e/support/xss-payloads.ts'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { owner } from './support/outcome.ts'

let database: Database
beforeAll(async () => {
  database = await openAcademyDatabase()
})
afterAll(() => database?.close())

/** Fields that hold words, which pages draw as text; every other field has a form of its own. */
const WORDS = new Set([
  ...['name_he', 'title_he', 'description_he', 'bio_he', 'summary_he', 'excerpt_he', 'intro_he'],
  ...['source_name', 'note_he', 'reason_he'],
])
const TEXTS = [...XSS_TEXTS.slice(0, 300), ...XSS_ADDRESSES]

/** The values with an attacker's text that a field takes: it alone, in a list, in a text of the editor, as a part of an entry. */
const taken = async (kind: string, field: string) =>
  (
    await owner<{ value: unknown }>(
      database,
      `select tried.value from (
         select to_jsonb(payload) as value from unnest($4::text[]) as payload
         union all
         select shapes.value from unnest($5::text[]) as payload, lateral (values
           (jsonb_build_array(payload)),
           (jsonb_build_object('type', 'doc', 'content', jsonb_build_array(jsonb_build_object(
             'type', payload, 'text', payload, 'attrs', jsonb_build_object('href', payload, 'src', payload))))),
           (jsonb_build_array(jsonb_build_object('id', payload, 'name', payload, 'path', payload, 'lang', payload)))
         ) as shapes (value)) as tried
       where private.content_field_problem($1, $2, $3, tried.value) is null`,
      [kind, randomUUID(), field, TEXTS, XSS_ADDRESSES],
    )
  ).map(({ value }) => value)

test('300 texts and all addresses of an attacker: only fields of words hold them, whatever kinds and fields there are', async () => {
  expect(TEXTS.length).toBeGreaterThan(300)
  const kinds = await owner<{ kind: string; fields: string[] }>(
    database,
    'select kind, fields from private.content_kinds',
  )
  expect(kinds.length).toBeGreaterThan(7)
  for (const { kind, fields } of kinds)
    for (const field of fields) {
      const found = await taken(kind, field)
      if (WORDS.has(field)) expect(found.length, `${kind}.${field}`).toBeGreaterThan(0)
      // Fields of expertise and tags are words as well, in a list.
      else if (field === 'expertise_areas' || field === 'tags') expect(found.every(Array.isArray)).toBe(true)
      else expect(found, `${kind}.${field}`).toEqual([])
    }
})
